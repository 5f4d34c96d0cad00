package encode

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/internal/table"
)

// addSum adds clauses for a sum, following N. Eén and N. Sörensson, "Translating pseudo-Boolean
// constraints into SAT" (2006). They form a decision diagram over the terms, heaviest first, whose
// nodes are auxiliary variables. Node (i, need) implies that the terms from i on weigh at least
// need. The implication has only one direction, which suffices for projected counts.
func addSum(f *CNF, s nqueens.Sum) {
	d := diagram{f: f, nodes: map[node]int32{}}
	d.terms = slices.Clone(s.Terms)
	slices.SortStableFunc(d.terms, func(a, b nqueens.Term) int { return cmp.Compare(b.Weight, a.Weight) })
	d.rest = make([]int64, len(d.terms)+1)
	for i := len(d.terms) - 1; i >= 0; i-- {
		d.rest[i] = d.rest[i+1] + d.terms[i].Weight
	}
	f.addFolded(d.at(0, s.Min))
}

type diagram struct {
	f     *CNF
	terms []nqueens.Term
	rest  []int64 // the total weight of the terms from i on
	nodes map[node]int32
}

// A node is a position in the diagram.
type node struct {
	i    int
	need int64
}

// at returns the literal of the node (i, need), and adds the node if needed.
func (d *diagram) at(i int, need int64) int32 {
	switch {
	case need <= 0:
		return yes
	case need > d.rest[i]:
		return no
	}
	if v, known := d.nodes[node{i, need}]; known {
		return v
	}
	with, without := d.at(i+1, need-d.terms[i].Weight), d.at(i+1, need)
	v := d.f.NewVariable()
	d.nodes[node{i, need}] = v
	// v implies with, because with needs less weight than without; if the term is false, v implies
	// without.
	d.f.addFolded(-v, with)
	d.f.addFolded(-v, int32(d.terms[i].Literal), without)
	return v
}

// maxSumNodes is the largest number of nodes of one diagram.
const maxSumNodes = 1 << 20

// CheckClauses returns an error if a sum of the model would become too many clauses. Formats with
// linear constraints do not have this limit.
func CheckClauses(o nqueens.Outline) error {
	for _, s := range o.Sums {
		if sumSize(s) > maxSumNodes {
			return fmt.Errorf("%s has %s and is too large for clauses (more than %d variables): use an engine for linear constraints, such as linear, branch, gophersat-pb or clasp", s.Name, table.Plural(len(s.Terms), "term"), maxSumNodes)
		}
	}
	return nil
}

// sumSize returns the number of nodes of the diagram of a sum, or a number above maxSumNodes if
// there are more. It computes the levels one after the other and builds no diagram.
func sumSize(s nqueens.Sum) int {
	terms := slices.Clone(s.Terms)
	slices.SortStableFunc(terms, func(a, b nqueens.Term) int { return cmp.Compare(b.Weight, a.Weight) })
	var rest int64
	for _, t := range terms {
		rest += t.Weight
	}
	level, size := []int64{s.Min}, 0 // the needs at the nodes of a level, ascending
	var next []int64
	for _, t := range terms {
		// Without the term the need stays the same; with it the need falls by its weight. Both
		// lists ascend.
		level = slices.DeleteFunc(level, func(need int64) bool { return need <= 0 || need > rest })
		if size += len(level); size > maxSumNodes {
			break
		}
		next = next[:0]
		i, j := 0, 0
		for i < len(level) || j < len(level) {
			switch {
			case j == len(level) || level[j]-t.Weight > level[i]:
				next = append(next, level[i])
				i++
			case i < len(level) && level[j]-t.Weight == level[i]:
				j++ // the next round adds the equal value
			default:
				next = append(next, level[j]-t.Weight)
				j++
			}
		}
		level, next, rest = next, level, rest-t.Weight
	}
	return size
}

package encode

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/internal/table"
)

// addSum adds clauses that say the sum, along the lines of N. Eén, N. Sörensson,
// "Translating pseudo-Boolean constraints into SAT" (2006): a decision diagram
// over the terms, heaviest first, whose nodes are auxiliary variables. Node
// (i, need) says "the terms from i on weigh at least need". Its meaning is
// given in one direction, which is all that projected counts need.
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
	rest  []int64 // what the terms from i on weigh together
	nodes map[node]int32
}

// node is a place in the diagram.
type node struct {
	i    int
	need int64
}

// at is the literal that says the node.
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
	// v says "with", for more is never less; and without the term "without".
	d.f.addFolded(-v, with)
	d.f.addFolded(-v, int32(d.terms[i].Literal), without)
	return v
}

// maxSumNodes is how many nodes the diagram of one sum may have.
const maxSumNodes = 1 << 20

// CheckClauses refuses a model with a sum that would become too many clauses. Languages
// that have linear constraints, and engines that read them, take it.
func CheckClauses(o nqueens.Outline) error {
	for _, s := range o.Sums {
		if sumSize(s) > maxSumNodes {
			return fmt.Errorf("%s has %s and is too large for clauses (more than %d variables): take an engine of linear constraints, such as linear, branch, gophersat-pb or clasp", s.Name, table.Plural(len(s.Terms), "term"), maxSumNodes)
		}
	}
	return nil
}

// sumSize is the number of nodes of a sum's diagram, or more than maxSumNodes
// if there are more. It takes the diagram level by level and builds nothing.
func sumSize(s nqueens.Sum) int {
	terms := slices.Clone(s.Terms)
	slices.SortStableFunc(terms, func(a, b nqueens.Term) int { return cmp.Compare(b.Weight, a.Weight) })
	var rest int64
	for _, t := range terms {
		rest += t.Weight
	}
	level, size := []int64{s.Min}, 0 // what is needed at the nodes of a level, ascending
	var next []int64
	for _, t := range terms {
		// Without the term as much is needed, with it less by its weight: both lists ascend.
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
				j++ // comes again
			default:
				next = append(next, level[j]-t.Weight)
				j++
			}
		}
		level, next, rest = next, level, rest-t.Weight
	}
	return size
}

package proof

import (
	"fmt"
	"math/big"

	"nqueens"
)

// A partitioned is a graph with two kinds of nodes: products, whose parts have no variable in
// common, and sums, whose parts exclude each other.
type partitioned struct {
	variables int // number of variables of the formula; the nodes have the numbers after these
	nodes     []partitionedNode
}

type partitionedNode struct {
	sum   bool
	parts []int32
	about []int32 // the variables that the node depends on, ascending
}

func newPartitioned(variables int) *partitioned { return &partitioned{variables: variables} }

func (g *partitioned) isNode(v int32) bool { return int(v) > g.variables }

func (g *partitioned) node(v int32) *partitionedNode { return &g.nodes[int(v)-g.variables-1] }

// about returns the variables that a literal depends on.
func (g *partitioned) about(l int32) []int32 {
	v := max(l, -l)
	if g.isNode(v) {
		return g.node(v).about
	}
	return []int32{v}
}

// product adds a product with the number v, which must be the next number.
func (g *partitioned) product(v int32, parts []int32) error {
	sets := make([][]int32, len(parts))
	for i, l := range parts {
		sets[i] = g.about(l)
	}
	about, twice := union(sets)
	if twice != 0 {
		return fmt.Errorf("two parts of the product %d depend on variable %d", v, twice)
	}
	g.nodes = append(g.nodes, partitionedNode{parts: append([]int32(nil), parts...), about: about})
	return nil
}

func (g *partitioned) sum(_, a, b int32) {
	about, _ := union([][]int32{g.about(a), g.about(b)})
	g.nodes = append(g.nodes, partitionedNode{sum: true, parts: []int32{a, b}, about: about})
}

// union returns the numbers that are in any of the ascending lists, in ascending order; if one list
// contains all of them, the result is that list. twice is a number that is in several lists, or 0.
func union(sets [][]int32) (all []int32, twice int32) {
	switch len(sets) {
	case 0:
		return nil, 0
	case 1:
		return sets[0], 0
	}
	a, first := union(sets[:len(sets)/2])
	b, second := union(sets[len(sets)/2:])
	twice = max(first, second)
	all = make([]int32, 0, len(a)+len(b))
	i, k := 0, 0
	for i < len(a) || k < len(b) {
		switch {
		case k == len(b) || i < len(a) && a[i] < b[k]:
			all = append(all, a[i])
			i++
		case i == len(a) || b[k] < a[i]:
			all = append(all, b[k])
			k++
		default:
			twice = a[i]
			all = append(all, a[i])
			i++
			k++
		}
	}
	switch len(all) {
	case len(a):
		return a, twice
	case len(b):
		return b, twice
	}
	return all, twice
}

// Count returns the number of models or, with weights, the sum of the weights of all models. A
// variable without an entry in weights has the weight 1 for both of its literals.
func (m Models) Count(weights map[int32]nqueens.Weight) *nqueens.Count {
	g := m.graph
	// The weights of a variable are multiplied by a common denominator, and the sum is divided by all of these.
	type pair struct{ yes, no, both *big.Int }
	scale := big.NewInt(1)
	weight := map[int32]pair{}
	for v, w := range weights {
		a, b := w.Chosen.Denom(), w.NotChosen.Denom()
		common := new(big.Int).Mul(a, b)
		common.Div(common, new(big.Int).GCD(nil, nil, a, b))
		scaled := func(r *big.Rat) *big.Int {
			n := new(big.Int).Div(common, r.Denom())
			return n.Mul(n, r.Num())
		}
		p := pair{yes: scaled(w.Chosen), no: scaled(w.NotChosen)}
		p.both = new(big.Int).Add(p.yes, p.no)
		weight[v] = p
		scale.Mul(scale, common)
	}
	one := big.NewInt(1)
	of := func(v int32) pair {
		if p, ok := weight[v]; ok {
			return p
		}
		return pair{one, one, big.NewInt(2)}
	}
	// free multiplies by the weights of the variables that are in only one of the lists.
	free := func(n *big.Int, all, without []int32) *big.Int {
		n = new(big.Int).Set(n)
		plain := uint(0)
		for _, v := range all {
			if len(without) > 0 && without[0] == v {
				without = without[1:]
			} else if p, ok := weight[v]; ok {
				n.Mul(n, p.both)
			} else {
				plain++
			}
		}
		return n.Lsh(n, plain)
	}
	values := make([]*big.Int, len(g.nodes))
	value := func(l int32) *big.Int {
		v := max(l, -l)
		switch {
		case g.isNode(v) && l > 0:
			return values[int(v)-g.variables-1]
		case g.isNode(v):
			about := g.node(v).about
			return new(big.Int).Sub(free(one, about, nil), values[int(v)-g.variables-1])
		case l > 0:
			return of(v).yes
		}
		return of(v).no
	}
	needed := make([]bool, len(g.nodes))
	need := func(l int32) {
		if v := max(l, -l); g.isNode(v) {
			needed[int(v)-g.variables-1] = true
		}
	}
	need(m.root)
	for i := len(g.nodes) - 1; i >= 0; i-- {
		if needed[i] {
			for _, l := range g.nodes[i].parts {
				need(l)
			}
		}
	}
	for i, n := range g.nodes {
		switch {
		case !needed[i]:
		case n.sum:
			values[i] = new(big.Int)
			for _, l := range n.parts {
				values[i].Add(values[i], free(value(l), n.about, g.about(l)))
			}
		default:
			values[i] = big.NewInt(1)
			for _, l := range n.parts {
				values[i].Mul(values[i], value(l))
			}
		}
	}
	all := make([]int32, g.variables)
	for i := range all {
		all[i] = int32(i + 1)
	}
	return nqueens.SumOf(new(big.Rat).SetFrac(free(value(m.root), all, g.about(m.root)), scale))
}

package relax

import (
	"slices"

	"nqueens/encode"
)

// Merged represents constraints after merging: pairs of variables that exclude each other have
// become cliques, sets of variables of which at most one is 1. This makes the relaxation much
// stronger. An example is a block of four squares, of which at most one can have a king: the
// constraints for pairs allow half a king on each square, which are two kings in total.
type Merged struct {
	*encode.PB
	Of      []int // by constraint: its index before the merge; the cliques come last
	Cliques []Clique
}

// Clique is a set of at least three variables of which at most one is 1.
type Clique struct {
	Variables []int32
	Pairs     []int // indexes of the constraints of its pairs, in the order 2 with 1, 3 with 1, 3 with 2, 4 with 1, and so on
}

// Merge merges pairs of variables into cliques. It finds cliques greedily: each pair that is in no
// clique yet starts one.
func Merge(pb *encode.PB) Merged {
	type pair struct{ a, b int32 }
	pairs := map[pair]int{}
	neighbours := map[int32][]int32{}
	for i, c := range pb.Constraints() {
		if len(c.Terms) != 2 || c.Equal || c.Bound != -1 || c.Terms[0].Coefficient != -1 || c.Terms[1].Coefficient != -1 {
			continue
		}
		a, b := c.Terms[0].Variable, c.Terms[1].Variable
		if _, known := pairs[pair{a, b}]; known || a == b {
			continue
		}
		pairs[pair{a, b}], pairs[pair{b, a}] = i, i
		neighbours[a], neighbours[b] = append(neighbours[a], b), append(neighbours[b], a)
	}
	m := Merged{PB: encode.NewPB(pb.Variables)}
	merged := map[int]bool{} // by constraint: it is part of a clique
	for i, c := range pb.Constraints() {
		if len(c.Terms) != 2 || merged[i] {
			continue
		}
		a, b := c.Terms[0].Variable, c.Terms[1].Variable
		if at, ok := pairs[pair{a, b}]; !ok || at != i {
			continue
		}
		clique := Clique{Variables: []int32{a, b}, Pairs: []int{i}}
		for _, v := range neighbours[a] {
			var with []int
			for _, u := range clique.Variables {
				if at, ok := pairs[pair{u, v}]; ok {
					with = append(with, at)
				}
			}
			if len(with) == len(clique.Variables) {
				clique.Variables, clique.Pairs = append(clique.Variables, v), append(clique.Pairs, with...)
			}
		}
		if len(clique.Variables) > 2 {
			m.Cliques = append(m.Cliques, clique)
			for _, at := range clique.Pairs {
				merged[at] = true
			}
		}
	}
	for i, c := range pb.Constraints() {
		if !merged[i] {
			m.Add(c)
			m.Of = append(m.Of, i)
		}
	}
	for _, clique := range m.Cliques {
		c := encode.PBConstraint{Bound: -1}
		for _, v := range slices.Sorted(slices.Values(clique.Variables)) {
			c.Terms = append(c.Terms, encode.PBTerm{Coefficient: -1, Variable: v})
		}
		m.Add(c)
	}
	return m
}

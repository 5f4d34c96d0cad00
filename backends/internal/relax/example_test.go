package relax_test

import (
	"fmt"

	"nqueens/backends/internal/relax"
	"nqueens/encode"
)

// Two kings on a block of four squares, no two of which can both have one: half a king on each
// satisfies the pairs, but not the clique.
func Example() {
	pb := encode.NewPB(4)
	var all []encode.PBTerm
	for a := int32(1); a <= 4; a++ {
		for b := int32(1); b < a; b++ {
			pb.Add(encode.PBConstraint{Bound: -1, Terms: []encode.PBTerm{{Coefficient: -1, Variable: a}, {Coefficient: -1, Variable: b}}})
		}
		all = append(all, encode.PBTerm{Coefficient: 1, Variable: a})
	}
	pb.Add(encode.PBConstraint{Bound: 2, Terms: all})
	_, _, refuted := relax.New(pb).Solve()
	fmt.Println("pairs:", refuted)

	_, refutation, refuted := relax.New(relax.Merge(pb).PB).Solve()
	fmt.Printf("a clique: %v, by constraints %v: at least %d is at most %d\n", refuted, refutation.Factors, refutation.Bound, refutation.Bound-refutation.Margin)
	// Output:
	// pairs: false
	// a clique: true, by constraints [{0 1} {1 1}]: at least 1 is at most 0
}

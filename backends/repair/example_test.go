package repair_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/repair"
	"nqueens/family"
)

// A thousand queens, one of them given, and again with the same seed.
func Example() {
	p := nqueens.Problem{Family: family.Queens, N: 1000, Given: []nqueens.Square{{File: 0, Rank: 499}}}
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Seed: 7}
	for _, b := range []repair.Backend{repair.MinConflicts(), repair.SosicGu()} {
		found, again := b.Run(context.Background(), r, nil), b.Run(context.Background(), r, nil)
		fmt.Println(b.Describe().Name, found.Status, found.Solution[0], p.Check(found.Solution) == nil,
			found.Solution.Compare(again.Solution) == 0)
	}
	p.Given = append(p.Given, nqueens.Square{File: 1, Rank: 500})
	fmt.Println(repair.MinConflicts().Supports(nqueens.Request{Problem: p, Task: nqueens.FindFirst}))
	// Output:
	// min-conflicts solved a500 true true
	// sosic-gu solved a500 true true
	// min-conflicts can only find solutions, and there is none: the given queens on a500 and b501 attack each other
}

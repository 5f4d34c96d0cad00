package classic_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/classic"
	"nqueens/family"
)

// The squares that each of the five non-recursive counters examines on a board of 8 × 8.
func Example() {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll}
	for _, m := range classic.All()[:5] {
		o := m.Run(context.Background(), r, nil)
		fmt.Printf("%-13s %v solutions, %5d squares examined\n", m.Name, o.Count, o.Stats["placements"])
	}
	// Output:
	// naive         92 solutions, 15720 squares examined
	// symmetric     92 solutions,  7860 squares examined
	// marks         92 solutions,  7860 squares examined
	// available     92 solutions,  2754 squares examined
	// bitmask-stack 92 solutions,  2056 squares examined
}

package orbit_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/orbit"
	"nqueens/family"
)

// Find the solutions of 12 queens that a quarter turn maps to themselves: their number, and one of
// them.
func Example() {
	p := nqueens.Problem{Family: family.Queens, N: 12}.SymmetricUnder(nqueens.QuarterTurn)
	counted := orbit.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	fmt.Println(counted.Count, "solutions, one of them:")
	found := orbit.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	fmt.Print(p.Draw(found.Solution))
	// Output:
	// 8 solutions, one of them:
	// . . . . . . . Q . . . .
	// . . . . . . . . . Q . .
	// . Q . . . . . . . . . .
	// . . . . . . Q . . . . .
	// Q . . . . . . . . . . .
	// . . . Q . . . . . . . .
	// . . . . . . . . Q . . .
	// . . . . . . . . . . . Q
	// . . . . . Q . . . . . .
	// . . . . . . . . . . Q .
	// . . Q . . . . . . . . .
	// . . . . Q . . . . . . .
}

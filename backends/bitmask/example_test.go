package bitmask_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// Complete a board on which a queen stands on a1: count the ways, then show one.
func Example() {
	p := nqueens.Problem{Family: family.Queens, N: 8, Given: []nqueens.Square{{File: 0, Rank: 0}}}
	engine := bitmask.New()
	counted := engine.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	fmt.Println(counted.Count, "ways, one of them:")
	found := engine.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	fmt.Println(found.Solution, p.Check(found.Solution) == nil)
	// Output:
	// 4 ways, one of them:
	// a1,b5,c8,d6,e3,f7,g2,h4 true
}

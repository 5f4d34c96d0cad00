package bdd_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/bdd"
	"nqueens/family"
)

func Example() {
	p := nqueens.Problem{Family: family.Queens, N: 7}
	out := bdd.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	fmt.Println(out.Status, out.Count)
	// Output: solved 40
}

package cover_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/cover"
)

// An answer comes with Knuth's measures of the search.
func Example() {
	problem := nqueens.Problem{Family: nqueens.Queens, N: 8}
	out := cover.Backend{}.Run(context.Background(), nqueens.Request{Problem: problem, Task: nqueens.CountAll}, nil)
	fmt.Println(out.Count, "solutions,", out.Stats["nodes"], "nodes,", out.Stats["updates"], "updates")
	// Output: 92 solutions, 1049 nodes, 16680 updates
}

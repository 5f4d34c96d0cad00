package cover_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/cover"
	"nqueens/family"
)

// The outcome has Knuth's measures of the search: nodes for every engine, updates for dancing
// links.
func Example() {
	problem := nqueens.Problem{Family: family.Queens, N: 8}
	for _, variant := range []string{"bits", "dancing", "mirror"} {
		request := nqueens.Request{Problem: problem, Task: nqueens.CountAll, Encoding: variant}
		out := cover.Backend{}.Run(context.Background(), request, nil)
		fmt.Println(variant, out.Count, "solutions", out.Stats["nodes"], "nodes", out.Stats["updates"], "updates")
	}
	// Output:
	// bits 92 solutions 1049 nodes 0 updates
	// dancing 92 solutions 1049 nodes 16680 updates
	// mirror 92 solutions 521 nodes 0 updates
}

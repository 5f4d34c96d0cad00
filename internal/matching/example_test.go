package matching_test

import (
	"fmt"

	"nqueens/internal/matching"
)

// Two ranks share two files, so the third rank's square on the first file is impossible.
func ExampleFilter() {
	edges := []matching.Edge{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 2}}
	f := matching.Filter(3, 3, edges)
	fmt.Println(f.Kept, f.Blocks)
	f = matching.Filter(3, 3, edges[:5])
	fmt.Println(f.Crowd, "share", f.Room)
	// Output:
	// [true true true true false true] 2
	// [0 1 2] share [0 1]
}

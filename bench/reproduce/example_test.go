package reproduce_test

import (
	"fmt"

	"nqueens/bench/reproduce"
)

// Example lists what can be reproduced.
func Example() {
	list, err := reproduce.Named(reproduce.All(), "dancing-links", "min-conflicts")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range list {
		fmt.Println(r.Name+":", r.About)
	}
	_, err = reproduce.Named(reproduce.All(), "dancing-link")
	fmt.Println(err)
	// Output:
	// dancing-links: Nodes and updates of dancing links on n queens
	// min-conflicts: Repair steps of min-conflicts against n
	// no reproduction is called "dancing-link" (did you mean "dancing-links"?)
}

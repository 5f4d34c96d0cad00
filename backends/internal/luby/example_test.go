package luby_test

import (
	"fmt"

	"nqueens/backends/internal/luby"
)

// A search that restarts after 100, 100, 200, 100, … conflicts.
func Example() {
	for attempt := range int64(7) {
		fmt.Print(100*luby.Term(attempt+1), " ")
	}
	// Output: 100 100 200 100 100 200 400
}

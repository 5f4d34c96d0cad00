package lettering_test

import (
	"fmt"

	"nqueens/bench/internal/lettering"
)

// A caption broken into lines of at most 100 points.
func Example() {
	font := lettering.Sans(10)
	face := lettering.Fonts().Lookup(font, font.Size)
	fits := func(line string) bool { return face.Width(line) <= 100 }
	for _, line := range lettering.Wrapped("Time to count the solutions of queens(n)", fits) {
		fmt.Println(line)
	}
	// Output:
	// Time to count the
	// solutions of queens(n)
}

package family_test

import (
	"fmt"

	"nqueens/family"
)

// Example finds problems by name and prints what is published about them.
func Example() {
	for _, name := range []string{"queens(8)", "amazons(10)", "quens(8)"} {
		p, err := family.All().Parse(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		known, _ := p.Known()
		fmt.Printf("%v has %v solutions (%s)\n", p, known.Count, known.Source)
	}
	// Output:
	// queens(8) has 92 solutions (OEIS A000170)
	// superqueens(10) has 4 solutions (OEIS A051223)
	// problem "quens(8)": no family is called "quens" (did you mean "queens"?)
}

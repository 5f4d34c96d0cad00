package engines_test

import (
	"fmt"

	"nqueens/show/play/engines"
)

// A position is surveyed: a queen on a2 leaves one solution of 6 queens.
func Example() {
	p := engines.Position{Family: "queens", N: 6, Given: []string{"a2"}}
	var last engines.Survey
	if err := p.Survey(0, func(s engines.Survey) { last = s }); err != nil {
		fmt.Println(err)
	}
	fmt.Println(last.Count, last.Backbone)
	// Output: 1 [d1 e3 b4 f5 c6]
}

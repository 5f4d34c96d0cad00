package tally_test

import (
	"context"
	"fmt"

	"nqueens/backends/quadrant"
	"nqueens/backends/quadrant/tally"
)

func ExampleSum() {
	var parts []*tally.Tally
	for _, text := range []string{"1/2", "2/2"} { // on two machines, say
		p, err := tally.ParsePart(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		t, err := tally.Open("", 10, p)
		if err == nil {
			err = t.Run(context.Background(), quadrant.Config{Threads: 2}, nil)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		parts = append(parts, t)
	}
	fmt.Println(tally.Sum(parts, []string{"first", "second"}))
	// Output: 10 724 <nil>
}

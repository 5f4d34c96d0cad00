package estimate_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/estimate"
	"nqueens/family"
)

func ExampleCount() {
	queens := nqueens.Problem{Family: family.Queens, N: 20}
	e, err := estimate.Count(context.Background(), queens, estimate.Config{Seed: 1, Samples: 20, Width: 500})
	if err != nil {
		fmt.Println(err)
		return
	}
	known, _ := queens.Known()
	fmt.Println(e.Holds(known.Count))
	// Output: true
}

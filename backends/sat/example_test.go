package sat_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/sat"
	"nqueens/family"
)

func Example() {
	request := nqueens.Request{
		Problem:  nqueens.Problem{Family: family.Queens, N: 8},
		Task:     nqueens.CountAll,
		Encoding: "ladder",
	}
	for _, b := range []sat.Backend{sat.Gini(), sat.Gophersat().Backend} {
		out := b.Run(context.Background(), request, nil)
		fmt.Println(b.Describe().Name, out.Status, out.Count)
	}
	// Output:
	// gini solved 92
	// gophersat solved 92
}

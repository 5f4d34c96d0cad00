package checkpoint_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

func ExampleSum() {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll, Threads: 2}
	var parts []*checkpoint.Checkpoint
	for _, text := range []string{"1/2", "2/2"} { // could be on two machines
		p, err := checkpoint.ParsePart(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		c, err := checkpoint.Open("", quadrant.New(), request, p)
		if err == nil {
			err = c.Run(context.Background(), nil)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		parts = append(parts, c)
	}
	fmt.Println(checkpoint.Sum(parts, []string{"first", "second"}))
	// Output: queens(10) 724 <nil>
}

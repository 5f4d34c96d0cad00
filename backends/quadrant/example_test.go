package quadrant_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/quadrant"
)

func Example() {
	request := nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: 14}, Task: nqueens.CountAll}
	outcome := quadrant.New().Run(context.Background(), request, nil)
	fmt.Println(outcome.Count)
	// Output: 365596
}

// A count in two parts, which could be done on two machines.
func ExampleCounter() {
	counter, err := quadrant.NewCounter(quadrant.Config{N: 12})
	if err != nil {
		fmt.Println(err)
		return
	}
	var parts [2][]int
	for task := range counter.Tasks() {
		parts[task%2] = append(parts[task%2], task)
	}
	total := uint64(0)
	for _, tasks := range parts {
		err := counter.Count(context.Background(), tasks, func(r quadrant.Result) { total += r.Found })
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(counter.Tasks(), "tasks,", total, "solutions")
	// Output: 472 tasks, 14200 solutions
}

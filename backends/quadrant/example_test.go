package quadrant_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

func Example() {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 14}, Task: nqueens.CountAll}
	outcome := quadrant.New().Run(context.Background(), request, nil)
	fmt.Println(outcome.Count)
	// Output: 365596
}

// A count in two parts, which could be done on two machines. Package checkpoint stores such parts
// in files.
func ExampleBackend_CountTasks() {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 12}, Task: nqueens.CountAll}
	n, _, err := quadrant.New().Tasks(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	var parts [2][]int
	for task := range n {
		parts[task%2] = append(parts[task%2], task)
	}
	total := nqueens.NewCount(0)
	for _, tasks := range parts {
		err := quadrant.New().CountTasks(context.Background(), request, tasks, func(_ int, o nqueens.Outcome) {
			total = total.Plus(o.Count)
		})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(n, "tasks,", total, "solutions")
	// Output: 472 tasks, 14200 solutions
}

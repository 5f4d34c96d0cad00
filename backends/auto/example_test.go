package auto_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/auto"
	"nqueens/backends/bitmask"
	"nqueens/backends/sat"
	"nqueens/family"
)

func Example() {
	engines := []auto.Engine{bitmask.New(), sat.Gini()}
	board, err := family.All().Parse("queens(12, given=b4, blocked=d8+e1)")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := auto.New(engines).Run(context.Background(), nqueens.Request{Problem: board, Task: nqueens.CountAll}, nil)
	fmt.Println(answer.Count, "by", answer.By)
	// Output: 1136 by bitmask
}

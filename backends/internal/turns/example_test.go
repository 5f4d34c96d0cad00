package turns_test

import (
	"context"
	"fmt"

	"nqueens/backends/internal/turns"
)

// A search waits behind a closed gate, continues when it opens, and stops with its context.
func Example() {
	var gate turns.Gate
	gate.Shut()
	ctx, stop := context.WithCancel(turns.Behind(context.Background(), &gate))
	steps, ended := make(chan int), make(chan bool)
	go func() {
		flag, release := turns.Watch(ctx)
		defer release()
		for step := 1; !flag.Load(); step++ {
			select {
			case steps <- step:
			case <-ctx.Done():
			}
		}
		close(ended)
	}()
	select {
	case <-steps:
		fmt.Println("it did not wait")
	default:
	}
	gate.Open()
	fmt.Println("step", <-steps)
	gate.Shut()
	stop()
	<-ended
	fmt.Println("stopped behind the gate")
	// Output:
	// step 1
	// stopped behind the gate
}

package await_test

import (
	"context"
	"fmt"
	"time"

	"nqueens/backends/internal/await"
)

func Example() {
	n, err := await.Result(context.Background(), func() int { return 92 })
	fmt.Println(n, err)

	_, err = await.Result(context.Background(), func() int { panic("index out of range") })
	fmt.Println(err)

	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	never := make(chan int)
	_, err = await.Result(ctx, func() int { return <-never })
	fmt.Println(err)
	// Output:
	// 92 <nil>
	// the engine panicked: index out of range
	// context deadline exceeded
}

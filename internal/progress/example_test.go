package progress_test

import (
	"context"
	"fmt"

	"nqueens/internal/progress"
)

func Example() {
	ctx, meter := progress.Watched(context.Background())
	fmt.Println(meter.Share())
	done := 0.0
	progress.Report(ctx, func() float64 { return done })
	done = 0.25
	fmt.Println(meter.Share())
	fmt.Println(progress.Report(context.Background(), nil))
	// Output:
	// 0 false
	// 0.25 true
	// false
}

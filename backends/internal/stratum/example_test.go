package stratum_test

import (
	"fmt"
	"slices"

	"nqueens/backends/internal/stratum"
)

// Four assumptions have the weight 9 or more; with the next smaller weight there is one more.
func ExampleNext() {
	weights := slices.Values([]int64{9, 9, 9, 9, 4, 4, 1})
	first := stratum.Next(weights, 1<<62)
	second := stratum.Next(weights, first)
	fmt.Println(first, second, stratum.Next(weights, second))
	// Output: 9 4 1
}

package density_test

import (
	"context"
	"fmt"
	"log"

	"nqueens/bench/reproduce/density"
)

// The queens of 12-queens solutions avoid the corners and, a little, the centre.
func ExampleDensity_Cells() {
	d, err := density.Sample(context.Background(), 12, density.Options{Samples: 400_000})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range d.Cells(4) {
		fmt.Printf("%.2f %.2f %.2f %.2f\n", row[0].Value, row[1].Value, row[2].Value, row[3].Value)
	}
	// Output:
	// 0.87 1.13 1.13 0.87
	// 1.13 0.87 0.87 1.13
	// 1.13 0.87 0.87 1.13
	// 0.87 1.13 1.13 0.87
}

// There are 39,029,188,884 solutions for n = 20. The logarithm of that is 24.388.
func ExampleSample() {
	d, err := density.Sample(context.Background(), 20, density.Options{Samples: 20_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ln Q(20) = %.2f ± %.2f\n", d.LogCount, d.LogCountError)
	// Output: ln Q(20) = 24.38 ± 0.03
}

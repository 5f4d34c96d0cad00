package table_test

import (
	"fmt"

	"nqueens/internal/table"
)

// The same rows for a terminal and for a page.
func Example() {
	rows := [][]string{
		{"backend", "time", "nodes"},
		{"bitmask", table.Duration(0.00123), table.Count(2057)},
		{"dlx", table.Duration(0.0456), table.Count(1_049_123)},
	}
	fmt.Print(table.Text(rows))
	fmt.Print(table.Markdown(rows))
	fmt.Println("solved for n =", table.Ranges([]int{1, 4, 5, 6, 7, 8}, " to "))
	// Output:
	//   backend     time      nodes
	//   bitmask  1.23 ms      2,057
	//   dlx      45.6 ms  1,049,123
	// | backend |    time |     nodes |
	// | ------- | ------: | --------: |
	// | bitmask | 1.23 ms |     2,057 |
	// | dlx     | 45.6 ms | 1,049,123 |
	// solved for n = 1, 4 to 8
}

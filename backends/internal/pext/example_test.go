package pext_test

import (
	"fmt"

	"nqueens/backends/internal/pext"
)

// Of eight bits the mask keeps the second, third, fifth and eighth.
func Example() {
	m := pext.New(0b10010110)
	fmt.Printf("%04b %04b\n", m.Extract(0b11111111), m.Extract(0b10100100))
	// Output: 1111 1010
}

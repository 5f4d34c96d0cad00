package sharp_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"nqueens/backends/sharp"
	"nqueens/encode"
)

// A hundred variables, of which three are in a clause, have more models than can be listed.
func ExampleCounter_Count() {
	f, err := encode.ReadDIMACS(strings.NewReader("p cnf 100 1\n1 -2 3 0\n"))
	if err != nil {
		panic(err)
	}
	c, err := sharp.New(f, sharp.Config{})
	if err != nil {
		panic(err)
	}
	n, err := c.Count(context.Background())
	fmt.Println(n, err)
	// Output: 1109194275199700726309615304704 <nil>
}

// A coin shows heads with probability 1/3, another with 1/4: at least one of them does with 1/2.
func ExampleCounter_Sum() {
	f := encode.NewCNF(2)
	f.Add(1, 2)
	c, err := sharp.New(f, sharp.Config{})
	if err != nil {
		panic(err)
	}
	if err := c.Weigh(sharp.Weights{
		1: {True: big.NewRat(1, 3), False: big.NewRat(2, 3)},
		2: {True: big.NewRat(1, 4), False: big.NewRat(3, 4)},
	}); err != nil {
		panic(err)
	}
	p, err := c.Sum(context.Background())
	fmt.Println(p, err)
	// Output: 1/2 <nil>
}

package sharp_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/encode"
)

// A formula with a hundred variables and one clause of three literals has too many models to list.
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

// Two coins show heads with probabilities 1/3 and 1/4. At least one does with probability 1/2.
func ExampleCounter_Count_weights() {
	f := encode.NewCNF(2)
	f.Add(1, 2)
	f.Weights = map[int32]nqueens.Weight{
		1: {Chosen: big.NewRat(1, 3), NotChosen: big.NewRat(2, 3)},
		2: {Chosen: big.NewRat(1, 4), NotChosen: big.NewRat(3, 4)},
	}
	c, err := sharp.New(f, sharp.Config{})
	if err != nil {
		panic(err)
	}
	p, err := c.Count(context.Background())
	fmt.Println(p, err)
	// Output: 1/2 <nil>
}

package allsat_test

import (
	"context"
	"fmt"
	"strings"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/encode"
	"nqueens/family"
)

// Which of three lamps may be on, if at least one must be and the first two are never on together?
// A fourth variable, which is not projected, is true if only the third is on.
func Example() {
	formula, err := encode.ReadDIMACS(strings.NewReader(`c lamps
p cnf 4 6
c p show 1 2 3 0
1 2 3 0
-1 -2 0
-4 3 0
-4 -1 0
-4 -2 0
4 -3 1 2 0
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := allsat.New(formula, allsat.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	n, err := e.Count(ctx)
	fmt.Println(n, err)
	for model := range e.Models(ctx) {
		fmt.Println(model)
	}
	fmt.Println(e.Err())
	// Output:
	// 5 <nil>
	// [1 -2 -3]
	// [1 -2 3]
	// [-1 2 -3]
	// [-1 2 3]
	// [-1 -2 3]
	// <nil>
}

// Counts need not fit in a machine word.
func ExampleEnumerator_Count() {
	formula := encode.NewCNF(200)
	formula.Add(1, 2) // one of two, and 198 variables that occur in no clause
	e, _ := allsat.New(formula, allsat.Config{})
	fmt.Println(e.Count(context.Background()))
	// Output: 1205203533194242706656471569255871951891652245337094626476032 <nil>
}

func ExampleBackend() {
	problem := nqueens.Problem{Family: family.Queens, N: 8}
	for _, encoding := range []string{"pairwise", "sequential"} {
		out := allsat.Backend{}.Run(context.Background(), nqueens.Request{Problem: problem, Task: nqueens.CountAll, Encoding: encoding}, nil)
		fmt.Println(out.Count, "solutions,", out.Stats["decisions"], "decisions")
	}
	// Output:
	// 92 solutions, 492 decisions
	// 92 solutions, 492 decisions
}

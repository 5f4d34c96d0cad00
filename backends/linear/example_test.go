package linear_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/linear"
	"nqueens/family"
)

// On this board the queen of rank 1 is on b or c, that of rank 2 on a or b, that of rank 3 on a or
// c:
//
//	. # .
//	. . #
//	# . .
//
// Let b1 be the fraction of a queen on b1, and so on. Ranks 1 and 3 require b1 + c1 + a3 + c3 = 2,
// and file a requires a2 + a3 = 1. The diagonals require b1 + a2 <= 1 and c1 + b2 + a3 <= 1; with
// rank 1 and file a, which add up to 2, nothing is left for b2. Then all of rank 2 is on a2, and
// all of file b on b1; these attack each other. The solver finds that with one sum of constraints.
func Example() {
	p, err := family.All().Parse("queens(3, blocked=a1+b3+c2)")
	if err != nil {
		panic(err)
	}
	o := linear.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	fmt.Println(o.Status)
	fmt.Println(o.Note)
	// Output:
	// unsatisfiable
	// the linear relaxation has no solution: checked in integers, a sum of 6 constraints should be at least 1 and is at most 0
}

package construct_test

import (
	"context"
	"fmt"
	"os"
	"slices"

	"nqueens"
	"nqueens/backends/construct"
	"nqueens/family"
)

// A solution is written one number a line; the outcome names the form.
func Example() {
	problem := nqueens.Problem{Family: family.Queens, N: 6}
	request := nqueens.Request{Problem: problem, Task: nqueens.FindFirst}
	out := construct.Backend{}.Stream(context.Background(), request, os.Stdout)
	fmt.Println(out.Note)
	// Output:
	// 2
	// 4
	// 6
	// 1
	// 3
	// 5
	// form A1 of Hoffman, Loessi and Moore (1969)
}

// A form can be applied where it gives no solution; Why returns the reason.
func ExampleForm_Why() {
	b, err := construct.FormNamed("B")
	if err != nil {
		panic(err)
	}
	fmt.Println(slices.Collect(b.Numbers(6)))
	fmt.Println(b.Why(6))
	// Output:
	// [3 5 1 6 2 4]
	// B needs m mod 6 ≠ 0, and 6 mod 6 = 0
}

package external_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/external"
)

// The program echo prints the board's side: a wrong count, which the harness
// would catch.
func Example() {
	echo, err := external.Define("echo=echo {n}", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := echo.Run(context.Background(), nqueens.Request{
		Problem: nqueens.Problem{Family: nqueens.Queens, N: 8}, Task: nqueens.CountAll,
	}, nil)
	fmt.Println(o.Status, o.Count)

	_, err = external.Define("plain=./plain 8", "")
	fmt.Println(err)
	// Output:
	// solved 8
	// plain: command "./plain 8" does not say where the board's side goes: write {n} there, as in ./plain {n}
}

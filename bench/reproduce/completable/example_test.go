package completable_test

import (
	"context"
	"fmt"
	"log"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/bench/reproduce/completable"
	"nqueens/family"
)

// On a board of 12 any two queens can be completed, but some three cannot.
func ExampleTerm() {
	r, err := completable.Term(context.Background(), 12, completable.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.K, "queens can be completed")
	fmt.Println(r.Surveys[r.K-1].Placements, "placements of them")
	fmt.Println(len(r.Counterexample), "cannot")
	// Output:
	// 2 queens can be completed
	// 7700 placements of them
	// 3 cannot
}

// Some four queens on a board of 14 exclude every solution. Any solver can confirm this.
func ExampleRefute() {
	queens, err := completable.Refute(context.Background(), 14, 4, completable.Options{})
	if err != nil {
		log.Fatal(err)
	}
	p := nqueens.Problem{Family: family.Queens, N: 14, Given: queens.Squares()}
	outcome := bitmask.New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	fmt.Println(len(queens), "queens:", outcome.Count, "solutions")
	// Output: 4 queens: 0 solutions
}

package completable_test

import (
	"context"
	"fmt"
	"log"

	"nqueens"
	"nqueens/bench/reproduce/completable"
)

// Any two queens on a board of 12 can be completed; some three cannot.
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

// Six queens in the middle of a board of 24 block every solution.
func ExampleComplete() {
	given, err := nqueens.ParseSquares("j13 k10 l14 m11 n15 o12")
	if err != nil {
		log.Fatal(err)
	}
	_, found, err := completable.Complete(context.Background(), 24, given)
	fmt.Println(found, err)
	// Output: false <nil>
}

package exchange_test

import (
	"fmt"
	"log"

	"nqueens/bench/exchange"
)

// ExampleRead reads hyperfine's measurements of a solver with a time limit; the statuses follow
// from the exit codes.
func ExampleRead() {
	i, err := exchange.Read("solvers.json", []byte(`{"results": [
	  {"command": "timeout 10 minisat 4.cnf", "times": [1.5, 1.6], "exit_codes": [0, 0], "parameters": {"n": "4"}},
	  {"command": "timeout 10 minisat 9.cnf", "times": [10, 10], "exit_codes": [124, 124], "parameters": {"n": "9"}}]}`), exchange.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range i.Runs {
		fmt.Println(r.Problem, r.Contender, r.Status)
	}
	// Output:
	// n=4 timeout 10 minisat {n}.cnf solved
	// n=4 timeout 10 minisat {n}.cnf solved
	// n=9 timeout 10 minisat {n}.cnf timeout
	// n=9 timeout 10 minisat {n}.cnf timeout
}

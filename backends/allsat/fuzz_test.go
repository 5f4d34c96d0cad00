package allsat

import (
	"fmt"
	"strings"
	"testing"

	"nqueens/encode"
)

// FuzzCount parses formulas and compares every search method with brute force.
func FuzzCount(f *testing.F) {
	for _, text := range []string{
		"p cnf 0 0\n", "p cnf 3 0\n", "p cnf 2 1\n0\n", "p cnf 2 2\n1 0 -1 0\n",
		"p cnf 4 5\nc project 1 3 0\n1 -1 2 0 2 2 3 0 -3 4 0 3 -4 0 -2 -4 1 0\n",
		"p cnf 5 6\nc p show 2 2 5 0\n1 2 3 0 -1 -2 -3 0 1 -2 4 0 -4 5 0 -5 1 3 0 -1 4 5 0\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := encode.ReadDIMACS(strings.NewReader(text))
		if err != nil || formula.Variables > 14 || len(formula.Projection) > 60 {
			return
		}
		want := fmt.Sprint(len(bruteForce(formula)))
		for name, e := range enumerators(t, formula) {
			if got, err := e.Count(t.Context()); err != nil || got.String() != want {
				t.Fatalf("%s: %v, %v; brute force finds %s", name, got, err, want)
			}
			n := 0
			for range e.Models(t.Context()) {
				n++
			}
			if fmt.Sprint(n) != want {
				t.Fatalf("%s shows %d models of %s", name, n, want)
			}
		}
	})
}

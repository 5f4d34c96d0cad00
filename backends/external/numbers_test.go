package external_test

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/encode"
	"nqueens/family"
)

// TestLargestSum checks that a solver with largest-sum 10 gets no larger sums: not in the weights of a
// constraint, a bound or an objective, nor in the bounds that the steps to an optimum add to the objective.
func TestLargestSum(t *testing.T) {
	const described = "name: mine\nabout: a solver of mine\ninputs:\n  - format: opb\n    answer: competition\n    largest-sum: 10\n    first: true {input}\n    count: true {input}\n    counted: '(\\d)'\n"
	steps, err := external.ParseSolver("", []byte(described))
	if err != nil {
		t.Fatal(err)
	}
	alone, err := external.ParseSolver("", []byte(described+"    optimise: true {input}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, fits := range map[string]bool{
		"+5 x1 +5 x2 >= 6 ;":                   true,
		"+5 x1 +6 x2 >= 6 ;":                   false,
		"-5 x1 -6 x2 -2 x3 >= -3 ;":            false,
		"+2 x1 +3 x2 >= 11 ;":                  false, // never holds
		"min: +5 x1 +5 x2 ; +1 x1 +1 x2 >= 1;": true,
		"min: +5 x1 -6 x2 ; +1 x1 +1 x2 >= 1;": false,
		// It becomes two objectives; the second has the larger numbers.
		"min: +4611686018427387903 x1 +1 x2 +4611686018427387903 x3 ; +1 x1 +1 x2 +1 x3 >= 1;": false,
	} {
		p, err := encode.Reading{Format: encode.OPB}.Problem(family.Queens, "f.opb", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*external.Solver{steps, alone} {
			for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
				err := s.Supports(nqueens.Request{Problem: p, Task: task})
				if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "mine/opb holds weights that add up to at most 10,") {
					t.Errorf("%s of %s: %v", task, text, err)
				}
			}
		}
	}
}

// TestLargestSums checks that the built-in solvers refuse the numbers with which they end with
// errors, or with wrong answers, and support those at the limit.
func TestLargestSums(t *testing.T) {
	limits := map[string]int64{
		"clasp/opb": 1<<31 - 1, "clasp-frumpy/opb": 1<<31 - 1, "clasp": 1<<31 - 1, "clingo": 1<<31 - 1, "minizinc": 1<<31 - 2,
		"toulbar2": 1e15, "toulbar2/totalizer": 1e16, "cbc": 1 << 53, "glpsol": 1 << 53, "lp-solve": 1 << 53,
	}
	for _, s := range external.Solvers() {
		for name, most := range limits {
			backend, encoding, _ := strings.Cut(name, "/")
			if s.Describe().Name != backend {
				continue
			}
			if err := s.Installed(); err != nil {
				t.Log(err)
				continue
			}
			for more := range int64(2) {
				text := fmt.Sprintf("min: +%d x1 +%d x2 ; +1 x1 +1 x2 >= 1 ;", most/2+more, most-most/2)
				p, err := encode.Reading{Format: encode.OPB}.Problem(family.Queens, "f.opb", strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				err = s.Supports(nqueens.Request{Problem: p, Task: nqueens.Optimise, Encoding: encoding})
				if (err == nil) != (more == 0) {
					t.Errorf("%s with weights that add up to %d: %v", name, most+more, err)
				}
			}
		}
	}
}

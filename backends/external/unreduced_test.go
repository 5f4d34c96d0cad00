package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestUnreduced checks that a solver gets the whole problem if the unreduced one is requested, and
// that a prover gets the formula that proofs refute.
func TestUnreduced(t *testing.T) {
	s, err := ParseSolver("mine.yaml", []byte("name: mine\nabout: a test's\ninputs:\n  - format: dimacs\n    encodings: [pairwise]\n    answer: competition\n    first: mysat {input}\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := family.All().Parse("queens(6, given=a2)")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		unreduced, proving, whole bool
	}{{false, false, false}, {true, false, true}, {true, true, false}} {
		r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: "pairwise", Unreduced: test.unreduced}
		in, encoding := s.input(r)
		x := run{solver: s, request: r, input: in, proving: test.proving}
		x.outcome.Stats = map[string]int64{}
		file := filepath.Join(t.TempDir(), "problem.cnf")
		if err := x.write(t.Context(), file, encoding); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if whole := strings.Contains(string(content), "p cnf 36 "); whole != test.whole {
			t.Errorf("%+v: %.60s", test, content)
		}
	}
}

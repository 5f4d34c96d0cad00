package external

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// trivial lists problems that are decided without search, or nearly. count is the number of
// solutions, optimum the number of pieces in the best ones, if the problem has an objective.
var trivial = []struct {
	problem string
	count   uint64
	optimum int
}{
	{"queens(1)", 1, 0},
	{"queens(1, blocked=a1)", 0, 0},  // a line that needs a piece and has no square
	{"queens(4, given=a2+b4)", 1, 0}, // the rest is forced
	{"queens(2)", 0, 0},
	{"kings(1)", 1, 1},
	{"kings(1, blocked=a1)", 1, 0}, // no square, nothing to count
	{"kings(2, given=a1)", 1, 1},   // nothing left to count
	{"domination(1, blocked=a1)", 0, 0},
	{"p cnf 0 0\n", 1, 0},
	{"p cnf 0 1\n0\n", 0, 0},
	{"p cnf 2 2\n1 2 0\n0\n", 0, 0},
	{"p cnf 1 1\n1 0\n", 1, 0},
	{"p cnf 1 2\n1 0\n-1 0\n", 0, 0},
	{"p cnf 2 1\n1 -1 0\n", 4, 0}, // always true
}

// problemOf parses a formula's text or a problem's name.
func problemOf(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := nqueens.Problem{}, error(nil)
	if strings.HasPrefix(text, "p cnf") {
		p, err = encode.Reading{}.Problem(family.Queens, "trivial.cnf", strings.NewReader(text))
	} else {
		p, err = family.All().Parse(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTrivial runs each installed solver with the first encoding of each of its inputs, for each
// task that it supports.
func TestTrivial(t *testing.T) {
	for _, s := range Solvers() {
		t.Run(s.name(), func(t *testing.T) {
			if err := s.Installed(); err != nil {
				t.Skip(err)
			}
			for _, in := range s.description().Inputs {
				for _, want := range trivial {
					p := problemOf(t, want.problem)
					for _, task := range nqueens.Tasks() {
						r := nqueens.Request{Problem: p, Task: task, Encoding: in.Value.encodings[0], Seed: 1}
						slow := in.Value.Format.Squares && task == nqueens.FindAll // slow to start, and it searches as for count
						if slow || r.Validate() != nil || s.Supports(r) != nil {
							continue
						}
						shown := uint64(0)
						o := s.Run(t.Context(), r, func(nqueens.Solution) bool { shown++; return true })
						if o.Status == nqueens.Unsupported { // a part of it is not installed
							continue
						}
						if why := mistake(p, task, o, shown, want.count, want.optimum); why != "" {
							t.Errorf("%s: %s of %q: %s", r.Encoding, task, want.problem, why)
						}
					}
				}
			}
		})
	}
}

// mistake returns what is wrong with an answer, "" if nothing is.
func mistake(p nqueens.Problem, task nqueens.Task, o nqueens.Outcome, shown, count uint64, optimum int) string {
	switch {
	case !o.Status.Answered():
		return describe(o)
	case task.FindsOne() && (o.Status == nqueens.Solved) != (count > 0):
		return fmt.Sprintf("%s, and there are %d solutions", o.Status, count)
	case task.FindsOne() && count > 0 && p.Check(o.Solution) != nil:
		return fmt.Sprintf("%v: %v", o.Solution, p.Check(o.Solution))
	case task == nqueens.Optimise && count > 0 && (o.Optimum == nil || *o.Optimum != optimum):
		return fmt.Sprintf("%+v, and the best have %d", o, optimum)
	case !task.FindsOne() && (o.Count == nil || o.Count.String() != fmt.Sprint(count)):
		return fmt.Sprintf("counts %v, not %d", o.Count, count)
	case task == nqueens.FindAll && shown != count:
		return fmt.Sprintf("shows %d of %d", shown, count)
	}
	return ""
}

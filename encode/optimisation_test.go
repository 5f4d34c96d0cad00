package encode

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/opttest"
)

// assigned returns the solution of an assignment.
func assigned(p nqueens.Problem, a opttest.Assignment) nqueens.Solution {
	var s nqueens.Solution
	for _, v := range p.Formula.Variables() {
		if a>>(v-1)&1 == 1 {
			s = append(s, nqueens.Placement{Variable: v})
		}
	}
	return s
}

// valueOf returns the value that a formula's objective has in the text.
func valueOf(p nqueens.Problem, s nqueens.Solution) *big.Rat {
	if cost := p.Cost(s); cost != nil {
		return cost.Rat()
	}
	return big.NewRat(int64(p.Counted(s)), 1)
}

// TestOptimisationFormats reads random problems in each format, and compares for every assignment
// whether it is a solution, and the value of the objective, with the definition of the problem.
func TestOptimisationFormats(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 4))
	for _, format := range opttest.Formats() {
		solutions, scaled, wide := 0, 0, 0
		var name string
		for range 400 {
			q := format(r)
			name = q.Format
			p, err := (Reading{Format: q.Format}).Problem(family.Queens, "random", strings.NewReader(q.Text))
			if err != nil {
				t.Fatalf("%s: %v", q.Text, err)
			}
			if p.N != q.Variables || (p.Goal() != nqueens.NoGoal) != q.Optimises() || q.Optimises() && (p.Goal() == nqueens.Most) != q.Maximise {
				t.Fatalf("%v has %d variables and the goal %v of\n%s", p, p.N, p.Goal(), q.Text)
			}
			if p.Formula.Scale != nil {
				scaled++
			}
			if p.Wide() {
				wide++
			}
			for a := range opttest.Assignment(1) << q.Variables {
				value, want := q.Value(a)
				s := assigned(p, a)
				err := p.Check(s)
				if (err == nil) != want {
					t.Fatalf("%v: %v, want %v, of\n%s", s, err, want, q.Text)
				}
				if !want {
					continue
				}
				solutions++
				if !q.Optimises() {
					continue
				}
				if got := valueOf(p, s); got.Cmp(value) != 0 {
					t.Fatalf("%v has the value %v, want %v, of\n%s", s, got, value, q.Text)
				}
			}
		}
		if solutions < 400 || name == "wcnf" && (scaled < 20 || wide < 20) {
			t.Errorf("%s: %d solutions, %d with a scale, %d with several objectives", name, solutions, scaled, wide)
		}
	}
}

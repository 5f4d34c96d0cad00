package encode

import (
	"math/big"
	"math/rand/v2"
	"regexp"
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
		if a>>(opttest.NumberOf(p.Formula.VariableName(v))-1)&1 == 1 {
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
			if a := p.Formula.Survey(); a.Variables != q.Variables || a.Hidden != 0 || p.Formula.Numbered != q.Variables || a.Goal != "" != q.Optimises() {
				t.Fatalf("%+v, of\n%s", a, q.Text)
			}
			if m, err := p.Model(); err != nil || len(m.Placements) > q.Variables {
				if _, err := p.Conditioned([]int{q.Variables + 1}); err == nil {
					t.Fatalf("variable %d is not in\n%s", q.Variables+1, q.Text)
				}
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

// TestObjectivesWrittenAgain reads random problems, writes each in every format that can state an
// objective and is read, and compares the values of all assignments.
func TestObjectivesWrittenAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 7))
	compared := map[string]int{}
	for range 150 {
		q := opttest.Random(r, opttest.WCNF, opttest.OPB, opttest.WBO, opttest.LP, opttest.MPS)
		p, err := (Reading{Format: q.Format}).Problem(family.Queens, "random", strings.NewReader(q.Text))
		if err != nil {
			t.Fatal(err)
		}
		if p.Wide() || p.Goal() == nqueens.NoGoal {
			continue
		}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"wcnf", "opb", "lp", "mps"} {
			to, err := FormatNamed(format)
			if err != nil {
				t.Fatal(err)
			}
			pairwise, err := EncodingNamed("pairwise")
			if err != nil {
				t.Fatal(err)
			}
			statement, err := to.State(p, pairwise, true)
			if err != nil {
				continue
			}
			var text strings.Builder
			if err := statement.Write(&text); err != nil {
				t.Fatal(err)
			}
			again, err := (Reading{Format: format}).Problem(family.Queens, "again", strings.NewReader(text.String()))
			if err != nil {
				t.Fatalf("%v, reading\n%s", err, text.String())
			}
			if again.N > 14 {
				continue
			}
			// The variables of the text are the placements and what the encoding adds.
			best := map[string]*big.Rat{}
			for a := range opttest.Assignment(1) << again.N {
				s := assigned(again, a)
				if again.Check(s) != nil {
					continue
				}
				var own nqueens.Solution
				for i, at := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
					if a>>i&1 == 1 {
						own = append(own, at)
					}
				}
				own.Sort()
				value := valueOf(again, s)
				if again.Goal() != p.Goal() { // a maximum is written as the minimum of the negated value
					value.Neg(value)
				}
				if b := best[own.String()]; b == nil || value.Cmp(b) != 0 && (p.Goal() == nqueens.Most) == (value.Cmp(b) > 0) {
					best[own.String()] = value
				}
				if p.Check(own) != nil {
					t.Fatalf("%v is a solution of\n%s\nand not of\n%s", own, text.String(), q.Text)
				}
			}
			for a := range opttest.Assignment(1) << p.N {
				var own nqueens.Solution
				for i, at := range m.Placements[:p.N] {
					if a>>i&1 == 1 {
						own = append(own, at)
					}
				}
				if p.Check(own) != nil {
					continue
				}
				own.Sort()
				want := big.NewRat(int64(p.Counted(own)), 1) // multiplied as in the model
				if got := best[own.String()]; got == nil || got.Cmp(want) != 0 {
					t.Fatalf("%v has the value %v, want %v, in\n%s\nof\n%s", own, got, want, text.String(), q.Text)
				}
				compared[format]++
			}
		}
	}
	for _, format := range []string{"wcnf", "opb", "lp", "mps"} {
		if compared[format] < 200 {
			t.Errorf("%s: only %d solutions compared", format, compared[format])
		}
	}
}

// FuzzReadOptimisation checks that the readers of optimisation files end with a problem or with an
// error of one line, and that the value of the empty assignment can be computed.
func FuzzReadOptimisation(f *testing.F) {
	r := rand.New(rand.NewPCG(36, 8))
	for _, format := range opttest.Formats() {
		for range 3 {
			q := format(r)
			f.Add(q.Format, q.Text)
		}
	}
	long := regexp.MustCompile(`[0-9]{5}`) // numbers of variables that take much memory
	f.Fuzz(func(t *testing.T, format, text string) {
		if long.MatchString(text) {
			return
		}
		p, err := Reading{Format: format}.Problem(family.Queens, "fuzzed", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: an error of several lines: %v", text, err)
			}
			return
		}
		if p.Formula == nil || len(text) > 300 || p.N > 300 {
			return
		}
		if p.Check(nil) == nil && p.Goal() != nqueens.NoGoal {
			valueOf(p, nil)
		}
	})
}

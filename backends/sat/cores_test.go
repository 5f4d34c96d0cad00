package sat

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestBestOfFormulas compares the best values of random weighted formulas with those of all
// assignments.
func TestBestOfFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 6))
	cores, many := int64(0), 0
	for range 250 {
		n := 4 + r.IntN(7)
		m := &nqueens.Model{}
		for i := range n {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
		}
		for range 3 * n {
			var c nqueens.Clause
			for range 1 + r.IntN(3) {
				l := nqueens.Chosen(r.IntN(n))
				if r.IntN(3) == 0 {
					l = -l
				}
				c.Literals = append(c.Literals, l)
			}
			if len(c.Literals) > 1 {
				m.Clauses = append(m.Clauses, c)
			}
		}
		m.Objective.Goal = []nqueens.Goal{nqueens.Fewest, nqueens.Most}[r.IntN(2)]
		m.Objective.Fixed = r.IntN(5) - 2
		for i := range n {
			if w := []int64{1, 1, 2, 10, 13, 100, -1, -10}[r.IntN(8)]; r.IntN(5) > 0 {
				m.Objective.Over, m.Objective.Weights = append(m.Objective.Over, i), append(m.Objective.Weights, w)
			}
		}
		best, found := 0, false
		for a := range 1 << n {
			chosen := func(i int) bool { return a>>i&1 == 1 }
			if _, ok := m.Holds(chosen); !ok {
				continue
			}
			if v := m.Objective.Value(chosen); !found || m.Objective.Goal.Better(v, best) {
				best, found = v, true
			}
		}
		p := nqueens.NewFormula(nqueens.Formula{Name: "random"}, m)
		for _, b := range []backend{Cores(), GophersatMaxSAT()} {
			out := b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.Optimise}, nil)
			switch {
			case !found:
				if out.Status != nqueens.Unsatisfiable {
					t.Fatalf("%s: %+v, and there is no solution", b.Describe().Name, out)
				}
			case out.Status != nqueens.Solved || out.Optimum == nil || *out.Optimum != best || p.Counted(out.Solution) != best || p.Check(out.Solution) != nil:
				t.Fatalf("%s: %+v, and the best value is %d", b.Describe().Name, out, best)
			}
			cores += out.Stats["cores"]
			if out.Stats["cores"] > 2 {
				many++
			}
		}
	}
	if cores < 200 || many < 30 {
		t.Errorf("only %d cores, and %d formulas with more than two", cores, many)
	}
}

// TestBestOnBoards compares the best values on boards with those that the steps of gini find.
func TestBestOnBoards(t *testing.T) {
	for _, p := range []nqueens.Problem{
		{Family: family.Domination, N: 6}, {Family: family.Peaceable, N: 5}, {Family: family.Bishops, N: 5, Given: []nqueens.Square{{}}},
	} {
		r := nqueens.Request{Problem: p, Task: nqueens.Optimise}
		want := Gini().Run(t.Context(), r, nil)
		for _, b := range []backend{Cores(), GophersatMaxSAT()} {
			got := b.Run(t.Context(), r, nil)
			if want.Optimum == nil || got.Optimum == nil || *got.Optimum != *want.Optimum || p.Check(got.Solution) != nil {
				t.Errorf("%v: %s: %+v, and gini says %+v", p, b.Describe().Name, got, want)
			}
		}
	}
}

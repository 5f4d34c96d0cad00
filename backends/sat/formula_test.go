package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestFormula checks a formula of three variables and an auxiliary one: an assignment of the three
// counts once if some value of the fourth gives a model.
func TestFormula(t *testing.T) {
	m := &nqueens.Model{
		Placements:  []nqueens.Placement{{Variable: 1}, {Variable: 2}, {Variable: 3}, {Variable: 4}},
		Auxiliaries: 1,
		// The line's last placement is not part of a solution.
		Lines: []nqueens.Line{{Name: "line", Min: 1, Max: 1, Placements: []int{0, 3}}},
		Clauses: []nqueens.Clause{
			{Name: "clause", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.Chosen(1), nqueens.Chosen(2)}},
		},
	}
	for _, b := range exact() {
		if n := all(t, b, nqueens.NewFormula(nqueens.Formula{Name: "test"}, m), ""); n != 7 {
			t.Errorf("%s: %d solutions, not 7", b.description.Name, n)
		}
	}
	m.Lines[0].Min = 0 // both values of the fourth are possible if the first is false
	for _, b := range exact() {
		if n := all(t, b, nqueens.NewFormula(nqueens.Formula{Name: "test"}, m), ""); n != 7 {
			t.Errorf("%s: %d solutions, not 7", b.description.Name, n)
		}
	}
	m.Sums = []nqueens.Sum{{Name: "sum", Min: 3, Terms: []nqueens.Term{
		{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 1, Literal: nqueens.Chosen(1)}, {Weight: 2, Literal: nqueens.Chosen(2)},
	}}}
	p := nqueens.NewFormula(nqueens.Formula{Name: "test"}, m)
	for _, b := range exact() {
		if n := all(t, b, p, ""); n != 4 {
			t.Errorf("%s: %d solutions with the sum, not 4", b.description.Name, n)
		}
	}
	m.Sums = []nqueens.Sum{{Name: "two of three", Min: 3, Terms: []nqueens.Term{
		{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 2, Literal: nqueens.NotChosen(1)}, {Weight: 2, Literal: nqueens.Chosen(2)},
	}}}
	p = nqueens.NewFormula(nqueens.Formula{Name: "test"}, m)
	for _, b := range exact() { // 101, 001, 100, 111; the line contains all of them
		if n := all(t, b, p, ""); n != 4 {
			t.Errorf("%s: %d solutions with two of three, not 4", b.description.Name, n)
		}
	}
}

// TestSumsThatFix checks sums that fix literals, at once or after other constraints have fixed some, together
// with lines and clauses.
func TestSumsThatFix(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	fixing := 0
	for range 300 {
		n := 3 + r.IntN(4)
		m := &nqueens.Model{}
		for i := range n {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
		}
		some := func() []int { // placements, ascending
			list := r.Perm(n)[:1+r.IntN(n)]
			slices.Sort(list)
			return list
		}
		for range 1 + r.IntN(4) {
			sum, weight := nqueens.Sum{Name: "sum"}, 1+r.Int64N(3)
			for _, i := range some() {
				if unlike := r.IntN(6) == 0; unlike {
					weight = 1 + r.Int64N(4)
				}
				literal := nqueens.Chosen(i)
				if r.IntN(2) == 0 {
					literal = nqueens.NotChosen(i)
				}
				sum.Terms = append(sum.Terms, nqueens.Term{Weight: weight, Literal: literal})
			}
			sum.Min = 1 + r.Int64N(weight*int64(len(sum.Terms)))
			if _, least, _ := sum.AtLeast(); least == len(sum.Terms) {
				fixing++
			}
			m.Sums = append(m.Sums, sum)
		}
		m.Lines = []nqueens.Line{{Name: "line", Max: 2, Placements: some()}}
		m.Clauses = []nqueens.Clause{{Name: "clause", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.NotChosen(n - 1)}}}
		want := 0
		for choice := range 1 << n {
			if _, holds := m.Holds(func(i int) bool { return choice>>i&1 == 1 }); holds {
				want++
			}
		}
		if got := all(t, GophersatPB(), nqueens.NewFormula(nqueens.Formula{Name: "sums"}, m), ""); got != want {
			t.Fatalf("%d solutions, not %d, of %+v", got, want, *m)
		}
	}
	if fixing < 100 {
		t.Errorf("only %d sums fix something by themselves", fixing)
	}
}

// TestEqualNumbers checks that every backend supports two armies of equal size, which are a sum
// with all weights one.
func TestEqualNumbers(t *testing.T) {
	for _, c := range []struct {
		p    nqueens.Problem
		ways int
	}{
		{nqueens.Problem{Family: family.Peaceable, N: 4}, 112},
		{nqueens.Problem{Family: family.QueensKnights, N: 5}, 156},
		{nqueens.Problem{Family: family.Peaceable3, N: 4}, 144},
	} {
		for _, b := range exact() {
			if n := all(t, b, c.p, ""); n != c.ways {
				t.Errorf("%s: %d solutions of %v, not %d", b.description.Name, n, c.p, c.ways)
			}
		}
	}
}

// TestRepeatedLiteral checks that a clause with a repeated variable has the same meaning as without
// the repetition, also if its variables exclude each other.
func TestRepeatedLiteral(t *testing.T) {
	a, b := nqueens.Chosen(0), nqueens.Chosen(1)
	m := &nqueens.Model{
		Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}},
		Clauses: []nqueens.Clause{
			{Name: "either", Literals: []nqueens.Literal{a, a, b}},
			{Name: "not both", Literals: []nqueens.Literal{-a, -b}},
		},
	}
	for _, by := range exact() {
		if n := all(t, by, nqueens.NewFormula(nqueens.Formula{Name: "test"}, m), ""); n != 2 {
			t.Errorf("%s: %d solutions, not 2", by.description.Name, n)
		}
	}
}

// TestAuxiliaryGroup checks that the choice between two auxiliary placements, of which exactly one
// is chosen, does not give another solution.
func TestAuxiliaryGroup(t *testing.T) {
	a, b := nqueens.Chosen(1), nqueens.Chosen(2)
	m := &nqueens.Model{
		Placements:  []nqueens.Placement{{Variable: 1}, {Variable: 2}, {Variable: 3}},
		Auxiliaries: 2,
		Clauses:     []nqueens.Clause{{Name: "either", Literals: []nqueens.Literal{a, b}}, {Name: "not both", Literals: []nqueens.Literal{-a, -b}}},
	}
	for _, by := range exact() {
		if n := all(t, by, nqueens.NewFormula(nqueens.Formula{Name: "test"}, m), ""); n != 2 {
			t.Errorf("%s: %d solutions, not 2", by.description.Name, n)
		}
	}
}

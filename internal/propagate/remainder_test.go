package propagate

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// Why returns the reason found by Filtered, and "" if the model has an empty clause of its own or a
// single line shows the contradiction.
func TestWhy(t *testing.T) {
	formula := nqueens.NewFormula(nqueens.Formula{Name: "never"}, &nqueens.Model{Clauses: []nqueens.Clause{{Name: "clause 1"}}})
	board := func(text string) nqueens.Problem {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, test := range []struct {
		p    nqueens.Problem
		want string
	}{
		{formula, ""},
		{board("rooks(2, blocked=a1+b1)"), ""},
		{board("rooks(5, given=e5)"), ""},
		{board("rooks(5, blocked=c1+d1+e1+c2+d2+e2+c3+d3+e3)"), "3 lines share 2: rank 3, rank 2, rank 1; file b, file a"},
	} {
		m, err := Filtered(test.p)
		if err != nil {
			t.Fatal(err)
		}
		if got := Why(m); got != test.want {
			t.Errorf("%v: %q, want %q", test.p.Short(), got, test.want)
		}
	}
}

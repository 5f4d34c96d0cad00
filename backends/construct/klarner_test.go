package construct

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestKlarner checks for each size up to 31 whether Klarner's form places n² queens in n layers, and that it
// gives no solution for a size that Why refuses.
func TestKlarner(t *testing.T) {
	for n := 1; n <= 31; n++ {
		p := nqueens.Problem{Family: family.Queens3D, N: n}
		for _, p := range []nqueens.Problem{p, p.WithPieces(*nqueens.Exactly(n * n))} {
			r := nqueens.Request{Problem: p, Task: nqueens.FindFirst}
			refused := Backend{}.Supports(r)
			if wanted := n%2 != 0 && n%3 != 0 && n%5 != 0 && n%7 != 0; wanted != (refused == nil) {
				t.Errorf("%v: %v", p, refused)
			}
			if refused != nil {
				continue
			}
			o := Backend{}.Run(t.Context(), r, nil)
			if o.Status != nqueens.Solved || len(o.Solution) != n*n || (o.Optimum != nil) != (p.Pieces == nil) {
				t.Errorf("%v: %v, %d queens, optimum %v", p, o.Status, len(o.Solution), o.Optimum)
			}
			if err := p.Check(o.Solution); err != nil {
				t.Errorf("%v: %v", p, err)
			}
		}
		var s nqueens.Solution
		for k := range klarner().Numbers(n) {
			s = append(s, nqueens.On(len(s), k-1))
		}
		if klarner().Why(n) != nil && n > 3 && p.Check(s) == nil {
			t.Errorf("%v: %v, and it solves it", p, klarner().Why(n))
		}
	}
	for name, want := range map[string]string{
		"queens-3d(11, pieces=120)":  "klarner places 121 queens in 11 layers, not 120",
		"queens-3d(11, given=a2)":    "construct has a formula for empty boards of three dimensions only, not for queens-3d(11, given=a2)",
		"queens-3d(5, dimensions=4)": "construct has a formula for empty boards of three dimensions only, not for queens-3d(5, dimensions=4)",
		"queens-3d(9)":               "klarner needs m mod 3 ≠ 0, and 9 mod 3 = 0",
	} {
		if err := (Backend{}).Supports(first(t, name, "")); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if err := (Backend{}).Supports(first(t, "queens(11)", "klarner")); err == nil {
		t.Error("klarner takes a flat board")
	}
}

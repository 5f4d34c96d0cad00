package nqueens_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestGroup checks the names, products and inverses of symmetries by their effect on the squares.
func TestGroup(t *testing.T) {
	for text, size := range map[string]int{"torus(5)": 200, "semi-queens(3)": 36, "torus-domination(2)": 32, "queens-3d(3)": 48, "queens-3d(2, dimensions=4)": 384, "queens-3d(5, dimensions=2)": 8, "queens(4)": 8, "queens(3, files=4)": 4} {
		p := familytest.Parse(t, text)
		board, group := p.Board(), p.Group()
		if len(group) != size || group[0] != nqueens.Identity {
			t.Errorf("%v has %d symmetries, not %d, and first %v", p, len(group), size, group[0])
		}
		for _, g := range group {
			symmetric := p.SymmetricUnder(g)
			if again, err := family.All().Parse(symmetric.String()); err != nil || again.Symmetric != g {
				t.Fatalf("%v is read as %v, %v", symmetric, again, err)
			}
			h := group[(7*int(g>>8)+int(g)+11)%len(group)] // a different one
			product, back := board.After(g, h), board.Inverse(g)
			if !slices.Contains(group, product) || !slices.Contains(group, back) {
				t.Fatalf("%v after %v is %v, and %v undoes it", g, h, product, back)
			}
			for _, s := range board.Squares() {
				if to := g.Apply(board, h.Apply(board, s)); product.Apply(board, s) != to || back.Apply(board, g.Apply(board, s)) != s {
					t.Fatalf("%v after %v takes %v to %v, not %v; %v", g, h, s, product.Apply(board, s), to, back)
				}
			}
		}
	}
	for _, name := range []string{"shift:1", "shift:1:2:3", "shift:-1:0", "shift:0:0", "shift:70000:0", "axes:1:2", "axes:2:2", "axes:1:-3", "axes:0:1", "identity:shift:1:1", "half-turn:shift"} {
		if g, err := nqueens.ParseSymmetry(name); err == nil && !slices.Contains([]nqueens.Symmetry{nqueens.Axes(2, 1), nqueens.Axes(1, 2)}, g) {
			if (nqueens.Problem{Family: family.Queens3D, N: 3, Symmetric: g}).Validate() == nil || (nqueens.Problem{Family: family.Torus, N: 5, Symmetric: g}).Validate() == nil {
				t.Errorf("%s is a symmetry", name)
			}
		}
	}
	for _, text := range []string{"queens(8, symmetric=shift:1:0)", "torus(5, symmetric=axes:2:1)", "torus(5, symmetric=shift:5:0)"} {
		if _, err := family.All().Parse(text); err == nil {
			t.Errorf("%s makes sense", text)
		}
	}
}

// TestGroupKeepsTheModel applies every symmetry of every family to its Model.
func TestGroupKeepsTheModel(t *testing.T) {
	for _, f := range family.All() {
		for n := 1; n <= min(5, familytest.BruteForceSide(f, 5)+1); n++ {
			p := nqueens.Problem{Family: f, N: n}
			m, err := p.Model()
			if err != nil || m.Auxiliaries > 0 {
				continue
			}
			for _, g := range p.Group() {
				if !m.Keeps(p.Board(), g) {
					t.Errorf("%v: the Model changes under %v", p, g)
				}
			}
		}
	}
	m, _ := familytest.Parse(t, "queens(5)").Model()
	if m.Keeps(nqueens.NByN(5), nqueens.Shift(1, 0)) {
		t.Error("queens can be shifted round the edges")
	}
	m, _ = familytest.Parse(t, "queens(5, given=a1)").Model()
	if m.Keeps(nqueens.NByN(5), nqueens.MirrorFiles) || !m.Keeps(nqueens.NByN(5), nqueens.Transpose) {
		t.Error("a given piece is the same under symmetries that move it, or not under those that do not")
	}
}

// TestClasses checks that Classes returns one symmetry of each class of conjugate symmetries. Symmetries are
// compared by their effect on the squares.
func TestClasses(t *testing.T) {
	for _, text := range []string{"torus(5)", "semi-queens(3)", "queens-3d(3)", "queens(4)", "queens(3, files=4)"} {
		p := familytest.Parse(t, text)
		board, group := p.Board(), p.Group()
		moves := func(gs ...nqueens.Symmetry) (to string) { // the first of them is applied last
			for _, s := range board.Squares() {
				for _, g := range slices.Backward(gs) {
					s = g.Apply(board, s)
				}
				to += s.String()
			}
			return to
		}
		first := p.Classes()
		if first[0] != nqueens.Identity {
			t.Errorf("%v: first %v", p, first[0])
		}
		within := map[string]nqueens.Symmetry{} // the members of the classes of the returned symmetries, by their effect
		for _, g := range first {
			for _, k := range group {
				by := moves(k, g, board.Inverse(k))
				if other, there := within[by]; there && other != g {
					t.Fatalf("%v: %v and %v are conjugate", p, g, other)
				}
				within[by] = g
			}
		}
		if len(within) != len(group) {
			t.Errorf("%v: the classes have %d symmetries of %d", p, len(within), len(group))
		}
	}
}

// TestUpToSymmetryAsks checks the counts that CountUpToSymmetry requests: only one if there is no solution,
// and none after an error. A problem with an objective is refused, because the solutions with a symmetry need
// not be the best ones.
func TestUpToSymmetryAsks(t *testing.T) {
	asked := 0
	classes, fixed, err := familytest.Parse(t, "queens(3)").CountUpToSymmetry(func(nqueens.Problem) (*nqueens.Count, error) { asked++; return nqueens.NewCount(0), nil })
	if err != nil || asked != 1 || len(fixed) != 8 || classes.String() != "0" {
		t.Errorf("asked %d times of %d symmetries: %v, %v", asked, len(fixed), classes, err)
	}
	late := errors.New("late")
	if _, _, err := familytest.Parse(t, "queens(4)").CountUpToSymmetry(func(p nqueens.Problem) (*nqueens.Count, error) {
		if p.Symmetric == nqueens.HalfTurn {
			return nil, late
		}
		return nqueens.NewCount(2), nil
	}); err != late {
		t.Errorf("an error of one count becomes %v", err)
	}
	if _, _, err := familytest.Parse(t, "bishops(4)").CountUpToSymmetry(nil); err == nil || !strings.Contains(err.Error(), "first say how many pieces there are") {
		t.Error(err)
	}
}

// TestUnverifiedGroup checks that a family without a Group is refused if it has fewer symmetries
// than the square.
func TestUnverifiedGroup(t *testing.T) {
	lopsided := &nqueens.Family{Name: "lopsided", Build: func(p nqueens.Problem) *nqueens.Model {
		return &nqueens.Model{Placements: nqueens.Placed(p.Board().Squares()), Clauses: []nqueens.Clause{{Name: "a1", Literals: []nqueens.Literal{nqueens.Chosen(0)}}}}
	}}
	p := nqueens.Problem{Family: lopsided, N: 2}
	if _, _, err := p.CountUpToSymmetry(nil); err == nil || err.Error() != "lopsided(2): the family states the symmetry mirror-files, but that symmetry changes the Model" {
		t.Error(err)
	}
}

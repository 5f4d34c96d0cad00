package branch

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// filled returns the filling of a model, or nil if pieces of several kinds need not fill its board.
func filled(t *testing.T, m *nqueens.Model) (*run, *filling) {
	t.Helper()
	r := &run{ctx: t.Context(), model: m, stop: new(turns.Flag), cacheBytes: 1 << 16}
	f, err := r.filling()
	if err != nil {
		t.Fatal(err)
	}
	return r, f
}

// TestFilling checks for which problems the sets of squares of a digit are listed. Their number is the number
// of solutions for as many queens (OEIS A000170).
func TestFilling(t *testing.T) {
	for text, sets := range map[string]int{
		"latin-queens(5)":                    10,
		"latin-queens(7)":                    40,
		"latin-queens(9)":                    352,
		"latin-queens(10)":                   724,
		"latin-queens(11)":                   2680,
		"latin-queens(12)":                   0, // a cover takes too many nodes
		"latin-queens(13)":                   0, // too many sets
		"latin-queens(5, extra=1)":           0,
		"latin-queens(5, given=2@a1)":        0,
		"latin-queens(5, blocked=c3)":        0,
		"latin-queens(3, pieces=7, extra=1)": 0,
		"disjoint-queens(5)":                 0,
		"magic(5)":                           0,
		"queens(6)":                          0,
		"peaceable(4)":                       0,
	} {
		_, m := modelOf(t, text)
		got := 0
		if _, f := filled(t, m); f != nil {
			got = len(f.sets)
		}
		if got != sets {
			t.Errorf("%s: %d sets, not %d", text, got, sets)
		}
	}
}

// TestFillingNeedsEverySquare checks that kinds do not fill the board if a square may have several
// kinds or none.
func TestFillingNeedsEverySquare(t *testing.T) {
	_, m := modelOf(t, "latin-queens(5)")
	for i, l := range m.Lines {
		if l.Name == "square c3" {
			m.Lines = append(m.Lines[:i:i], m.Lines[i+1:]...)
			break
		}
	}
	if _, f := filled(t, m); f != nil {
		t.Error("a board is filled though one square need not be")
	}
}

// TestLatinQueensByFilling checks the published counts of Latin queens. The queen's graphs of 8 to 10 squares
// a side cannot be coloured with as many colours (OEIS A088202), that of 7 can.
func TestLatinQueensByFilling(t *testing.T) {
	for _, n := range []int{5, 7, 8, 9, 10} {
		p := nqueens.Problem{Family: family.LatinQueens, N: n}
		known, ok := p.Known()
		if o := (Backend{}).Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil); !ok || o.Count == nil || o.Count.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, not %v", p, o.Count, known.Count)
		}
		o := (Backend{}).Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		if none := n > 7; none != (o.Status == nqueens.Unsatisfiable) || !none && p.Check(o.Solution) != nil {
			t.Errorf("%v: %v %v", p, o.Status, o.Solution)
		}
	}
}

// TestFillingOfModels checks on boards with random lines that the number of ways to fill them is
// that found by brute force.
func TestFillingOfModels(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 19))
	used, none := 0, 0
	for range 20000 {
		m := interchangeable(random)
		r, f := filled(t, m)
		if f == nil {
			continue
		}
		used++
		ways := len(modeltest.BruteForce(m))
		if ways == 0 {
			none++
		}
		if o := r.fill(f, nqueens.CountAll, answer.To(nqueens.CountAll, nil)); o.Count == nil || o.Count.Cmp(nqueens.NewCount(uint64(ways))) != 0 {
			t.Fatalf("%+v: %v ways, not %d", m, o.Count, ways)
		}
	}
	if used < 100 || none == 0 || none == used {
		t.Errorf("%d of %d models that are filled have no solution", none, used)
	}
}

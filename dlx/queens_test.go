package dlx_test

import (
	"fmt"
	"slices"
	"testing"

	"nqueens/dlx"
)

// queens returns the n-queens problem as an exact cover: rank t is r<t>, file t is c<t>, the
// diagonals with more than one square are secondary, and the options are the squares in row-major
// order.
func queens(tb testing.TB, n int, primary, secondary []string) *dlx.Problem {
	tb.Helper()
	for d := 1; d <= 2*n-3; d++ {
		secondary = append(secondary, fmt.Sprint("a", d), fmt.Sprint("b", d))
	}
	p, err := dlx.NewProblem(primary, secondary)
	if err != nil {
		tb.Fatal(err)
	}
	for r := range n {
		for c := range n {
			square := []string{fmt.Sprint("r", r), fmt.Sprint("c", c)}
			for _, d := range []string{fmt.Sprint("a", r+c), fmt.Sprint("b", n-1-r+c)} {
				if slices.Contains(secondary, d) {
					square = append(square, d)
				}
			}
			if err := p.AddNamedOption(square...); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return p
}

// organPipe returns the ranks and files in Knuth's order, from the middle outwards.
func organPipe(n int) (primary []string) {
	for j := range n {
		t := (n + j) / 2
		if j%2 == 1 {
			t = (n - 1 - j) / 2
		}
		primary = append(primary, fmt.Sprint("r", t), fmt.Sprint("c", t))
	}
	return primary
}

// lines returns names for n lines of one kind, in natural order.
func lines(kind string, n int) (names []string) {
	for t := range n {
		names = append(names, fmt.Sprint(kind, t))
	}
	return names
}

// queensOrders are the three orders of items for which Knuth gives figures.
var queensOrders = []struct {
	name  string
	build func(tb testing.TB, n int) *dlx.Problem
}{
	{"organ-pipe", func(tb testing.TB, n int) *dlx.Problem {
		return queens(tb, n, organPipe(n), nil)
	}},
	{"natural", func(tb testing.TB, n int) *dlx.Problem {
		return queens(tb, n, append(lines("r", n), lines("c", n)...), nil)
	}},
	{"ranks-only", func(tb testing.TB, n int) *dlx.Problem {
		var ranks []string
		for _, name := range organPipe(n) {
			if name[0] == 'r' {
				ranks = append(ranks, name)
			}
		}
		return queens(tb, n, ranks, lines("c", n))
	}},
}

// queensFigures are the solutions, nodes and updates that Knuth's program DLX1
// reports for the same problem. The solutions are OEIS A000170.
var queensFigures = []struct {
	order                     string
	n                         int
	solutions, nodes, updates uint64
}{
	{"organ-pipe", 1, 1, 2, 3},
	{"organ-pipe", 2, 0, 3, 19},
	{"organ-pipe", 3, 0, 4, 56},
	{"organ-pipe", 4, 2, 13, 183},
	{"organ-pipe", 5, 10, 46, 572},
	{"organ-pipe", 6, 4, 93, 1497},
	{"organ-pipe", 7, 40, 334, 5066},
	{"organ-pipe", 8, 92, 1049, 16680},
	{"organ-pipe", 9, 352, 3440, 54818},
	{"organ-pipe", 10, 724, 11578, 198264},
	{"organ-pipe", 11, 2680, 45393, 783140},
	{"organ-pipe", 12, 14200, 211716, 3594752},
	{"organ-pipe", 13, 73712, 1046319, 17463157},
	{"organ-pipe", 14, 365596, 5474542, 91497926},
	{"organ-pipe", 15, 2279184, 31214675, 513013152},
	{"organ-pipe", 16, 14772512, 193032021, 3134588055},
	{"natural", 1, 1, 2, 3},
	{"natural", 2, 0, 3, 19},
	{"natural", 3, 0, 6, 70},
	{"natural", 4, 2, 17, 225},
	{"natural", 5, 10, 52, 694},
	{"natural", 6, 4, 111, 1929},
	{"natural", 7, 40, 372, 6222},
	{"natural", 8, 92, 1199, 21111},
	{"natural", 9, 352, 4663, 82196},
	{"natural", 10, 724, 16448, 310367},
	{"natural", 11, 2680, 69528, 1332056},
	{"natural", 12, 14200, 327813, 6249000},
	{"natural", 13, 73712, 1651935, 31254467},
	{"natural", 14, 365596, 8770997, 166103511},
	{"natural", 15, 2279184, 50612130, 948546471},
	{"natural", 16, 14772512, 312512659, 5801583739},
	{"ranks-only", 12, 14200, 312729, 5173071},
	{"ranks-only", 13, 73712, 1589968, 26071148},
}

// TestQueensFigures reproduces Knuth's figures exactly up to largestQueens, which the build tag
// "long" raises. The bits engine visits the same number of nodes.
func TestQueensFigures(t *testing.T) {
	for _, order := range queensOrders {
		for _, want := range queensFigures {
			if want.order != order.name || want.n > largestQueens {
				continue
			}
			p := order.build(t, want.n)
			for _, engine := range engines {
				t.Run(fmt.Sprintf("%s/%d/%v", order.name, want.n, engine), func(t *testing.T) {
					s := p.NewSearch(dlx.Config{Engine: engine})
					got, err := s.Count(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					st := s.Stats()
					if got != want.solutions || st.Solutions != want.solutions {
						t.Errorf("%d solutions (%d in Stats), want %d", got, st.Solutions, want.solutions)
					}
					if st.Nodes != want.nodes {
						t.Errorf("%d nodes, want %d", st.Nodes, want.nodes)
					}
					if engine == dlx.Dancing && st.Updates != want.updates || engine == dlx.Bits && st.Updates != 0 {
						t.Errorf("%d updates, want %d of dancing links only", st.Updates, want.updates)
					}
				})
			}
		}
	}
}

package reproduce

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"nqueens"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/instance"
)

// roots summarises the instances of a recipe that both bitmask and linear answered.
type roots struct {
	instances, unsolvable int
	atRoot, later, found  int // numbers of instances refuted by the relaxation at the root, or later; and of solutions that it found
}

func (r *roots) include(other roots) {
	r.instances, r.unsolvable = r.instances+other.instances, r.unsolvable+other.unsolvable
	r.atRoot, r.later, r.found = r.atRoot+other.atRoot, r.later+other.later, r.found+other.found
}

// rootsOf compares the answers of a search with those of the relaxation, instance by instance.
func rootsOf(search, relaxation *summary.Cell) (r roots) {
	relaxed, stop := iter.Pull(relaxation.Answers())
	defer stop()
	for a := range search.Answers() {
		b, ok := relaxed()
		if !ok {
			break
		}
		if !a.Status.Answered() || a.Wrong || b.Wrong {
			continue
		}
		r.instances++
		if a.Status == nqueens.Unsatisfiable {
			r.unsolvable++
		}
		nodes, _ := b.Stats.Of("nodes")
		switch {
		case b.Status == nqueens.Solved:
			r.found++
		case b.Status != nqueens.Unsatisfiable:
		case nodes == 1: // before any branching or probing
			r.atRoot++
		default:
			r.later++
		}
	}
	return r
}

// relaxed describes one kind of instances for which the relaxation is examined.
type relaxed struct {
	kind              instance.Kind
	name, file, title string
	x                 func(n, size float64) float64
	axis              string
}

func relaxedKinds() []relaxed {
	const title = "Unsolvable instances with %s that the linear relaxation refutes"
	return []relaxed{
		{instance.ExcludedDiagonals, "excluded diagonals", "linear-excluded", fmt.Sprintf(title, "excluded diagonals"), func(n, d float64) float64 { return d / n }, "excluded diagonals for each row, d/n"},
		{instance.Blocked, "blocked squares", "linear-blocked", fmt.Sprintf(title, "blocked squares"), kappa, "kappa"},
	}
}

// reportRelaxation writes where the linear relaxation decides the instances.
func reportRelaxation(_ context.Context, p *page.Page, e evidence) error {
	rows := [][]string{{"instances", "n", "tried", "without a solution", "refuted at the root", "share [95 %]", "later", "solutions found"}}
	var figures []chart.Figure
	for _, kind := range relaxedKinds() {
		f := chart.Points{
			Name: kind.file, Title: kind.title, Caption: "The share of those without a solution, with the 95 % interval (Wilson).",
			X: chart.Scale{Title: kind.axis, Even: true}, Y: chart.Scale{Title: "refuted at the root", Shares: true},
		}
		for n := 1; n <= nqueens.MaxModelSize; n++ {
			series, all := kind.line(e.Summary.Pooled, n)
			if all.instances == 0 {
				continue
			}
			series.Look = len(f.Series)
			f.Series = append(f.Series, series)
			low, high := stats.Wilson(all.atRoot, all.unsolvable)
			rows = append(rows, []string{
				kind.name, fmt.Sprint(n), fmt.Sprint(all.instances), fmt.Sprint(all.unsolvable), fmt.Sprint(all.atRoot),
				fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*float64(all.atRoot)/max(1, float64(all.unsolvable)), 100*low, 100*high),
				fmt.Sprint(all.later), fmt.Sprintf("%d of %d", all.found, all.instances-all.unsolvable),
			})
		}
		if len(f.Series) > 0 {
			figures = append(figures, f.Figure())
		}
	}
	p.Table(rows)
	p.Text("The shares are over all sizes tried, of which the charts have each: they are no property of n alone. What the root does not refute it says nothing about, and it finds few solutions: a search has to stand beside it.")
	p.Figure(figures...)
	return nil
}

// line returns, for boards of size n, the share of unsolvable instances that the relaxation refutes at the
// root, as a series, and the sum of their roots.
func (k relaxed) line(cells []*summary.Cell, n int) (s chart.Series, all roots) {
	s = chart.Series{Name: fmt.Sprintf("n = %d", n), Joined: true}
	for _, search := range cells {
		if search.Backend != "bitmask" || search.N != n || search.Origin.Kind != k.kind {
			continue
		}
		i := slices.IndexFunc(cells, func(c *summary.Cell) bool {
			return c.Backend == "linear" && c.Origin.Recipe == search.Origin.Recipe
		})
		if i < 0 {
			continue
		}
		r := rootsOf(search, cells[i])
		if all.include(r); r.unsolvable > 0 {
			low, high := stats.Wilson(r.atRoot, r.unsolvable)
			s.Points = append(s.Points, chart.Point{X: k.x(float64(n), float64(search.Origin.Size)), Y: float64(r.atRoot) / float64(r.unsolvable), Low: low, High: high, Of: r.unsolvable})
		}
	}
	return s, all
}

// kappa returns the constrainedness of n queens with b blocked squares: the fraction of the logarithm of the
// number of solutions that the blocks are expected to remove. At 1 one solution is expected to remain.
func kappa(n, b float64) float64 {
	return -n * (math.Log2(n-b/n) - math.Log2(n)) / logSolutions(n)
}

// logSolutions returns the binary logarithm of n!/2.54^n, approximately the number of solutions of n queens,
// by Stirling's formula.
func logSolutions(n float64) float64 {
	return math.Log2(2*math.Pi*n)/2 + n*math.Log2(n/(2.54*math.E))
}

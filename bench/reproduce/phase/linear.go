package phase

import (
	"fmt"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/instance"
)

// linear solves the linear relaxation, a kind of solver that the published experiments do
// without.
var linear = backends.Contender{Backend: "linear"}

// rootLimit is how long it has for an instance: the root takes some milliseconds, and where
// that does not decide the search after it hardly ever does. Most instances take all of it.
const rootLimit = 100 * time.Millisecond

// The boards that it is tried on.
var (
	rootDiagonals = []int{12, 16, 20, 24}
	rootBlocked   = []int{16, 20, 24}
)

// mostRoot is how many instances of each size it is given.
const mostRoot = 100

// blockedInstances are ours with blocked squares, where a part has those beside others.
const blockedInstances sweepKind = "own, blocked"

// planLinear has boards from where nearly every one has a solution to where none has.
func (study *Study) planLinear() {
	for _, n := range rootDiagonals {
		lists := slices.DeleteFunc(secondOf(diagonalLists(n, n*13/10, false)), func(l *list) bool { return 2*l.size < n })
		study.add(newSweep(partLinear, n, ownInstances, lists), false, mostRoot, bitmask, linear)
	}
	for _, n := range rootBlocked {
		var lists []*list
		for i, b := range blocksAround(n) {
			if i%2 == 0 {
				lists = append(lists, newList(instance.Recipe{Kind: instance.Blocked, N: n, Size: b, Least: publishedLeast}))
			}
		}
		study.add(newSweep(partLinear, n, blockedInstances, lists), false, mostRoot, bitmask, linear)
	}
}

// roots is what became of instances that both bitmask and linear were given.
type roots struct {
	size, instances      int
	unsolvable           int
	atRoot, later, found int // refuted by the relaxation at the root, or after it; solutions that it found
}

func (r *roots) include(other roots) {
	r.instances, r.unsolvable = r.instances+other.instances, r.unsolvable+other.unsolvable
	r.atRoot, r.later, r.found = r.atRoot+other.atRoot, r.later+other.later, r.found+other.found
}

// rootsOf compares two samples of one list.
func rootsOf(search, relaxation sample) (r roots) {
	r.size = search.list.size
	for i := range min(len(search.answers), len(relaxation.answers)) {
		a, b := search.answers[i], relaxation.answers[i]
		if !a.right() || b.Wrong() {
			continue
		}
		r.instances++
		if a.Status() == nqueens.Unsatisfiable {
			r.unsolvable++
		}
		switch {
		case b.Status() == nqueens.Solved:
			r.found++
		case b.Status() != nqueens.Unsatisfiable:
		case b.stat("nodes") == 1: // before any branching or probing
			r.atRoot++
		default:
			r.later++
		}
	}
	return r
}

// reportLinear says where the linear relaxation decides, and where it does not.
func (study *Study) reportLinear(p *page.Page) {
	head := []string{"instances", "n", "tried", "without a solution", "refuted at the root", "share [95 %]", "later", "solutions found"}
	rows := [][]string{head}
	var figures []chart.Figure
	for _, kind := range []struct {
		sweepKind
		sizes             []int
		name, file, title string
		x                 func(n, size float64) float64
		axis              string
	}{
		{ownInstances, rootDiagonals, "excluded diagonals", "linear-excluded", "Unsolvable instances with excluded diagonals that the linear relaxation refutes",
			func(n, d float64) float64 { return d / n }, "excluded diagonals for each row, d/n"},
		{blockedInstances, rootBlocked, "blocked squares", "linear-blocked", "Unsolvable instances with blocked squares that the linear relaxation refutes", kappa, "kappa"},
	} {
		var series []chart.Series
		for i, n := range kind.sizes {
			relaxed := study.samples(partLinear, n, kind.sweepKind, linear)
			var all roots
			s := chart.Series{Name: fmt.Sprintf("n = %d", n), Look: i, Joined: true}
			for _, search := range study.samples(partLinear, n, kind.sweepKind, bitmask) {
				other, ok := ofSize(relaxed, search.list.size)
				if !ok {
					continue
				}
				r := rootsOf(search, other)
				all.include(r)
				if r.unsolvable > 0 {
					low, high := stats.Wilson(r.atRoot, r.unsolvable)
					s.Points = append(s.Points, chart.Point{X: kind.x(float64(n), float64(r.size)), Y: float64(r.atRoot) / float64(r.unsolvable), Low: low, High: high, Of: r.unsolvable})
				}
			}
			if all.instances == 0 {
				continue
			}
			series = append(series, s)
			low, high := stats.Wilson(all.atRoot, all.unsolvable)
			rows = append(rows, []string{kind.name, fmt.Sprint(n), fmt.Sprint(all.instances), fmt.Sprint(all.unsolvable), fmt.Sprint(all.atRoot),
				fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*float64(all.atRoot)/max(1, float64(all.unsolvable)), 100*low, 100*high),
				fmt.Sprint(all.later), fmt.Sprintf("%d of %d", all.found, all.instances-all.unsolvable)})
		}
		if len(series) > 0 {
			figures = append(figures, chart.Points{
				Name: kind.file, Title: kind.title, Caption: "The share of those without a solution, with the 95 % interval (Wilson).",
				X: chart.Scale{Title: kind.axis, Even: true}, Y: chart.Scale{Title: "refuted at the root", Shares: true}, Series: series,
			}.Figure())
		}
	}
	if len(rows) == 1 {
		return
	}
	p.Heading("The linear relaxation")
	p.Text("Rows and columns = 1, diagonals at most 1, every open square from 0 to 1 of a queen: where this has no solution there is none, and a sum of constraints, tested in integers, says so. The paper has no such contender. Here it has %v for an instance of our own; bitmask says which have a solution. “Later” is by probing squares or by branch and bound, in the same time.", rootLimit)
	p.Table(rows)
	p.Text("The shares are over all sizes tried, of which the charts have each: they are no property of n alone. What the root does not refute it says nothing about, and it finds few solutions: a search has to stand beside it.")
	p.Figure(figures...)
}

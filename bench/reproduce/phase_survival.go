package reproduce

import (
	"fmt"

	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
)

// survival is the fraction of runs that took more than so much.
func survival(name string, look int, e spreadOf) chart.Series {
	s := chart.Series{Name: name, Look: look, Joined: true, Bare: true}
	n := len(e.values)
	for i, v := range e.values {
		if i+1 < n && e.values[i+1] == v {
			continue // the last of equal values tells how many are greater
		}
		if rest := n - i - 1; rest > 0 {
			s.Points = append(s.Points, chart.Point{X: v, Y: float64(rest) / float64(n)})
		}
	}
	return s
}

// survivalChart draws several of them.
func survivalChart(name, title string, series []chart.Series) chart.Figure {
	return chart.Points{
		Name: name, Title: title,
		Caption: "The fraction of runs with more nodes than x. A straight line down is a heavy tail: means are made by rare giants.",
		X:       chart.Scale{Title: "nodes x", Log: true}, Y: chart.Scale{Title: "fraction of runs with more", Log: true, Shares: true},
		Series: series,
	}.Figure()
}

// reportSurvival draws the tails around the hardest size and far from it.
func (l *laboratory) reportSurvival(p *page.Page) {
	n := l.largest(theirs)
	them, us := l.of(partDiagonals, n, publishedInstances, theirs), l.of(partDiagonals, n, publishedInstances, ours)
	k, ok := peakOf(them, nodes)
	if !ok {
		return
	}
	var series []chart.Series
	for _, d := range []int{k.meanAt - 6, k.meanAt - 3, k.meanAt, k.meanAt + 4} {
		if s, ok := ofSize(them, d); ok {
			series = append(series, survival(fmt.Sprintf("bit-solver, d = %d", d), len(series), nodes(s)))
		}
	}
	if s, ok := ofSize(us, k.meanAt); ok {
		series = append(series, survival(fmt.Sprintf("bitmask, d = %d", k.meanAt), len(series), nodes(s)))
	}
	p.Figure(survivalChart("excluded-survival", fmt.Sprintf("The tail of the nodes, excluded diagonals, n = %d", n), series))
}

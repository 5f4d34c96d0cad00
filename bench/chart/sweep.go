package chart

import (
	"nqueens/bench/stats"
)

// SharesChart is a chart of the part of instances that have a solution, with a level at one
// half.
func SharesChart(name, title, caption, axis string, series []Series) Points {
	return Points{
		Name: name, Title: title, Caption: caption,
		X: Scale{Title: axis, Even: true}, Y: Scale{Title: "fraction solvable", Shares: true},
		Series: series, Levels: []Level{{Value: 0.5, Name: "one half"}},
	}
}

// Shares is a series of proportions with their 95 % intervals (Wilson). A point of nothing is
// left out.
func Shares(name string, look int, points []stats.Counted) Series {
	s := Series{Name: name, Look: look, Joined: true}
	for _, p := range points {
		if p.N == 0 {
			continue
		}
		low, high := stats.Wilson(p.K, p.N)
		s.Points = append(s.Points, Point{X: p.X, Y: float64(p.K) / float64(p.N), Low: low, High: high, Of: p.N})
	}
	return s
}

// Spread is how values at a place spread.
type Spread struct {
	X  float64
	Of stats.Distribution
}

// BandCaption says what the series of Band show.
const BandCaption = "Line: the mean. Shaded: from the median to the 99th percentile; thin, the 90th."

// Band draws spreads: the mean as a line, the area between the median and the 99th
// percentile, and the 90th as a thin line. A place without values is left out.
func Band(name string, look int, spreads []Spread) []Series {
	mean := Series{Name: name, Look: look, Joined: true, Shaded: true}
	ninety := Series{Look: look, Joined: true, Bare: true}
	for _, s := range spreads {
		n := len(s.Of.Values)
		if n == 0 {
			continue
		}
		mean.Points = append(mean.Points, Point{X: s.X, Y: s.Of.Mean, Low: s.Of.Median(), High: s.Of.Quantile(0.99), Of: n})
		ninety.Points = append(ninety.Points, Point{X: s.X, Y: s.Of.Quantile(0.9), Of: n})
	}
	return []Series{mean, ninety}
}

package chart

import (
	"slices"
	"strings"

	"nqueens/bench"
	"nqueens/bench/summary"
)

// Effort draws what backends count while they search, such as nodes or
// conflicts, against the size: one chart for each family and task with at least
// three sizes, or with as many as the run has, and each unit of work. Unlike
// times these numbers are the same on every machine. A contender that counts
// nodes or conflicts is left out of the charts of decisions, propagations and
// steps, which say the same of it once more.
func Effort(cells []summary.Cell, opt Options) []Figure {
	const nodes, updates, conflicts, steps = "nodes", "updates", "conflicts", "steps" // steps are those of random searches
	described := contendersThatCount(cells, nodes)
	for contender := range contendersThatCount(cells, conflicts) {
		described[contender] = true
	}
	var figures []Figure
	for _, key := range []string{nodes, updates, conflicts, "decisions", "propagations", steps} {
		// A time-out is marked only for those that count in this unit.
		counting := contendersThatCount(cells, key)
		bars := "A count that is the same on every machine"
		if key == steps {
			bars = "The median over the runs, each with a seed of its own"
		}
		further := !slices.Contains([]string{nodes, updates, conflicts}, key)
		figures = append(figures, againstSize(cells, opt, measure{
			slug:  key,
			least: 3,
			title: func(g group) string { return strings.ToUpper(key[:1]) + key[1:] + " to " + g.question() },
			axis:  key,
			bars:  bars,
			unit:  effort,
			read:  count(key),
			shows: func(s series) bool { return counting[s.name] && !(further && described[s.name]) },
		})...)
	}
	return figures
}

// count reads how much of a unit of work an answer took.
func count(key string) interval {
	return func(c summary.Cell) (bench.Interval, bool) {
		v, ok := c.Stats[key]
		return bench.Interval{Median: float64(v)}, ok && c.Timed()
	}
}

// contendersThatCount are those that told a unit of work of any answer.
func contendersThatCount(cells []summary.Cell, key string) map[string]bool {
	counting := map[string]bool{}
	for _, c := range cells {
		if _, ok := count(key)(c); ok {
			counting[c.Contender.String()] = true
		}
	}
	return counting
}

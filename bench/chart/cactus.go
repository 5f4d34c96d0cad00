package chart

import (
	"fmt"
	"slices"

	"nqueens/bench"
)

// Cactus draws how many problems each contender answers if each may take a
// given time, one chart for each task with at least five problems: the further
// right and the lower a line, the better.
func Cactus(cells []bench.Cell, opt Options) []Figure {
	lineup := newLineup(cells, opt)
	var figures []Figure
	for _, task := range tasks(cells) {
		var asked []bench.Cell
		var problems []string
		for _, c := range cells {
			if c.Task == task {
				asked = append(asked, c)
				problems = append(problems, c.Problem)
			}
		}
		slices.Sort(problems)
		problems = slices.Compact(problems)
		if len(problems) < fewProblems {
			continue
		}
		var lines []line
		var values []float64
		for _, s := range lineup.series(asked) {
			solved := s.sorted()
			if len(solved) == 0 {
				continue
			}
			l := line{name: s.name, note: fmt.Sprintf(": %d", len(solved)), look: s.look}
			for i, t := range solved {
				l.points = append(l.points, point{x: float64(i + 1), value: t, low: t, high: t})
			}
			lines = append(lines, l)
			values = append(values, solved...)
		}
		if len(lines) == 0 {
			continue
		}
		limit := sharedLimit(asked)
		caption := fmt.Sprintf("How many of the %d problems a contender answers if each may take so long, and beside its name how many in all; %s.",
			len(problems), lineup.legend())
		if limit > 0 {
			caption += fmt.Sprintf(" Time limit %.4g s (dashed).", limit)
			values = append(values, limit)
		}
		c := lineChart{
			x: countAxis(len(problems)), y: logAxis(seconds, values),
			xTitle: "problems answered", yTitle: "time of one answer",
			lines: lines, level: limit, sparse: true,
		}
		f := newFigure("cactus-"+string(task), "Problems answered within a time: "+taskWords(task), caption, leftOut(asked))
		figures = append(figures, c.on(f))
	}
	return figures
}

// fewProblems is how many problems a chart over all of them needs; fewer are
// better read in the charts of their times.
const fewProblems = 5

// sorted are the times of the answers, shortest first.
func (s series) sorted() []float64 {
	var list []float64
	for _, c := range s.cells {
		if c.Timed() && finite(c.Seconds.Median) {
			list = append(list, c.Seconds.Median)
		}
	}
	slices.Sort(list)
	return list
}

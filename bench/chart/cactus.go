package chart

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
)

// Cactus draws how many problems each contender answers if each may take a
// given time, one chart for each task with at least five problems: the further
// right and the lower a line, the better. What was not answered, or wrongly, is
// no part of a line, so that it ends the sooner.
func Cactus(cells []summary.Cell, opt Options) []Figure {
	return cactus{
		title: "Problems answered within a time", yTitle: "time of one answer", within: "if each may take so long",
		unit: seconds, read: times, limited: true,
	}.figures(cells, opt)
}

// EffortCactus draws how many instances each contender answers within a number
// of nodes, and of conflicts, one chart for each task and of these units. Unlike
// times these numbers are the same on every machine.
func EffortCactus(cells []summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, key := range []string{"nodes", "conflicts"} {
		figures = append(figures, cactus{
			slug: key + "-", title: "Problems answered within a number of " + key, yTitle: key, within: "with so many " + key,
			unit: effort, read: count(key),
		}.figures(cells, opt)...)
	}
	return figures
}

// cactus says what a cactus plot measures.
type cactus struct {
	slug, title, yTitle string
	within              string // "if each may take so long"
	unit                unit
	read                interval
	limited             bool // the time limit is a line across
}

func (m cactus) figures(cells []summary.Cell, opt Options) []Figure {
	lineup := newLineup(cells, opt)
	var figures []Figure
	for _, task := range tasks(cells) {
		cells := filter(cells, func(c summary.Cell) bool { return c.Task == task })
		list := lineup.series(cells)
		if !m.limited { // the others count something else
			list = slices.DeleteFunc(list, func(s series) bool { return len(s.sorted(m.read)) == 0 })
		}
		if c, ok := m.chart(list, problems(cells)); ok {
			caption := fmt.Sprintf("How many of the %d problems a contender answers %s, and beside its name how many in all; %s.",
				problems(cells), m.within, lineup.legend())
			if m.limited {
				if c.level = sharedLimit(cells); c.level > 0 {
					caption += fmt.Sprintf(" Time limit %.4g s (dashed).", c.level)
				}
			}
			c.y = logAxis(m.unit, c.values())
			notes := append(leftOut(cells), endings(list)...)
			notes = append(notes, uncounted(list, m.read, m.yTitle)...)
			figures = append(figures, c.on(newFigure("cactus-"+m.slug+string(task), m.title+": "+taskWords(task), caption, notes)))
		}
	}
	return figures
}

// chart is the lines over so many problems; ok is false if those are few or
// none was answered.
func (m cactus) chart(list []series, problems int) (c lineChart, ok bool) {
	for _, s := range list {
		l := line{name: s.name, look: s.look}
		for i, v := range s.sorted(m.read) {
			v = m.unit.clamp(v)
			l.points = append(l.points, point{x: float64(i + 1), value: v, low: v, high: v})
		}
		if l.note = fmt.Sprintf(": %d", len(l.points)); len(l.points) > 0 {
			c.lines = append(c.lines, l)
		}
	}
	c.x, c.xTitle, c.yTitle, c.sparse = countAxis(problems), "problems answered", m.yTitle, true
	return c, problems >= fewProblems && len(c.lines) > 0
}

// fewProblems is how many problems a chart over all of them needs; fewer are
// better read in the charts of their times.
const fewProblems = 5

func problems(cells []summary.Cell) int {
	return len(distinct(cells, func(c summary.Cell) string { return c.Problem }))
}

// sorted are the values of the answers, lowest first.
func (s series) sorted(read interval) []float64 {
	var list []float64
	for _, c := range s.cells {
		if i, ok := read(c); ok && finite(i.Median) {
			list = append(list, i.Median)
		}
	}
	slices.Sort(list)
	return list
}

// uncounted says of how many answers a line does not show the value: a solver may
// print no number of conflicts where it had none.
func uncounted(list []series, read interval, what string) []string {
	var parts []string
	for _, s := range list {
		missing := 0
		for _, c := range s.cells {
			if _, ok := read(c); c.Timed() && !ok {
				missing++
			}
		}
		if missing > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", s.name, missing))
		}
	}
	if parts == nil {
		return nil
	}
	return []string{"Answers that told no number of " + what + " and are no part of the line: " + strings.Join(parts, ", ") + "."}
}

// endings says how the runs on instances ended that no line shows.
func endings(list []series) []string {
	var parts []string
	for _, s := range list {
		counts := map[nqueens.Status]int{}
		for _, c := range s.cells {
			if c.Instance != "" {
				counts[c.Status]++
			}
		}
		var words []string
		for _, status := range failures {
			if n := counts[status]; n > 0 {
				words = append(words, fmt.Sprintf("%s %d", statusName(status), n))
			}
		}
		if words != nil {
			parts = append(parts, s.name+": "+strings.Join(words, ", "))
		}
	}
	if parts == nil {
		return nil
	}
	return []string{"No answer: " + strings.Join(parts, "; ") + "."}
}

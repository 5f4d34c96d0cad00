package chart

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Cactus draws for each contender how many problems it answers within a given time each (or within
// the quantity of opt.Quantity). The further right and the lower a line, the better. There is one
// chart per task with at least two contenders and five problems (or fewer, if the task has only
// instances). Wrong answers and runs without an answer are not part of a line.
func Cactus(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, q := range opt.quantities(cells) {
		figures = append(figures, q.cactus(cells, opt)...)
	}
	return figures
}

// EffortCactus draws Cactus for the units nodes and conflicts.
func EffortCactus(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, q := range units(cells) {
		if q.slug == "nodes" || q.slug == "conflicts" {
			figures = append(figures, q.cactus(cells, opt)...)
		}
	}
	return figures
}

func (q quantity) cactus(cells []*summary.Cell, opt Options) []Figure {
	lineup := newLineup(cells, opt)
	var figures []Figure
	for _, task := range tasks(cells) {
		cells := filter(cells, func(c *summary.Cell) bool { return c.Task == task })
		list := lineup.series(cells)
		if q.slug != "" { // the other contenders count another unit
			list = slices.DeleteFunc(list, func(s series) bool { return len(s.sorted(q.read)) == 0 })
		}
		if len(list) < 2 { // one line compares nothing, and drawing a million results would take long
			continue
		}
		for _, r := range races(list, enough(cells)) {
			if len(r.list) < 2 {
				continue
			}
			x := r.contest()
			for i, s := range r.list {
				for k, c := range s.cells { // newRace made a copy of the list
					r.list[i].cells[k] = x.Limited(c)
				}
			}
			c, ok := q.lines(r)
			if !ok {
				continue
			}
			title, caption := q.within(len(r.questions), task)
			if within := x.Within(); within != "" {
				caption += ", " + within
			}
			caption += "; " + lineup.legend() + "."
			if limit := limitOf(r.list); q.slug == "" && limit > 0 {
				caption += " Time limit " + limitName(limit)
				if slices.ContainsFunc(r.list, func(s series) bool { return s.reasons(len(r.questions))[statusName(nqueens.Timeout)] > 0 }) {
					c.level = limit
					caption += " (dashed)"
				}
				caption += "."
			}
			c.y = opt.axis(q.unit, c.values())
			drawn := filter(cells, func(c *summary.Cell) bool { return r.questions[questionOf(c)] })
			notes := slices.Concat(unfinished(r.open), late(x), leftOut(drawn), q.starts(drawn), endings(r), q.uncounted(r.list), thinned(r.list), absent(list, r), choices(r.list), fewer(len(r.questions)))
			f := c.on(newFigure("cactus-"+q.named(string(task)), title, caption, notes))
			f.Plot = c.plot(q.unit, task, limitOf(r.list))
			figures = append(figures, f)
		}
	}
	return figures
}

// race is a set of contenders that were all run on the same questions.
type race struct {
	questions map[question]bool
	open      int // number of questions without a result from at least one contender
	list      []series
}

// newRace returns a race of all series in list that were run on all the questions. The race covers
// the questions for which each of them has a result. asked holds, for each series, its questions
// and whether they have a result.
func newRace(questions map[question]bool, list []series, asked []map[question]bool) race {
	r := race{questions: maps.Clone(questions)}
	for i, s := range list {
		covers := true
		for q := range questions {
			if _, covers = asked[i][q]; !covers {
				break
			}
		}
		if covers {
			r.list = append(r.list, s)
			maps.DeleteFunc(r.questions, func(q question, _ bool) bool { return !asked[i][q] })
		}
	}
	r.open = len(questions) - len(r.questions)
	for i, s := range r.list {
		r.list[i] = s.over(r.questions)
	}
	return r
}

// contest returns the terms on which the contenders of a race are compared.
func (r race) contest() summary.Contest {
	var cells []*summary.Cell
	for _, s := range r.list {
		cells = append(cells, filter(s.all, func(c *summary.Cell) bool { return r.questions[questionOf(c)] })...)
	}
	return summary.NewContest(cells)
}

// races returns the races with at least the given number of questions. Each is over the questions of one contender,
// with all contenders that were run on these. The first race has the most lines times questions. A
// further race is added only for contenders that are in no earlier race, and only if it has a
// second contender.
func races(list []series, least int) []race {
	var all []race
	questions := make([]map[question]bool, len(list))
	for i, s := range list {
		questions[i] = asked(s.all)
	}
	for i := range list {
		if slices.ContainsFunc(questions[:i], func(o map[question]bool) bool { return maps.Equal(o, questions[i]) }) {
			continue // the race of that contender includes it
		}
		r := newRace(questions[i], list, questions)
		if len(r.questions) >= least {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b race) int {
		return cmp.Compare(len(b.list)*len(b.questions), len(a.list)*len(a.questions))
	})
	drawn := map[string]bool{}
	return slices.DeleteFunc(all, func(r race) bool {
		news := false
		for _, s := range r.list {
			news = news || !drawn[s.name]
		}
		if !news || len(drawn) > 0 && len(r.list) < 2 {
			return true
		}
		for _, s := range r.list {
			drawn[s.name] = true
		}
		return false
	})
}

// absent returns a note that names the series of the list that are not in the race.
func absent(list []series, r race) []string {
	var parts []string
	for _, s := range list {
		if !slices.ContainsFunc(r.list, func(o series) bool { return o.name == s.name }) {
			parts = append(parts, s.name)
		}
	}
	if parts == nil {
		return nil
	}
	return []string{"Not drawn, because they were not run on all these problems: " + strings.Join(parts, ", ") + "."}
}

// mostMarks is the largest number of answers that a cactus plot draws per contender; more would
// overlap.
const mostMarks = 10_000

// thinned returns a note if only some of the answers are drawn.
func thinned(list []series) []string {
	most := 0
	for _, s := range list {
		most = max(most, len(s.cells))
	}
	if most <= mostMarks {
		return nil
	}
	return []string{fmt.Sprintf("Of each contender with more than %[1]d answers, %[1]d evenly spaced ones are drawn.", mostMarks)}
}

// lines returns the line chart of a race; ok is false if no problem was answered.
func (q quantity) lines(r race) (c lineChart, ok bool) {
	for _, s := range r.list {
		l := line{name: s.name, look: s.look}
		answers := s.sorted(q.read)
		step := (len(answers)-1)/mostMarks + 1
		for i, v := range answers {
			if i%step != 0 && i < len(answers)-1 {
				continue
			}
			v.value = q.unit.clamp(v.value)
			l.points = append(l.points, point{x: float64(i + 1), value: v.value, low: v.value, high: v.value, problem: v.problem})
		}
		l.note = fmt.Sprintf(": %d%s", len(answers), s.unanswered(len(r.questions)))
		if len(l.points) > 0 {
			c.lines = append(c.lines, l)
		}
	}
	c.x, c.xTitle, c.yTitle, c.sparse = countAxis(len(r.questions)), "problems answered", q.axis, true
	return c, len(c.lines) > 0
}

// unanswered returns a text for the line's name: the reason why answers are missing if there is
// only one, else the number of problems without an answer (a note below the chart then has the
// reasons).
func (s series) unanswered(questions int) string {
	reasons, total := s.reasons(questions), 0
	for reason, n := range reasons {
		if total += n; len(reasons) == 1 {
			return fmt.Sprintf("; %s %d", reason, n)
		}
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("; no answer %d", total)
}

// reasons returns how many of the questions have no answer, by reason.
func (s series) reasons(questions int) map[string]int {
	reasons := map[string]int{"skipped": questions - len(s.cells)}
	for _, c := range s.cells {
		switch {
		case c.Wrong:
			reasons[c.WrongWord()]++
		case !c.Timed():
			reasons[statusName(c.Status)]++
		}
	}
	maps.DeleteFunc(reasons, func(_ string, n int) bool { return n == 0 })
	return reasons
}

// fewProblems is the least number of problems for a chart over all problems. Charts of times show
// fewer problems better.
const fewProblems = 5

func problems(cells []*summary.Cell) int {
	return len(distinct(cells, func(c *summary.Cell) string { return c.Problem }))
}

// sorted returns the values of the answers, lowest first.
func (s series) sorted(read interval) []point {
	var list []point
	for _, c := range s.cells {
		if i, ok := read(c); ok && finite(i.Median) {
			list = append(list, point{value: i.Median, problem: c.Problem})
		}
	}
	slices.SortStableFunc(list, func(a, b point) int { return cmp.Compare(a.value, b.value) })
	return list
}

// uncounted returns a note with the number of answers whose value is unknown, by series. A solver
// may omit the number of conflicts if there were none.
func (q quantity) uncounted(list []series) []string {
	var parts []string
	for _, s := range list {
		missing := 0
		for _, c := range s.cells {
			if _, ok := q.read(c); c.Timed() && !ok {
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
	_, what, _ := strings.Cut(q.amount, " ")
	return []string{"Answers without a " + what + ", not part of the line: " + strings.Join(parts, ", ") + "."}
}

// endings returns a note with the statuses of runs without an answer, for the lines whose names do
// not show them.
func endings(r race) []string {
	var parts []string
	for _, s := range r.list {
		if len(s.reasons(len(r.questions))) == 1 && len(s.sorted(times)) > 0 {
			continue
		}
		counts := map[nqueens.Status]int{}
		for _, c := range s.cells {
			counts[c.Status]++
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

// enough returns the least number of problems of a task for a chart in which each point or line
// combines several problems: fewProblems. If all problems of the task are instances, any number
// suffices, because no other chart shows instances.
func enough(ofTask []*summary.Cell) int {
	if n := problems(ofTask); n > 0 && len(instances(ofTask)) == len(ofTask) {
		return min(fewProblems, n)
	}
	return fewProblems
}

// fewer returns a note if the given number of problems is less than fewProblems, too small for a
// ranking, and nil otherwise.
func fewer(questions int) []string {
	if questions >= fewProblems {
		return nil
	}
	return []string{fmt.Sprintf("Only %s: too few for a ranking or a test of differences, which need %d.", table.Plural(questions, "problem"), fewProblems)}
}

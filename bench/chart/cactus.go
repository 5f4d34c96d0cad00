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

// Cactus draws how many problems each contender answers if each may take a given time,
// or what else opt.Quantity says, one chart for each task with at least five problems, or all instances, that two
// contenders or more were asked: the further right and the lower a line, the better. What was
// not answered, or wrongly, is no part of a line, so that it ends the sooner.
func Cactus(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, q := range opt.quantities(cells) {
		figures = append(figures, q.cactus(cells, opt)...)
	}
	return figures
}

// EffortCactus is Cactus of nodes and of conflicts.
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
		if q.slug != "" { // the others count something else
			list = slices.DeleteFunc(list, func(s series) bool { return len(s.sorted(q.read)) == 0 })
		}
		if len(list) < 2 { // a line alone compares nobody, whatever it answered of a million
			continue
		}
		for _, r := range races(list, enough(cells)) {
			if len(r.list) < 2 {
				continue
			}
			x := r.contest()
			for i, s := range r.list {
				for k, c := range s.cells { // a list of its own since newRace
					r.list[i].cells[k] = x.Held(c)
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

// race is contenders over the same questions: each was asked them all.
type race struct {
	questions map[question]bool
	open      int // how many more questions one of them has no result for yet
	list      []series
}

// newRace has all in the list take part that were asked these questions, over those of
// them for which all of these have a result.
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

// contest is on what terms the contenders of a race compare.
func (r race) contest() summary.Contest {
	var cells []*summary.Cell
	for _, s := range r.list {
		cells = append(cells, filter(s.all, func(c *summary.Cell) bool { return r.questions[questionOf(c)] })...)
	}
	return summary.NewContest(cells)
}

// races are over the questions of some contender, so many at least, with all that were asked them
// too. The first has the most lines and questions; a further one is for
// contenders that are in none before it, and has a rival for them if it can.
func races(list []series, least int) []race {
	var all []race
	questions := make([]map[question]bool, len(list))
	for i, s := range list {
		questions[i] = asked(s.all)
	}
	for i := range list {
		if slices.ContainsFunc(questions[:i], func(o map[question]bool) bool { return maps.Equal(o, questions[i]) }) {
			continue // it is in that one's race
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

// absent names those that are in the list and not in the race.
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
	return []string{"Not asked all of these problems and not drawn here: " + strings.Join(parts, ", ") + "."}
}

// mostMarks is how many answers of one contender a cactus plot draws: more lie on each other.
const mostMarks = 10_000

// thinned says of how many answers one is drawn, where there are too many.
func thinned(list []series) []string {
	most := 0
	for _, s := range list {
		most = max(most, len(s.cells))
	}
	if most <= mostMarks {
		return nil
	}
	return []string{fmt.Sprintf("Of more than %d answers of one contender as many are drawn, evenly chosen.", mostMarks)}
}

// lines are those of a race; ok is false if none was answered.
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

// unanswered says why a line ends before the last of so many questions: the one
// reason that there is, or else how many have no answer; the foot has the reasons.
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

// reasons are why there is no answer to some of so many questions, and to how many.
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

// fewProblems is how many problems a chart over all of them needs; fewer are
// better read in the charts of their times.
const fewProblems = 5

func problems(cells []*summary.Cell) int {
	return len(distinct(cells, func(c *summary.Cell) string { return c.Problem }))
}

// sorted are the values of the answers, lowest first.
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

// uncounted says of how many answers a line does not show the value: a solver may
// print no number of conflicts where it had none.
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
	return []string{"Answers that told no " + what + " and are no part of the line: " + strings.Join(parts, ", ") + "."}
}

// endings says how those runs ended of which no line's name says it: a line has
// several reasons, or there is none.
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

// enough is how many problems of a task charts over them need: fewer where it has only some instances, of which
// what there is is drawn.
func enough(ofTask []*summary.Cell) int {
	if n := problems(ofTask); n > 0 && len(instances(ofTask)) == len(ofTask) {
		return min(fewProblems, n)
	}
	return fewProblems
}

// fewer says of a chart over so few problems what it is worth.
func fewer(questions int) []string {
	if questions >= fewProblems {
		return nil
	}
	return []string{fmt.Sprintf("%s: too little to rank by, and no differences are told. From %d on charts over them do.", table.Plural(questions, "problem"), fewProblems)}
}

package summary

import (
	"fmt"
	"maps"
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/family"
	"nqueens/internal/table"
)

// timesTables returns the cells of boards, grouped by family and task, in the order of the plan.
func (s Summary) timesTables() [][]*Cell {
	return grouped(filter(s.Cells, func(c *Cell) bool { return c.Instance == "" }), (*Cell).table)
}

func (s Summary) writeTimes(t *textWriter) {
	few, tied, untold, later := false, false, 0, 0
	for _, c := range s.Cells {
		tied = tied || c.Tied && c.Instance == ""
		if c.TooFewRuns && c.Instance == "" {
			untold++
		}
		few = few || c.Timed() && !c.Seconds.Enough && c.Instance == ""
		if c.Skipped == NotRun {
			later++
		}
	}
	for _, times := range s.timesTables() {
		t.times(times, "median time of one answer [95 % interval]", (*Cell).Text)
		for _, line := range gaps(times) {
			t.explain("%s\n", line)
		}
	}
	if tied {
		t.explain("\n=: no significant difference from the fastest (Mann-Whitney test, Holm's correction over the table)\n")
	}
	if untold > 0 {
		t.explain("\nunmarked (%d): too few runs for the corrected test to find a difference from the fastest\n", untold)
	}
	if few {
		t.explain("\n*: too few runs for an interval (six at least)\n")
	}
	if later > 0 {
		t.explain("\n…: %s (%d of %d cells; the run is not finished)\n", NotRun, later, len(s.Cells))
	}
}

// times writes a table with a row for each contender, a column for each problem and a text for each
// cell. In the header, problems other than bare boards have numbers, which are explained below the
// table. Bare boards come first, sorted by size.
func (t *textWriter) times(cells []*Cell, what string, text func(*Cell) string) {
	rows, named := timesRows(cells, text)
	t.explain("\n%s, task %s: %s\n", cells[0].Family, cells[0].Task, what)
	t.rows(rows, fullWidth)
	for i, name := range named {
		t.explain("#%d: %s\n", i+1, name)
	}
}

func timesRows(cells []*Cell, text func(*Cell) string) (rows [][]string, named []string) {
	rows = [][]string{{""}}
	column := map[string]int{}
	line := map[string]int{}
	ordered := slices.SortedStableFunc(slices.Values(cells), func(a, b *Cell) int {
		switch {
		case a.bare() == b.bare():
			return a.N - b.N
		case a.bare():
			return -1
		}
		return 1
	})
	for _, c := range ordered {
		if column[c.Problem] == 0 {
			column[c.Problem] = len(rows[0])
			head := fmt.Sprint(c.N)
			if !c.bare() {
				named = append(named, c.Problem)
				head += fmt.Sprintf(" #%d", len(named))
			}
			rows[0] = append(rows[0], head)
		}
	}
	for _, c := range cells {
		if line[c.Contender.String()] == 0 {
			line[c.Contender.String()] = len(rows)
			rows = append(rows, []string{c.Contender.String()})
		}
	}
	for i := range rows[1:] {
		rows[i+1] = append(rows[i+1], make([]string, len(column))...)
	}
	for _, c := range cells {
		rows[line[c.Contender.String()]][column[c.Problem]] = text(c)
	}
	return rows, named
}

// TimesTables returns a table of median times for each family and task, with a row for each
// contender. It leaves out instances, which are too many for columns. A table with more than the
// given number of problems has no rows, only a note.
func (s Summary) TimesTables(most int) (tables []Table) {
	for _, cells := range s.timesTables() {
		t := Table{Title: fmt.Sprintf("%s, task %s: median time of one answer [95 %% interval]", cells[0].Family, cells[0].Task)}
		if n := problems(cells); n > most {
			t.Notes = fmt.Sprintf("%s are too many for the columns of a table; summary.csv has their times.", table.Plural(n, "problem"))
		} else {
			rows, named := timesRows(cells, (*Cell).Text)
			t.Rows = rows
			t.Notes = "=: no significant difference from the fastest (Mann-Whitney test, Holm's correction over the table). *: too few runs for an interval."
			for i, name := range named {
				t.Notes += fmt.Sprintf(" #%d: %s.", i+1, name)
			}
			for _, line := range gaps(cells) {
				t.Notes += " " + line + "."
			}
		}
		tables = append(tables, t)
	}
	return tables
}

// Text returns the text of the cell in a table of times; gaps explains a "-".
func (c *Cell) Text() string {
	switch {
	case c.Open:
		return c.WrongWord()
	case c.Wrong:
		return "WRONG"
	case c.Skipped == NotRun:
		return "…"
	case c.Skipped != "":
		return "-"
	case !c.Timed():
		return string(c.Status)
	case !c.Seconds.Enough:
		return table.Duration(c.Seconds.Median) + "*"
	}
	text := table.DurationBetween(c.Seconds.Median, c.Seconds.Low, c.Seconds.High)
	if c.Tied {
		text += "="
	}
	return text
}

// gaps returns lines that state why cells have no time: "skipped: gini, count, queens(12) to
// queens(13): timeout at queens(11)". Cells that reached a limit need no line.
func gaps(cells []*Cell) []string {
	var lines []string
	for _, cells := range gapsOf(cells) {
		bySize := func(a, b *Cell) int { return a.N - b.N }
		from := slices.MinFunc(cells, bySize).Problem
		if to := slices.MaxFunc(cells, bySize).Problem; to != from {
			from += " to " + to
		}
		g := cells[0].gap()
		lines = append(lines, fmt.Sprintf("%s: %s, %s, %s: %s", g.what, g.who, g.task, from, g.why))
	}
	return lines
}

// gap is the reason why a contender has no time for a task.
type gap struct {
	what, who, why string
	task           nqueens.Task
}

// gap returns the cell's gap; what is "" if the cell has a time or reached a limit itself.
func (c *Cell) gap() gap {
	g := gap{who: c.Contender.String(), task: c.Task}
	switch {
	case c.Skipped != "" && c.Skipped != NotRun:
		g.what, g.why = "skipped", c.Skipped
	case c.Status != "" && !c.Status.Answered() && c.Status != nqueens.Timeout && c.Status != nqueens.MemoryLimit:
		g.what, g.why = string(c.Status), c.Reason
	}
	return g
}

// gapsOf groups the cells with the same gap.
func gapsOf(cells []*Cell) [][]*Cell {
	return grouped(filter(cells, func(c *Cell) bool { return c.gap().what != "" }), (*Cell).gap)
}

// writeRatios writes for each family and task how many times as fast as the baseline each contender
// is, and separately the published ratios.
func (s Summary) writeRatios(t *textWriter) {
	short, unsure := false, false
	for _, times := range s.timesTables() {
		times = filter(times, func(c *Cell) bool { return c.Speedup.Median != 0 && c.Contender.String() != s.Baseline() })
		if len(times) == 0 {
			continue
		}
		for _, c := range times {
			short = short || mostlyStart(c) || mostlyStart(c.base)
			unsure = unsure || c.SpeedupP >= stats.Level
		}
		t.times(times, "against "+s.Baseline()+" [90 % interval of the ratio]", (*Cell).ratioText)
	}
	if unsure {
		t.explain("\n~: no significant difference from %s (Mann-Whitney test, Holm's correction over the table)\n", s.Baseline())
	}
	if short {
		t.explain("\nbelow %s the time of an external program consists mostly of its start\n", table.Duration(bench.ShortWork.Seconds()))
	}
	s.writePublished(t)
}

// ratioText returns the text of the cell in a table of ratios.
func (c *Cell) ratioText() string {
	text := table.Speed(c.Speedup.Median) + "*"
	if c.Speedup.Enough {
		text = table.SpeedBetween(c.Speedup.Median, c.Speedup.Low, c.Speedup.High)
	}
	if c.SpeedupP >= stats.Level {
		text += " ~"
	}
	return text
}

func (s Summary) writePublished(t *textWriter) {
	var families []string
	for _, f := range family.All() {
		families = append(families, f.Name)
	}
	for _, p := range s.Experiment.Published {
		if !slices.Contains(families, p.Family) {
			families = append(families, p.Family)
		}
	}
	for _, family := range families {
		var list []bench.Published
		sizes := map[int]bool{}
		for _, p := range s.Experiment.Published {
			if p.Family == family {
				list = append(list, p)
				for n := range p.Ratios {
					sizes[n] = true
				}
			}
		}
		if list == nil {
			continue
		}
		columns := slices.Sorted(maps.Keys(sizes))
		rows := [][]string{{""}}
		for _, n := range columns {
			rows[0] = append(rows[0], fmt.Sprint(n))
		}
		for _, p := range list {
			row := []string{p.Name}
			for _, n := range columns {
				text := ""
				if ratio, ok := p.Ratios[n]; ok {
					text = table.Digits(ratio)
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
		t.explain("\npublished, another machine: %s, task %s: times as fast as a program like %s\n", family, nqueens.CountAll, s.Baseline())
		t.rows(rows, fullWidth)
		for _, p := range list {
			t.explain("%s: %s\n", p.Name, p.Source)
		}
	}
}

package summary

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/internal/table"
)

// InstanceKind is what is known about the solutions of an instance.
type InstanceKind int

// The values of InstanceKind, in the order in which they are shown.
const (
	Solvable InstanceKind = iota
	Unsolvable
	Undecided
)

// InstanceKindNames returns the names of the kinds, indexed by kind.
func InstanceKindNames() []string { return []string{"with a solution", "without", "undecided"} }

// String returns the name of the kind.
func (k InstanceKind) String() string { return InstanceKindNames()[k] }

// InstanceKinds returns the kind of each instance among the cells' problems, by the answers that
// are not wrong.
func InstanceKinds(cells []*Cell) map[string]InstanceKind {
	return instanceKinds(slices.Values(ofFiles(cells)))
}

func instanceKinds(cells iter.Seq[*Cell]) map[string]InstanceKind {
	kinds := map[string]InstanceKind{}
	for c := range cells {
		switch _, seen := kinds[c.Problem]; {
		case !c.Timed() && !seen:
			kinds[c.Problem] = Undecided
		case !c.Timed():
		case c.Empty():
			kinds[c.Problem] = Unsolvable
		default:
			kinds[c.Problem] = Solvable
		}
	}
	return kinds
}

// InstanceScore summarises a contender's results on all instances of a task, which are the problems
// of a plan that came from files.
type InstanceScore struct {
	Task      nqueens.Task
	Contender string
	// With and Without are the numbers of solved instances with and without a solution.
	With, Without int
	// The numbers of instances that ended in other ways.
	Timeouts, Memory, Unknown, Crashed, Unsupported, Wrong, NotRun int
	// Median is over all instances that were run, answered or not; an instance without a right
	// answer counts as infinity. It is NaN without any.
	Median float64
	// Mean and Total are over the answers only; NaN without any.
	Mean, Total float64
	// Fastest is the number of instances on which no other contender took less time.
	Fastest int
}

// Empty reports whether the cell's answer is that there is no solution.
func (c *Cell) Empty() bool { return c.Status == nqueens.Unsatisfiable || c.Count == "0" }

// instanceScores returns each contender's score for each task on instances, sorted by task and then
// by the number of answers, largest first.
func instanceScores(cells []*Cell) []InstanceScore {
	least := map[question]float64{} // the least time
	for _, c := range cells {
		if c.Timed() && !c.suspect {
			least[c.question()] = min(cmp.Or(least[c.question()], c.Seconds.Median), c.Seconds.Median)
		}
	}
	var scores []InstanceScore
	for _, mine := range grouped(cells, func(c *Cell) [2]string { return [2]string{string(c.Task), c.Contender.String()} }) {
		s := InstanceScore{Task: mine[0].Task, Contender: mine[0].Contender.String()}
		s.gather(slices.Values(mine), least)
		scores = append(scores, s)
	}
	slices.SortStableFunc(scores, func(a, b InstanceScore) int {
		return cmp.Or(compareTasks(a.Task, b.Task), b.With+b.Without-a.With-a.Without, cmp.Compare(a.Median, b.Median))
	})
	return scores
}

// gather counts the cells. If least is nil, no cell counts as the fastest.
func (s *InstanceScore) gather(cells iter.Seq[*Cell], least map[question]float64) {
	var answers, all []float64
	for c := range cells {
		if c.Skipped != "" || c.Status == nqueens.Void {
			s.NotRun++
			continue
		}
		seconds := math.Inf(1)
		switch {
		case c.Wrong:
			s.Wrong++
		case c.Timed():
			seconds = c.Seconds.Median
			answers = append(answers, seconds)
			if c.Empty() {
				s.Without++
			} else {
				s.With++
			}
			if least != nil && seconds == least[c.question()] {
				s.Fastest++
			}
		case c.Status == nqueens.Timeout:
			s.Timeouts++
		case c.Status == nqueens.MemoryLimit:
			s.Memory++
		case c.Status == nqueens.Unknown:
			s.Unknown++
		case c.Status == nqueens.Unsupported:
			s.Unsupported++
		default:
			s.Crashed++
		}
		all = append(all, seconds)
	}
	s.Median, s.Mean, s.Total = medianOf(all), math.NaN(), math.NaN()
	if len(answers) > 0 {
		s.Mean, s.Total = stat.Mean(answers, nil), floats.Sum(answers)
	}
}

// writeInstances writes a table for each task on instances with a row for each contender, since
// hundreds of instances are too many for columns.
func (s Summary) writeInstances(t *textWriter) {
	for _, task := range nqueens.Tasks() {
		cells := filter(s.Cells, func(c *Cell) bool { return c.Instance != "" && c.Task == task })
		if len(cells) == 0 {
			continue
		}
		t.table(Table{Title: "how the runs on instances ended, task " + string(task), Rows: s.instanceRows(task)}, fullWidth)
		for _, line := range gapLines(cells) {
			t.explain("%s\n", line)
		}
	}
	if len(s.InstanceScores) > 0 {
		t.explain("\nmean and total are over answers only; the median counts a run without an answer as longer than any answer\n")
	}
}

// instanceLines returns for each task on instances a line about their kinds.
func (s Summary) instanceLines() (lines []string) {
	for _, task := range nqueens.Tasks() {
		if cells := filter(ofFiles(s.Cells), func(c *Cell) bool { return c.Task == task }); len(cells) > 0 {
			lines = append(lines, fmt.Sprintf("%s, task %s", instancesText(cells), task))
		}
	}
	return lines
}

// instancesText counts the instances by kind, according to the answers that are not wrong: "20
// instances: 6 with a solution, 14 without".
func instancesText(cells []*Cell) string {
	kinds := InstanceKinds(cells)
	counts := map[InstanceKind]int{}
	for _, kind := range kinds {
		counts[kind]++
	}
	text := fmt.Sprintf("%s: %d %v, %d %v", table.Plural(len(kinds), "instance"), counts[Solvable], Solvable, counts[Unsolvable], Unsolvable)
	if n := counts[Undecided]; n > 0 {
		text += fmt.Sprintf(", %d %v", n, Undecided)
	}
	return text
}

// instanceRows returns the rows of the table for one task, without empty columns.
func (s Summary) instanceRows(task nqueens.Task) [][]string {
	return scoreRows(slices.DeleteFunc(slices.Clone(s.InstanceScores), func(sc InstanceScore) bool { return sc.Task != task }))
}

func scoreRows(scores []InstanceScore) [][]string {
	rows := [][]string{{
		"contender", "with", "without", "time-out", "memory", "unknown", "crashed", "unsupported", "wrong", "not run",
		"median", "mean", "total", "fastest",
	}}
	for _, sc := range scores {
		row := []string{sc.Contender, fmt.Sprint(sc.With), fmt.Sprint(sc.Without)}
		for _, n := range []int{sc.Timeouts, sc.Memory, sc.Unknown, sc.Crashed, sc.Unsupported, sc.Wrong, sc.NotRun} {
			row = append(row, some(n))
		}
		for _, seconds := range []float64{sc.Median, sc.Mean, sc.Total} {
			row = append(row, known(seconds))
		}
		rows = append(rows, append(row, some(sc.Fastest)))
	}
	return withoutEmpty(rows, 3)
}

// withoutEmpty deletes the columns that only have a header, starting at the given column.
func withoutEmpty(rows [][]string, from int) [][]string {
	for column := len(rows[0]) - 1; column >= from; column-- {
		if !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[column] != "" }) {
			deleteColumn(rows, column)
		}
	}
	return rows
}

func deleteColumn(rows [][]string, column int) {
	for i, row := range rows {
		rows[i] = slices.Delete(row, column, column+1)
	}
}

// gapLines returns lines that state why contenders crashed or did not take part, each with the
// first of the problems.
func gapLines(cells []*Cell) []string {
	var lines []string
	gaps := gapsOf(cells)
	for i, cells := range gaps {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("and %d more reasons, see records.jsonl", len(gaps)-i))
			break
		}
		g := cells[0].gap()
		line := fmt.Sprintf("%s: %s on %s", g.what, g.who, cells[0].Problem)
		if more := len(cells) - 1; more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		lines = append(lines, line+": "+g.why)
	}
	return lines
}

// mostLines is the maximum number of lines of one kind in a summary.
const mostLines = 10

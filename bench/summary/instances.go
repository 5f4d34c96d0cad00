package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/bench/table"
)

// InstanceKind is what is known of an instance.
type InstanceKind int

// In the order in which they are shown.
const (
	Solvable InstanceKind = iota
	Unsolvable
	Undecided
)

// InstanceKindNames are what the kinds are called, by kind.
func InstanceKindNames() []string { return []string{"with a solution", "without", "undecided"} }

// String is what the kind is called.
func (k InstanceKind) String() string { return InstanceKindNames()[k] }

// InstanceKinds says for each instance among the cells' problems, by the answers
// that are not wrong, which of the kinds it is.
func InstanceKinds(cells []Cell) map[string]InstanceKind {
	kinds := map[string]InstanceKind{}
	for _, c := range ofFiles(cells) {
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

// InstanceScore is how a contender did on all instances of a task: the problems
// of a plan that came from files.
type InstanceScore struct {
	Score
	// With and Without are how many of the solved instances have a solution and
	// how many have none.
	With, Without int
	// How the others ended, if not wrongly.
	Timeouts, Memory, Crashed, Unsupported, NotRun int
	// Median is over all that were run, answered or not; infinite where the
	// one in the middle was not answered, or wrongly. NaN without any.
	Median float64
	// Mean and Total are over the answers; NaN without any.
	Mean, Total float64
	// Fastest is on how many instances no other contender took less time.
	Fastest int
}

// Empty reports whether the cell's answer is that there is no solution.
func (c Cell) Empty() bool { return c.Status == nqueens.Unsatisfiable || c.Count == "0" }

// instanceScores gives each contender of each task its score over instances,
// tasks in their order and then those that answered most.
func instanceScores(against baseline, cells []Cell) []InstanceScore {
	least := map[string]float64{} // time by question
	for _, c := range cells {
		if c.Timed() {
			least[c.question()] = min(cmp.Or(least[c.question()], math.Inf(1)), c.Seconds.Median)
		}
	}
	var scores []InstanceScore
	for _, mine := range byContender(cells) {
		s := InstanceScore{Score: newScore(against, mine)}
		s.gather(mine, least)
		scores = append(scores, s)
	}
	slices.SortStableFunc(scores, func(a, b InstanceScore) int {
		return cmp.Or(compareTasks(a.Task, b.Task), b.Solved-a.Solved, cmp.Compare(a.PAR2, b.PAR2))
	})
	return scores
}

// gather fills from the contender's cells what its score over boards does not have.
func (s *InstanceScore) gather(cells []Cell, least map[string]float64) {
	var answers, all []float64
	for _, c := range cells {
		if c.Skipped != "" || c.Status == nqueens.Void {
			s.NotRun++
			continue
		}
		seconds := math.Inf(1)
		switch {
		case c.Wrong:
		case c.Timed():
			seconds = c.Seconds.Median
			answers = append(answers, seconds)
			if c.Empty() {
				s.Without++
			} else {
				s.With++
			}
			if seconds == least[c.question()] {
				s.Fastest++
			}
		case c.Status == nqueens.Timeout:
			s.Timeouts++
		case c.Status == nqueens.MemoryLimit:
			s.Memory++
		case c.Status == nqueens.Unsupported:
			s.Unsupported++
		default:
			s.Crashed++
		}
		all = append(all, seconds)
	}
	s.Median, s.Mean, s.Total = middleOf(all), math.NaN(), math.NaN()
	if len(answers) > 0 {
		s.Mean, s.Total = stat.Mean(answers, nil), floats.Sum(answers)
	}
}

// middleOf is the median of values that may be infinite: of two in the middle
// their mean.
func middleOf(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// writeInstances writes for each task on instances a table with a row for each
// contender: hundreds of instances have no room for a column each.
func (s Summary) writeInstances(t *textWriter) {
	for _, task := range nqueens.Tasks() {
		cells := filter(s.Cells, func(c Cell) bool { return c.Instance != "" && c.Task == task })
		if len(cells) == 0 {
			continue
		}
		t.printf("\n%s, task %s\n", instancesText(cells), task)
		t.printf("%s", table.Text(s.instanceRows(task)))
		for _, line := range instanceGaps(cells) {
			t.printf("%s\n", line)
		}
	}
	if len(s.InstanceScores) == 0 {
		return
	}
	wrong := slices.ContainsFunc(s.InstanceScores, func(sc InstanceScore) bool { return sc.Wrong > 0 })
	t.printf("\n%s; mean and total are over the answers%s\n", par2Text(wrong), s.speedupText("the speed-up"))
}

// instancesText counts the instances and those with a solution by the answers
// that are not wrong: "20 instances: 6 with a solution, 14 without".
func instancesText(cells []Cell) string {
	kinds := InstanceKinds(cells)
	counts := map[InstanceKind]int{}
	for _, kind := range kinds {
		counts[kind]++
	}
	text := fmt.Sprintf("%d instances: %d %v, %d %v", len(kinds), counts[Solvable], Solvable, counts[Unsolvable], Unsolvable)
	if len(kinds) == 1 {
		text = "1 instance: " + text[len("1 instances: "):]
	}
	if n := counts[Undecided]; n > 0 {
		text += fmt.Sprintf(", %d %v", n, Undecided)
	}
	return text
}

// instanceRows are the table's. A column with nothing in it is left out.
func (s Summary) instanceRows(task nqueens.Task) [][]string {
	rows := [][]string{{
		"contender", "with", "without", "time-out", "memory", "crashed", "unsupported", "wrong", "not run",
		"PAR-2", "median", "mean", "total", "fastest", "speed-up",
	}}
	for _, sc := range s.InstanceScores {
		if sc.Task != task {
			continue
		}
		row := []string{sc.Contender, fmt.Sprint(sc.With), fmt.Sprint(sc.Without)}
		for _, n := range []int{sc.Timeouts, sc.Memory, sc.Crashed, sc.Unsupported, sc.Wrong, sc.NotRun} {
			row = append(row, some(n))
		}
		row = append(row, sc.par2Text())
		for _, seconds := range []float64{sc.Median, sc.Mean, sc.Total} {
			row = append(row, known(seconds))
		}
		rows = append(rows, append(row, some(sc.Fastest), sc.speedupText()))
	}
	for column := len(rows[0]) - 1; column > 2; column-- {
		if !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[column] != "" }) {
			for i, row := range rows {
				rows[i] = slices.Delete(row, column, column+1)
			}
		}
	}
	return rows
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// known is a time, nothing where there is none.
func known(seconds float64) string {
	switch {
	case math.IsNaN(seconds):
		return ""
	case math.IsInf(seconds, 1):
		return "> limit"
	}
	return table.Duration(seconds)
}

// instanceGaps says in a line each why contenders crashed or did not take part.
func instanceGaps(cells []Cell) []string {
	var lines []string
	for i, g := range gapsOf(cells) {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("and for %d more reasons, as records.jsonl has them", len(gapsOf(cells))-i))
			break
		}
		line := fmt.Sprintf("%s: %s on %s", g.what, g.who, g.cells[0].Problem)
		if more := len(g.cells) - 1; more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		lines = append(lines, line+": "+g.why)
	}
	return lines
}

// mostLines is how many lines of one kind a summary has.
const mostLines = 10

package summary

import (
	"cmp"
	"fmt"
	"math"
	"nqueens"
	"nqueens/bench/table"
	"slices"

	"gonum.org/v1/gonum/stat"
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
	for _, c := range cells {
		if c.Instance == "" {
			continue
		}
		if _, seen := kinds[c.Problem]; !seen {
			kinds[c.Problem] = Undecided
		}
		switch {
		case !c.Timed():
		case c.Empty():
			kinds[c.Problem] = Unsolvable
		default:
			kinds[c.Problem] = Solvable
		}
	}
	return kinds
}

// InstanceScore is a contender's standing over all instances of a task: the
// problems of a plan that came from files.
type InstanceScore struct {
	Task      nqueens.Task
	Contender string
	// With and Without are how many instances the contender found to have a
	// solution and to have none, and was not wrong about.
	With, Without int
	// How the others ended: wrong is wrong whatever the answer.
	Timeouts, Memory, Crashed, Unsupported, Wrong, NotRun int
	// PAR2 is the mean time in seconds where what was not answered counts as
	// twice the limit, and so does a wrong answer.
	PAR2 float64
	// Median is over all that were run, answered or not; infinite where the
	// one in the middle was not answered, or wrongly. NaN without any.
	Median float64
	// Mean and Total are over the answers; NaN without any.
	Mean, Total float64
	// Fastest is on how many instances no other contender took less time.
	Fastest int
	// Speedup is how many times as fast as the baseline the contender is: the
	// geometric mean over the instances that both answered, and how many those
	// were.
	Speedup float64
	Shared  int
}

// Answered is how many instances were answered, and not wrong.
func (s InstanceScore) Answered() int { return s.With + s.Without }

// Empty reports whether the cell's answer is that there is no solution.
func (c Cell) Empty() bool { return c.Status == nqueens.Unsatisfiable || c.Count == "0" }

// instanceScores gives each contender of each task its score over instances,
// tasks in their order and then those that answered most.
func instanceScores(cells []Cell) []InstanceScore {
	type contender struct {
		task nqueens.Task
		name string
	}
	var order []contender
	mine := map[contender][]Cell{}
	least := map[string]float64{} // time by question
	for _, c := range cells {
		if c.Instance == "" {
			continue
		}
		who := contender{c.Task, c.Contender.String()}
		if mine[who] == nil {
			order = append(order, who)
		}
		mine[who] = append(mine[who], c)
		if c.Timed() {
			question := c.question()
			least[question] = min(cmp.Or(least[question], math.Inf(1)), c.Seconds.Median)
		}
	}
	var scores []InstanceScore
	for _, who := range order {
		s := InstanceScore{Task: who.task, Contender: who.name}
		s.gather(mine[who], least)
		scores = append(scores, s)
	}
	slices.SortStableFunc(scores, func(a, b InstanceScore) int {
		return cmp.Or(
			slices.Index(nqueens.Tasks(), a.Task)-slices.Index(nqueens.Tasks(), b.Task),
			b.Answered()-a.Answered(), cmp.Compare(a.PAR2, b.PAR2))
	})
	return scores
}

// gather fills the score from the contender's cells.
func (s *InstanceScore) gather(cells []Cell, least map[string]float64) {
	var answers, penalised, middle, ratios []float64
	for _, c := range cells {
		switch {
		case c.Skipped != "":
			s.NotRun++
			continue
		case c.Wrong:
			s.Wrong++
		case c.Timed():
			t := c.Seconds.Median
			answers, penalised, middle = append(answers, t), append(penalised, t), append(middle, t)
			if c.Empty() {
				s.Without++
			} else {
				s.With++
			}
			if t == least[c.question()] {
				s.Fastest++
			}
			if c.Speedup.Median > 0 {
				ratios = append(ratios, c.Speedup.Median)
			}
			continue
		case c.Status == nqueens.Timeout:
			s.Timeouts++
		case c.Status == nqueens.MemoryLimit:
			s.Memory++
		case c.Status == nqueens.Unsupported:
			s.Unsupported++
		default:
			s.Crashed++
		}
		penalised, middle = append(penalised, 2*c.Limit), append(middle, math.Inf(1))
	}
	s.PAR2, s.Median = stat.Mean(penalised, nil), middleOf(middle)
	for _, t := range answers {
		s.Total += t
	}
	s.Mean = s.Total / float64(len(answers))
	if len(answers) == 0 {
		s.Total = math.NaN()
	}
	if len(ratios) > 0 {
		s.Speedup, s.Shared = stat.GeometricMean(ratios, nil), len(ratios)
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
		cells := slices.DeleteFunc(slices.Clone(s.Cells), func(c Cell) bool { return c.Instance == "" || c.Task != task })
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
	t.printf("\nPAR-2 is the mean time, what was not answered counting as twice the limit")
	if slices.ContainsFunc(s.InstanceScores, func(sc InstanceScore) bool { return sc.Wrong > 0 }) {
		t.printf(" (*: and wrong answers)")
	}
	t.printf("; mean and total are over the answers")
	if s.Baseline() != "" {
		t.printf(";\nthe speed-up is against %s, the geometric mean over what both answered", s.Baseline())
	}
	t.printf("\n")
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
		row = append(row, known(sc.PAR2)+markWrong(sc.Wrong))
		for _, seconds := range []float64{sc.Median, sc.Mean, sc.Total} {
			row = append(row, known(seconds))
		}
		row = append(row, some(sc.Fastest), "")
		if sc.Shared > 0 {
			row[len(row)-1] = fmt.Sprintf("%s on %d", table.Digits(sc.Speedup), sc.Shared)
		}
		rows = append(rows, row)
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

// markWrong follows a PAR-2 in which wrong answers count as unanswered.
func markWrong(wrong int) string {
	if wrong == 0 {
		return ""
	}
	return "*"
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

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
	type gap struct{ status, who, why string }
	var order []gap
	first := map[gap]string{}
	number := map[gap]int{}
	for _, c := range cells {
		if c.Skipped != "" || c.Status.Answered() || c.Status == nqueens.Timeout || c.Status == nqueens.MemoryLimit {
			continue
		}
		g := gap{string(c.Status), c.Contender.String(), c.Reason}
		if number[g] == 0 {
			order, first[g] = append(order, g), c.Problem
		}
		number[g]++
	}
	var lines []string
	for i, g := range order {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("and for %d more reasons, as records.jsonl has them", len(order)-i))
			break
		}
		line := fmt.Sprintf("%s: %s on %s", g.status, g.who, first[g])
		if more := number[g] - 1; more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		lines = append(lines, line+": "+g.why)
	}
	return lines
}

// mostLines is how many lines of one kind a summary has.
const mostLines = 10

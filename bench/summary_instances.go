package bench

import (
	"fmt"
	"math"
	"slices"

	"nqueens"
)

// writeInstances writes for each task on instances a table with a row for each
// contender: hundreds of instances have no room for a column each.
func (s Summary) writeInstances(t *textWriter) {
	for _, task := range nqueens.Tasks() {
		cells := slices.DeleteFunc(slices.Clone(s.Cells), func(c Cell) bool { return c.Instance == "" || c.Task != task })
		if len(cells) == 0 {
			continue
		}
		t.printf("\n%s, task %s\n", instancesText(cells), task)
		t.table(s.instanceRows(task))
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
			row[len(row)-1] = fmt.Sprintf("%.3g on %d", sc.Speedup, sc.Shared)
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
	return Duration(seconds)
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
		g := gap{string(c.Status), c.Contender(), c.Reason}
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

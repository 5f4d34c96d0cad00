package exchange

import (
	"bufio"
	"slices"
	"strings"

	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// mostRows is the largest number of rows in a table of intervals, which must fit on a page.
const mostRows = 40

// writeIntervals writes tables with a row for each timed cell: its time and speed-up, both with their
// intervals, and the letters of its groups. It writes nothing if no cell has an interval or a speed-up.
func (x Export) writeIntervals(out *bufio.Writer, cells []*summary.Cell) {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c *summary.Cell) bool { return !c.Timed() })
	slices.SortStableFunc(cells, func(a, b *summary.Cell) int { return a.N - b.N })
	if !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return c.Seconds.Enough || c.Speedup.Median > 0 }) {
		return
	}
	var rows []string
	var notes []string
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].Problem == cells[0].Problem {
			n++
		}
		group := cells[:n:n]
		cells = cells[n:]
		letters := x.letters(group)
		name := strings.TrimSuffix(strings.TrimPrefix(group[0].Problem, group[0].Family+"("), ")")
		for i, c := range group {
			if i > 0 {
				name = ""
			}
			if letters[i] != "" {
				notes = []string{"two contenders of a problem that share a letter are not told apart, two that share none differ"}
			}
			rows = append(rows, strings.Join([]string{
				texText(name), texText(c.Contender.String()), interval(c.Seconds), letters[i], interval(c.Speedup),
			}, " & ")+" \\\\\n")
		}
		if len(cells) > 0 {
			rows = append(rows, "\\addlinespace\n")
		}
	}
	for part := range slices.Chunk(rows, mostRows) {
		caption := "time of one answer in seconds, with its 95\\,\\% interval"
		if baseline := x.Summary.Baseline(); baseline != "" {
			caption += ", and the speed-up against " + texText(baseline)
		}
		tableBegins(out, caption, "ll*{3}{S[table-format=3.2e-1]}l*{3}{S[table-format=3.2e-1]}")
		out.WriteString("n & & {time} & {low} & {high} & & {speed-up} & {low} & {high} \\\\\n\\midrule\n")
		for _, row := range part {
			out.WriteString(row)
		}
		tableEnds(out, notes)
	}
}

// interval returns three cells: a median and the ends of its interval.
func interval(i bench.Interval) string {
	if !i.Enough {
		return engineering(i.Median) + " & {--} & {--}"
	}
	return engineering(i.Median) + " & " + engineering(i.Low) + " & " + engineering(i.High)
}

// letters returns the letters of each cell's groups among the cells of one problem, or empty texts if
// some pair of them could not be tested.
func (x Export) letters(cells []*summary.Cell) []string {
	letters := make([]string, len(cells))
	ranks, different := make([]float64, len(cells)), make([][]bool, len(cells))
	for i, a := range cells {
		ranks[i], different[i] = a.Seconds.Median, make([]bool, len(cells))
		for k, b := range cells {
			if i == k {
				continue
			}
			p, ok := x.Summary.Difference(a, b)
			if !ok {
				return letters
			}
			different[i][k] = p < stats.Level
		}
	}
	if len(cells) < 2 {
		return letters
	}
	c := stats.Grouped(ranks, different)
	for i := range letters {
		letters[i] = strings.Join(c.Letters(i), "")
	}
	return letters
}

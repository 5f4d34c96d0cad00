package exchange

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strings"

	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// writeSweep writes two tables of generated instances, with 95 % intervals: the share with a solution at each
// value of the parameter, and for each line its half point and the peaks of the contenders.
func writeSweep(out *bufio.Writer, s summary.Sweep) {
	var shares, places []string
	for _, l := range s.Lines {
		counted, _ := l.Shares()
		for _, c := range counted {
			low, high := stats.Wilson(c.K, c.N)
			values := "{--} & {--} & {--}"
			if c.N > 0 {
				values = fmt.Sprintf("%.3f & %.3f & %.3f", float64(c.K)/float64(c.N), low, high)
			}
			shares = append(shares, fmt.Sprintf("%s & %.0f & %d & %d & %s \\\\\n", texText(l.Name), c.X, c.N, c.K, values))
		}
		if len(l.Points) < 2 {
			continue
		}
		half := "{--} & {--} & {--}"
		if h, ok := l.HalfPoint(); ok {
			half = fmt.Sprintf("%.2f & %s & %s", h.X, place(h.Low), place(h.High))
		}
		for _, c := range s.Contenders() {
			peak := strings.Repeat("& {--} ", 6)
			if p, _, ok := s.Peak(l, c); ok {
				peak = fmt.Sprintf("& %.0f & %.0f & %.0f & %s & %s & %s", p.X, p.Low, p.High, engineering(p.Mean), engineering(p.MeanLow), engineering(p.MeanHigh))
			}
			unit := s.Unit(c)
			if unit == "" {
				unit = "seconds"
			}
			places = append(places, fmt.Sprintf("%s & %s & %s (%s) %s \\\\\n", texText(l.Name), half, texText(c.String()), unit, peak))
		}
	}
	what := texText(fmt.Sprintf("%s, task %s", s.Kind, s.Task))
	for rows := range slices.Chunk(shares, mostRows) {
		tableBegins(out, what+": decided instances, those with a solution, and their share with its 95\\,\\% interval", "lrrr*{3}{S[table-format=1.3]}")
		fmt.Fprintf(out, " & {%s} & {decided} & {solvable} & {share} & {low} & {high} \\\\\n\\midrule\n%s", texText(s.Parameter), strings.Join(rows, ""))
		tableEnds(out, nil)
	}
	for rows := range slices.Chunk(places, mostRows) {
		tableBegins(out, fmt.Sprintf("%s: value of %s where half of the instances have a solution, or the share that the plan locates, and where the mean effort is largest, with 95\\,\\%% intervals", what, texText(s.Parameter)), "l*{3}{S[table-format=4.2]}l*{3}{S[table-format=4.0]}*{3}{S[table-format=3.2e-1]}")
		fmt.Fprintf(out, " & {half} & {low} & {high} & & {peak} & {low} & {high} & {mean} & {low} & {high} \\\\\n\\midrule\n%s", strings.Join(rows, ""))
		tableEnds(out, nil)
	}
}

// place returns an end of the interval of a half point, which is infinite if the sweep does not reach it.
func place(x float64) string {
	if math.IsInf(x, 0) {
		return "{--}"
	}
	return fmt.Sprintf("%.2f", x)
}

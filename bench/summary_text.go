package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// pageWidth is how wide a table may be, in characters; a wider one is broken
// into several.
const pageWidth = 120

// WriteText writes the summary for a terminal: disagreements first, then for
// each family and task a table of times with what explains its gaps, ratios to
// the baseline, then scores and growth.
func (s Summary) WriteText(w io.Writer) error {
	t := &textWriter{w: w}
	s.writeVerdicts(t)
	s.writeProofs(t)
	s.writeInstances(t)
	s.writeTimes(t)
	s.writeRatios(t)
	s.writeScores(t)
	s.writeGrowth(t)
	s.writeStarved(t)
	return t.err
}

// textWriter keeps the first error, so that the writing reads as one.
type textWriter struct {
	w   io.Writer
	err error
}

func (t *textWriter) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

// table writes rows in aligned columns, the first to the left and the others
// to the right.
func (t *textWriter) table(rows [][]string) {
	wide := widths(rows)
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", wide[i]-utf8.RuneCountInString(text))
			if i == 0 {
				line.WriteString("  " + text + pad)
			} else {
				line.WriteString("  " + pad + text)
			}
		}
		t.printf("%s\n", strings.TrimRight(line.String(), " "))
	}
}

// widths is how many characters each column needs.
func widths(rows [][]string) []int {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(text))
		}
	}
	return wide
}

// wrapped writes a table as several of at most pageWidth, each with the first
// column. A row without anything in a part is left out of it.
func (t *textWriter) wrapped(rows [][]string) {
	wide := widths(rows)
	for from := 1; from < len(wide); {
		to, used := from, 2+wide[0]
		for to < len(wide) && (to == from || used+2+wide[to] <= pageWidth) {
			used += 2 + wide[to]
			to++
		}
		var part [][]string
		for i, row := range rows {
			if i == 0 || strings.Join(row[from:to], "") != "" {
				part = append(part, append([]string{row[0]}, row[from:to]...))
			}
		}
		t.table(part)
		from = to
	}
}

func (s Summary) writeVerdicts(t *textWriter) {
	for i, f := range s.Judgement.Failures {
		if i == mostLines {
			t.printf("FAILED: and %d more, as verdicts.json has them\n", len(s.Judgement.Failures)-i)
			break
		}
		t.printf("FAILED: %s\n", f)
	}
	for _, line := range s.dissentLines() {
		t.printf("%s\n", line)
	}
	for _, n := range s.Judgement.Notes {
		t.printf("note: %s\n", n)
	}
	counts := map[VerdictKind]int{}
	for _, v := range s.Judgement.Verdicts {
		counts[v.Kind]++
	}
	var parts []string
	for _, k := range []VerdictKind{Known, Agreed, Alone, Disagreement, Unanswered} {
		if counts[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[k], k))
		}
	}
	problems := "problems"
	if len(s.Judgement.Verdicts) == 1 {
		problems = "problem"
	}
	t.printf("verdicts on %d %s: %s\n", len(s.Judgement.Verdicts), problems, strings.Join(parts, ", "))
}

func (s Summary) writeScores(t *textWriter) {
	if len(s.Scores) == 0 {
		return
	}
	rows := [][]string{{"contender", "task", "solved", "wrong", "PAR-2", "speed-up"}}
	for _, sc := range s.Scores {
		row := []string{sc.Contender, string(sc.Task), fmt.Sprintf("%d of %d", sc.Solved, sc.Asked), "", "", ""}
		if sc.Wrong > 0 {
			row[3] = fmt.Sprint(sc.Wrong)
		}
		if sc.PAR2 > 0 {
			row[4] = Duration(sc.PAR2) + markWrong(sc.Wrong)
		}
		if sc.Shared > 0 {
			row[5] = fmt.Sprintf("%.3g on %d", sc.Speedup, sc.Shared)
		}
		rows = append(rows, row)
	}
	t.printf("\nscores: PAR-2 is the mean time, what was not answered counting as twice the limit")
	if slices.ContainsFunc(s.Scores, func(sc Score) bool { return sc.Wrong > 0 }) {
		t.printf(" (*: and wrong answers)")
	}
	if s.against.contender != "" {
		t.printf(";\nspeed-up is against %s, the geometric mean over what both answered", s.against.contender)
	}
	t.printf("\n")
	t.table(rows)
}

func (s Summary) writeGrowth(t *textWriter) {
	if len(s.Growth) == 0 {
		return
	}
	rows := [][]string{{"contender", "family", "task", "n", "factor", "95 % interval"}}
	for _, g := range s.Growth {
		rows = append(rows, []string{
			g.Contender, g.Family, g.Task, fmt.Sprintf("%d..%d", g.From, g.To),
			fmt.Sprintf("%.2f", g.Factor), fmt.Sprintf("%.2f to %.2f", g.Low, g.High),
		})
	}
	t.printf("\ngrowth: time multiplies by this factor from n to n + 1 (least squares over sizes of 1 ms and more)\n")
	t.table(rows)
}

// Duration writes seconds with three digits and the unit that suits them.
func Duration(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		// 999.6 ms would be written as 1e+03 ms.
		if seconds >= 0.9995*unit.size {
			return digits(seconds/unit.size) + " " + unit.name
		}
	}
	return digits(seconds*1e9) + " ns"
}

// digits writes three significant digits, and all of those before the point.
func digits(x float64) string {
	if x >= 999.5 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// writeStarved says if the times are not to be trusted.
func (s Summary) writeStarved(t *textWriter) {
	if s.Starved > 0 {
		t.printf("\nthe machine was busy: in %d of %d runs of %v s and more the process waited for its core\nover %.0f %% of the time, so that times are too long\n",
			s.Starved, s.Telling, telling, 100*(1-fairShare))
	}
}

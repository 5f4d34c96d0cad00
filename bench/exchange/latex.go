package exchange

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// mostColumns is the largest number of problems side by side in a table.
const mostColumns = 8

// WriteLaTeX writes tables for a paper, which need the packages booktabs, graphicx and siunitx. For
// boards, a table for each family and task gives the median seconds of each contender on each
// board. Where there are enough runs, a second one has the intervals of the times, letters of the
// contenders that no test told apart, and the speed-ups with their intervals. For instances, a table gives the number that each contender solved, and its PAR-2. For sweeps, tables
// give the shares with a solution, the half points and the peaks. Tables wider than the text are scaled down.
func (x Export) WriteLaTeX(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("% \\usepackage{booktabs,graphicx,siunitx}\n")
	if slices.ContainsFunc(x.Summary.Cells, func(c *summary.Cell) bool { return beyondLatin(c.Contender.String() + c.Problem) }) {
		out.WriteString("% names have letters that pdflatex does not know: use lualatex or xelatex, and a font that has them\n")
	}
	var order [][2]string
	tables := map[[2]string][]*summary.Cell{}
	for _, c := range x.Summary.Cells {
		key := [2]string{c.Family, string(c.Task)}
		if c.Instance != "" {
			continue
		}
		if tables[key] == nil {
			order = append(order, key)
		}
		tables[key] = append(tables[key], c)
	}
	for _, key := range order {
		writeTimes(out, tables[key])
		x.writeIntervals(out, tables[key])
	}
	seen := map[nqueens.Task]bool{}
	for _, r := range x.Summary.Rankings {
		if r.Instances && !seen[r.Task] { // the first has the most results
			seen[r.Task] = true
			writeRanking(out, r)
		}
	}
	for _, s := range summary.Sweeps(x.Summary.Results()) {
		writeSweep(out, s)
	}
	return out.Flush()
}

func writeTimes(out *bufio.Writer, cells []*summary.Cell) {
	var problems, contenders []string
	at := map[[2]string]*summary.Cell{}
	cells = slices.SortedStableFunc(slices.Values(cells), func(a, b *summary.Cell) int { return a.N - b.N })
	for _, c := range cells {
		if !slices.Contains(problems, c.Problem) {
			problems = append(problems, c.Problem)
		}
		if name := c.Contender.String(); !slices.Contains(contenders, name) {
			contenders = append(contenders, name)
		}
		at[[2]string{c.Contender.String(), c.Problem}] = c
	}
	for columns := range slices.Chunk(problems, mostColumns) {
		caption := fmt.Sprintf("%s, task %s: median time of one answer in seconds", texText(cells[0].Family+"(n)"), cells[0].Task)
		tableBegins(out, caption, "l*{%d}{S[table-format=3.2e-1]}", len(columns))
		var marked []string // problems that are not bare boards
		out.WriteString("n")
		for _, problem := range columns {
			size, bare := strings.CutPrefix(strings.TrimSuffix(problem, ")"), cells[0].Family+"(")
			if !bare || strings.Contains(size, ",") {
				marked = append(marked, problem)
				size = mark(len(marked))
			}
			fmt.Fprintf(out, " & {%s}", texText(size))
		}
		out.WriteString(" \\\\\n\\midrule\n")
		for _, contender := range contenders {
			if !slices.ContainsFunc(columns, func(problem string) bool { c, asked := at[[2]string{contender, problem}]; return asked && c.Runs > 0 }) {
				continue
			}
			out.WriteString(texText(contender))
			for _, problem := range columns {
				c, asked := at[[2]string{contender, problem}]
				text := "{--}"
				switch {
				case !asked || c.Skipped != "":
				case c.Timed():
					text = engineering(c.Seconds.Median)
				case c.Wrong:
					text = "{wrong}"
				default:
					text = "{" + texText(string(c.Status)) + "}"
				}
				out.WriteString(" & " + text)
			}
			out.WriteString(" \\\\\n")
		}
		var notes []string
		for i, problem := range marked {
			notes = append(notes, fmt.Sprintf("%s: %s", mark(i+1), texText(problem)))
		}
		tableEnds(out, notes)
	}
}

// mark returns the short name of a problem whose name is too long for a column: A, B, …
func mark(i int) string { return string(rune('A' + i - 1)) }

func writeRanking(out *bufio.Writer, r summary.Ranking) {
	what := fmt.Sprintf("task %s, %s", r.Task, table.Plural(len(r.Problems), "instance"))
	if within := r.Contest.Within(); within != "" {
		what += " " + within
	}
	time := "mean time in seconds"
	if r.Contest.Net {
		time += " less the start of a process"
	}
	columns, heads := "lS[table-format=%d]S[table-format=3.2e-1]", " & {solved} & {PAR-2}"
	if r.Tells {
		columns, heads = columns+"l", heads+" & {alike}"
	}
	tableBegins(out, texText(fmt.Sprintf("%s: solved, and the %s (PAR-2: an unsolved instance counts as twice the limit)", what, time)), columns, len(fmt.Sprint(len(r.Problems))))
	out.WriteString(heads + " \\\\\n\\midrule\n")
	for _, s := range r.Scores {
		fmt.Fprintf(out, "%s & %d & %s", texText(s.Contender), s.Solved, engineering(r.Contest.PAR2(s)))
		if r.Tells {
			out.WriteString(" & " + strings.Join(s.Letters, ""))
		}
		out.WriteString(" \\\\\n")
	}
	var notes []string
	if r.Tells {
		notes = append(notes, "alike: contenders with a common letter do not differ significantly; contenders without one do")
	}
	for _, w := range r.Wrong {
		notes = append(notes, texText(fmt.Sprintf("not ranked: %s, %d of %s wrong", w.Contender, w.Wrong, table.Plural(w.Answers, "answer"))))
	}
	tableEnds(out, notes)
}

func tableBegins(out *bufio.Writer, caption, columns string, args ...any) {
	fmt.Fprintf(out, "\n\\begin{table}\n\\caption{%s}\n\\centering\\footnotesize\n\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%\n\\begin{tabular}{"+columns+"}\n\\toprule\n", append([]any{caption}, args...)...)
}

func tableEnds(out *bufio.Writer, notes []string) {
	out.WriteString("\\bottomrule\n\\end{tabular}}\n")
	if notes != nil {
		fmt.Fprintf(out, "\n\\raggedright %s\n", strings.Join(notes, "; "))
	}
	out.WriteString("\\end{table}\n")
}

// engineering returns a number with three digits and an exponent that is a multiple of three.
func engineering(x float64) string {
	if !(x > 0) || math.IsInf(x, 0) {
		return "{--}"
	}
	exponent := int(math.Floor(math.Log10(x)/3)) * 3
	mantissa := x / math.Pow10(exponent)
	if mantissa >= 999.5 {
		mantissa, exponent = mantissa/1000, exponent+3
	}
	digits := 2 - int(math.Floor(math.Log10(mantissa*100/99.95)))
	return fmt.Sprintf("%.*fe%d", max(0, digits), mantissa, exponent)
}

// tex escapes characters with a meaning in TeX.
var tex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "^", `\textasciicircum{}`, "_", `\_`, "~", `\textasciitilde{}`, "%", `\%`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`) // LaTeX's default fonts have other characters in these positions

func texText(text string) string { return tex.Replace(plain(text)) }

// beyondLatin reports whether a text has letters for which LaTeX needs a font chosen by the user.
func beyondLatin(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) && r != 'µ' })
}

package summary

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"nqueens/internal/lazyregexp"
	"nqueens/internal/table"
)

// mostBest is the maximum number of lines about the best contenders.
const mostBest = 3

// mains returns the rankings of the first page: for each task, on boards and on instances, the
// ranking with the most results.
func (s Summary) mains() []Ranking {
	var list []Ranking
	var last place
	for _, r := range s.Rankings {
		if p := (place{r.Task, r.Instances}); p != last {
			list, last = append(list, r), p
		}
	}
	return list
}

// BestLines returns lines that name the best contender of each ranking on the first page.
func (s Summary) BestLines() (lines []string) {
	list := slices.DeleteFunc(s.mains(), func(r Ranking) bool { return len(r.Scores) < 2 || r.Scores[0].Solved == 0 })
	slices.SortStableFunc(list, func(a, b Ranking) int { return len(b.Scores)*len(b.Problems) - len(a.Scores)*len(a.Problems) })
	for i, r := range list {
		if i == mostBest {
			return append(lines, "fastest on other tasks: see the table")
		}
		first, second := r.Scores[0], r.Scores[1]
		best := r.Contest.PAR2(first)
		line := fmt.Sprintf("fastest, %s: %s (%smean time%s %s); second: %s", r.subject(), first.Contender, r.unsolved(first), r.lessStart(), table.Duration(best), second.Contender)
		if best > 0 {
			line += fmt.Sprintf(", %s", table.Speed(best/r.Contest.PAR2(second)))
		}
		switch {
		case !r.Tells:
			line += ", " + tooFew
		case first.Alike(second):
			line += ", no significant difference"
		}
		lines = append(lines, line)
	}
	return lines
}

// unsolved returns the number of answers if the contender did not answer all problems: "9 of 11 answered, ".
func (r Ranking) unsolved(s Score) string {
	if s.Solved == len(r.Problems) {
		return ""
	}
	return fmt.Sprintf("%d of %d answered, ", s.Solved, len(r.Problems))
}

// lessStart returns " minus start" if the ranking is by times without the start of a process.
func (r Ranking) lessStart() string {
	if r.Contest.Net {
		return " minus start"
	}
	return ""
}

// tooFew is the remark about a ranking with too few problems for tests.
const tooFew = "too few problems for a test of differences"

// Alike reports whether no difference was found between two contenders of a ranking.
func (s Score) Alike(other Score) bool {
	return slices.ContainsFunc(s.Letters, func(letter string) bool { return slices.Contains(other.Letters, letter) })
}

// subject returns the task and problems of a ranking, with the limits if they differ.
func (r Ranking) subject() string {
	if within := r.Contest.Within(); within != "" {
		return r.what() + " " + within
	}
	return r.what()
}

// what returns the task and the number of problems: "task first, 24 instances".
func (r Ranking) what() string {
	what := "problem"
	if r.Instances {
		what = "instance"
	}
	number := table.Plural(r.Of, what)
	if n := len(r.Problems); n < r.Of {
		number = fmt.Sprintf("%d of %s", n, number)
	}
	return fmt.Sprintf("task %s, %s", r.Task, number)
}

// title returns the subject, with the contenders and problems that the ranking leaves out.
func (r Ranking) title() string {
	text := r.what() + " that all these contenders ran"
	if within := r.Contest.Within(); within != "" {
		text += "; " + within
	}
	if r.LeftOut > 0 {
		text += fmt.Sprintf("; %d left out because a contender has no result", r.LeftOut)
	}
	if n := len(r.Wrong); n > 0 {
		text += fmt.Sprintf("; %s not ranked because of %s answers", table.Plural(n, "contender"), wrongOrDisputed(r.Wrong))
	}
	if r.Disputed > 0 {
		text += fmt.Sprintf("; %d disputed by a contender that is not ranked", r.Disputed)
	}
	if n := len(r.Apart); n > 0 {
		text += fmt.Sprintf("; %s with other problems, ranked apart", table.Plural(n, "contender"))
	}
	if n := len(r.Others); n > 0 {
		text += fmt.Sprintf("; %s with other limits, ranked apart", table.Plural(n, "contender"))
	}
	if n := len(r.Without); n > 0 {
		text += fmt.Sprintf("; %s without any result", table.Plural(n, "contender"))
	}
	return text
}

// Table is a table with the texts above and below it. The first of Rows is the header.
type Table struct {
	Title  string
	Legend []string // above the table: a line for each column or mark
	Rows   [][]string
	Notes  string // below the table
}

func (s Summary) writeRankings(t *textWriter, full bool) {
	width := fullWidth
	if !full {
		width = pageWidth
	}
	if r, ok := s.RankingTable(full, width); ok {
		t.table(r, width)
	}
}

// RankingTable returns the rankings of the first page, with as many columns as fit into width
// characters; ok is false if there is no ranking.
func (s Summary) RankingTable(full bool, width int) (r Table, ok bool) {
	list := s.mains()
	if len(list) == 0 {
		return r, false
	}
	rows := [][]string{s.rankingHeader()}
	title := "ranking: " + list[0].title()
	if len(list) > 1 {
		title = "rankings, each over the problems that all its contenders ran"
	}
	for _, r := range list {
		if len(list) > 1 {
			head := make([]string, len(rows[0]))
			head[0] = r.subject()
			rows = append(rows, head)
		}
		rows = append(rows, s.rankingRows(r, full)...)
	}
	for _, name := range onlyFull {
		if column := slices.Index(rows[0], name); !full && column >= 0 {
			deleteColumn(rows, column)
		}
	}
	rows = fitting(withoutEmpty(rows, 3), width)
	return Table{Title: title, Legend: s.legend(rows, list, full), Rows: rows}, true
}

// writeEveryRanking writes the rankings that are not on the first page, each as a table.
func (s Summary) writeEveryRanking(t *textWriter) {
	for _, r := range s.Rankings {
		if len(r.Scores) > 1 && !slices.ContainsFunc(s.mains(), func(main Ranking) bool { return main.title() == r.title() && slices.Equal(main.Problems, r.Problems) }) {
			rows := withoutEmpty(append([][]string{s.rankingHeader()}, s.rankingRows(r, true)...), 3)
			t.table(Table{Title: "ranking: " + r.title(), Rows: rows}, fullWidth)
		}
	}
}

// Columns of a ranking.
const (
	meanTime     = "mean time" // PAR-2
	bothAnswered = "both answered"
)

// dispensable are the columns that are removed from a ranking that is too wide, in this order.
var dispensable = []string{"median", "rank", "unique", "PAR-10", "VBS +"}

// onlyFull are the columns that only the full summary has. The first page is for a reader who does
// not know the terms of solver competitions. A contender that solves what the baseline gave up on
// may look slow in bothAnswered.
var onlyFull = []string{"PAR-10", "median", "unique", "VBS +", bothAnswered}

func (s Summary) rankingHeader() []string {
	header := []string{"contender", "solved", meanTime, "minus start", "PAR-10", "median", "unique", "VBS +", "rank", "alike"}
	if s.Baseline() != "" {
		header = append(header, "against "+s.Baseline(), bothAnswered)
	}
	return header
}

// rankingRows returns a row for each contender. If full is set, the first one is marked as the SBS.
func (s Summary) rankingRows(r Ranking, full bool) [][]string {
	var rows [][]string
	for i, sc := range slices.Concat([]Score{r.Virtual}, r.Scores) {
		if i == 0 && len(r.Scores) == 1 {
			continue // it would repeat the only contender
		}
		name := sc.Contender
		switch {
		case i == 0:
			name = "virtual best (VBS)"
		case i == 1 && sc.Solved > 0 && full:
			name += " (SBS)"
		}
		row := []string{name, fmt.Sprint(sc.Solved), table.Duration(sc.PAR2), "", table.Duration(sc.PAR10), known(sc.Median), some(sc.Unique), "", "", ""}
		if sc.Searching < sc.PAR2*(1-1e-9) {
			row[3] = table.Duration(sc.Searching)
		}
		if i > 0 {
			if sc.Marginal > 0 {
				row[7] = "+" + table.Duration(sc.Marginal)
			}
			row[8], row[9] = fmt.Sprintf("%.1f", sc.AverageRank), strings.Join(sc.Letters, "")
		}
		if s.Baseline() != "" {
			row = append(row, sc.against(s.Baseline(), len(r.Problems)), sc.whereBothAnswered(s.Baseline(), len(r.Problems)))
		}
		rows = append(rows, row)
	}
	for _, w := range r.Wrong {
		row := make([]string, len(s.rankingHeader()))
		row[0], row[1] = w.Contender, w.String()
		rows = append(rows, row)
	}
	return rows
}

// against compares a contender with the baseline: the numbers of problems that only one of them
// answered, the ratio of their PAR-2, and the number of problems of that ratio if it is not over
// all.
func (s Score) against(baseline string, problems int) string {
	if s.Contender == baseline {
		return "baseline"
	}
	var parts []string
	if s.More > 0 {
		parts = append(parts, fmt.Sprintf("+%d", s.More))
	}
	if s.Fewer > 0 {
		parts = append(parts, fmt.Sprintf("−%d", s.Fewer))
	}
	if s.Ratio > 0 {
		parts = append(parts, speedOn(s.Ratio, s.RatioProblems, problems))
	}
	return strings.Join(parts, ", ")
}

func (s Score) whereBothAnswered(baseline string, problems int) string {
	if s.Shared == 0 || s.Contender == baseline {
		return ""
	}
	return speedOn(s.Speedup, s.Shared, problems)
}

// speedOn returns a ratio as text, with the number of problems if it is not over all.
func speedOn(ratio float64, on, problems int) string {
	if on < problems {
		return fmt.Sprintf("%s on %d", table.Speed(ratio), on)
	}
	return table.Speed(ratio)
}

// legend returns a line for each column of the table and each mark in it that needs an explanation.
func (s Summary) legend(rows [][]string, list []Ranking, full bool) (lines []string) {
	header, against := rows[0], "against "+s.Baseline()
	ratio := against + ": ratio of the mean times"
	if slices.ContainsFunc(rows, func(row []string) bool { return slices.ContainsFunc(row, partial.Get().MatchString) }) {
		ratio += " (on 3: over 3 problems only)"
	}
	if slices.ContainsFunc(rows, func(row []string) bool { return slices.ContainsFunc(row, unshared.Get().MatchString) }) {
		ratio += fmt.Sprintf("; +1: one problem that %s did not solve, −1: one that only %[1]s solved", s.Baseline())
	}
	for _, column := range []struct{ name, text string }{
		{meanTime, "mean time: an unsolved problem counts as twice the limit (PAR-2)"},
		{"PAR-10", "PAR-10: mean time, where an unsolved problem counts as ten times the limit"},
		{"minus start", s.startNote(list)},
		{"unique", "unique: problems that no other contender solved"},
		{"VBS +", "VBS +: increase of the mean time of the virtual best if this contender did not exist"},
		{"rank", "rank: mean place on the problems; 1 is the fastest"},
		{"alike", "alike: contenders with a letter in common do not differ significantly, those without one do " +
			"(Wilcoxon's test over the problems, Holm's correction); no letters: too few problems"},
		{against, ratio},
		{bothAnswered, bothAnswered + ": geometric mean of the ratios of times on problems that both answered"},
	} {
		if slices.Contains(header, column.name) {
			lines = append(lines, column.text)
		}
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return len(r.Scores) > 1 }) {
		text := "virtual best (VBS): the fastest contender of each problem, as if one program chose it"
		if full {
			text += "; SBS: single best solver, the first of the ranking"
		}
		lines = append(lines, text)
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return len(r.Wrong) > 0 }) {
		lines = append(lines, "WRONG: wrong answers / all answers of the contender in the whole run; it is not ranked")
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return slices.ContainsFunc(r.Wrong, func(w Wrong) bool { return w.Open > 0 }) }) {
		lines = append(lines, "disputed: answers differ, and no published value or shown solution decides; a contender that is alone against a majority is not ranked, and without a majority none of them is")
	}
	for _, r := range list {
		if late := r.Contest.LateText(); late != "" {
			lines = append(lines, fmt.Sprintf("task %s: %s", r.Task, late))
		}
	}
	if slices.ContainsFunc(s.suspects(), func(w Wrong) bool { return w.Contender == s.Baseline() }) {
		lines = append(lines, s.Baseline()+" (the baseline) gave wrong answers, so there are no ratios to it")
	}
	return lines
}

// partial matches a ratio over a part of the problems, and unshared the number of problems that only one
// of two contenders solved.
var (
	partial  = lazyregexp.New(`r on [0-9]+$`)
	unshared = lazyregexp.New(`^[+−][0-9]+(,|$)`)
)

// startNote explains the column of times without the start of a process, and states in which
// rankings it determines the order.
func (s Summary) startNote(list []Ranking) string {
	text := "minus start: mean time without the start of the process, which is measured on a board of one square (at least a tenth of the start is kept)"
	var net []string
	for _, r := range list {
		if r.Contest.Net {
			net = append(net, r.subject())
		}
	}
	switch {
	case len(net) == 0:
		return text
	case len(net) == len(list):
		text += "; order, VBS, letters and ratios use it"
	default:
		text += "; order, VBS, letters and ratios use it for " + strings.Join(net, "; ")
	}
	return text + fmt.Sprintf(", because some answers took less than %d times as long as the start", shortStart)
}

// wrongOrDisputed returns "wrong", "disputed" or both, depending on the contenders' answers.
func wrongOrDisputed(list []Wrong) string {
	wrong, open := false, false
	for _, w := range list {
		wrong, open = wrong || w.Wrong > w.Open, open || w.Open > 0
	}
	switch {
	case !open:
		return "wrong"
	case !wrong:
		return "disputed"
	}
	return "wrong or disputed"
}

// suspects returns the contenders of the run that gave wrong answers.
func (s Summary) suspects() []Wrong { return WrongContenders(s.Cells) }

// fitting removes dispensable columns until the table is at most as wide as the page.
func fitting(rows [][]string, page int) [][]string {
	for _, name := range dispensable {
		widest := 0
		for line := range strings.Lines(table.Text(rows)) {
			widest = max(widest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
		}
		if widest <= page {
			break
		}
		if column := slices.Index(rows[0], name); column >= 0 {
			deleteColumn(rows, column)
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

// known returns a time as text, or "" for NaN.
func known(seconds float64) string {
	switch {
	case math.IsNaN(seconds):
		return ""
	case math.IsInf(seconds, 1):
		return "> limit"
	}
	return table.Duration(seconds)
}

package summary

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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
			return append(lines, "best on other tasks: see the table")
		}
		first, second := r.Scores[0], r.Scores[1]
		best := r.Contest.PAR2(first)
		line := fmt.Sprintf("best, %s: %s (%d answered, PAR-2%s %s); second: %s", r.subject(), first.Contender, first.Solved, r.lessStart(), table.Duration(best), second.Contender)
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
	Title string
	Rows  [][]string
	Notes string
}

func (s Summary) writeRankings(t *textWriter, full bool) {
	width := fullWidth
	if !full {
		width = pageWidth
	}
	if r, ok := s.RankingTable(full, width); ok {
		t.table(r.Title, r.Rows, width, r.Notes)
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
		rows = append(rows, s.rankingRows(r)...)
	}
	if column := slices.Index(rows[0], bothAnswered); !full && column >= 0 {
		deleteColumn(rows, column)
	}
	rows = fitting(withoutEmpty(rows, 3), width)
	return Table{title, rows, s.rankingNotes(rows[0], list)}, true
}

// writeEveryRanking writes the rankings that are not on the first page, each as a table.
func (s Summary) writeEveryRanking(t *textWriter) {
	for _, r := range s.Rankings {
		if len(r.Scores) > 1 && !slices.ContainsFunc(s.mains(), func(main Ranking) bool { return main.title() == r.title() && slices.Equal(main.Problems, r.Problems) }) {
			t.table("ranking: "+r.title(), withoutEmpty(append([][]string{s.rankingHeader()}, s.rankingRows(r)...), 3), fullWidth, "")
		}
	}
}

// dispensable are the columns that are removed from a ranking that is too wide, in this order.
var dispensable = []string{"median", "rank", "unique", "PAR-10", "VBS +"}

// bothAnswered is the header of a column that only the full summary has, since a contender that
// solves what the baseline gave up on may look slow in it.
const bothAnswered = "both answered"

func (s Summary) rankingHeader() []string {
	header := []string{"contender", "solved", "PAR-2", "minus start", "PAR-10", "median", "unique", "VBS +", "rank", "alike"}
	if s.Baseline() != "" {
		header = append(header, "against "+s.Baseline(), bothAnswered)
	}
	return header
}

func (s Summary) rankingRows(r Ranking) [][]string {
	var rows [][]string
	for i, sc := range slices.Concat([]Score{r.Virtual}, r.Scores) {
		if i == 0 && len(r.Scores) == 1 {
			continue // it would repeat the only contender
		}
		name := sc.Contender
		switch {
		case i == 0:
			name = "virtual best (VBS)"
		case i == 1 && sc.Solved > 0:
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

// rankingNotes returns explanations of the columns in the header and of the marks.
func (s Summary) rankingNotes(header []string, list []Ranking) string {
	text := "PAR-2, PAR-10: mean time, where an unsolved problem counts as 2 or 10 times the limit"
	if !slices.Contains(header, "PAR-10") {
		text = "PAR-2: mean time, where an unsolved problem counts as twice the limit"
	}
	notes := []string{text}
	for _, r := range list {
		if late := r.Contest.LateText(); late != "" {
			notes = append(notes, fmt.Sprintf("task %s: %s", r.Task, late))
		}
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return len(r.Wrong) > 0 }) {
		notes = append(notes, "a contender with a wrong answer is not ranked; it is listed below with the number of its wrong answers in the whole run")
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return slices.ContainsFunc(r.Wrong, func(w Wrong) bool { return w.Open > 0 }) }) {
		notes = append(notes, "disputed: answers differ, and no published value or shown solution decides; a contender that is alone against a majority is not ranked, and without a majority none of them is")
	}
	if slices.ContainsFunc(s.suspects(), func(w Wrong) bool { return w.Contender == s.Baseline() }) {
		notes = append(notes, s.Baseline()+" (the baseline) gave wrong answers, so there are no ratios to it")
	}
	for _, note := range []struct{ column, text string }{
		{"minus start", s.startNote(list)},
		{"unique", "unique: problems that no other contender solved"},
		{"VBS +", "VBS: virtual best solver, the best contender for each problem; SBS: single best solver; VBS +: increase of the PAR-2 of the VBS without this contender"},
		{"alike", "alike: contenders that share a letter do not differ significantly, contenders that share none do (Wilcoxon's test over the problems, Holm's correction over the pairs; no letters if there are too few problems)"},
		{"against " + s.Baseline(), "against " + s.Baseline() + ": problems solved only by this contender (+) or only by the baseline (−), and the ratio of their PAR-2"},
		{bothAnswered, bothAnswered + ": geometric mean of the ratios of times on problems that both answered"},
	} {
		if slices.Contains(header, note.column) {
			notes = append(notes, note.text)
		}
	}
	return strings.Join(notes, ". ") + "."
}

// startNote explains the column of times without the start of a process, and states in which
// rankings it determines the order.
func (s Summary) startNote(list []Ranking) string {
	text := "minus start: PAR-2 after the start of the process, measured on a board of one square, was subtracted from each time; at least a tenth of the start is kept"
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

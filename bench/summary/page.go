package summary

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"nqueens/internal/table"
)

// mostBest is how many lines say who is best.
const mostBest = 3

// mains are the rankings that the first page shows: of each task the one with the most
// results, if it is one.
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

// BestLines say in a line each who is best where.
func (s Summary) BestLines() (lines []string) {
	list := slices.DeleteFunc(s.mains(), func(r Ranking) bool { return len(r.Scores) < 2 || r.Scores[0].Solved == 0 })
	slices.SortStableFunc(list, func(a, b Ranking) int { return len(b.Scores)*len(b.Problems) - len(a.Scores)*len(a.Problems) })
	for i, r := range list {
		if i == mostBest {
			return append(lines, "best elsewhere: as the table says")
		}
		first, second := r.Scores[0], r.Scores[1]
		line := fmt.Sprintf("best, %s: %s, %d answered, PAR-2 %s; then %s", r.subject(), first.Contender, first.Solved, table.Duration(first.PAR2), second.Contender)
		if first.PAR2 > 0 {
			line += fmt.Sprintf(", %s", table.Speed(first.PAR2/second.PAR2))
		}
		switch {
		case len(r.Groups) == 0:
			line += ", " + tooFew
		case r.alike(first.Contender, second.Contender):
			line += ", no difference found"
		}
		lines = append(lines, line)
	}
	return lines
}

// tooFew says of a ranking that has no Groups what its order is worth.
const tooFew = "too few problems to tell a difference"

// alike reports whether no difference was found between two contenders.
func (r Ranking) alike(a, b string) bool {
	return slices.ContainsFunc(r.Groups, func(group []string) bool { return slices.Contains(group, a) && slices.Contains(group, b) })
}

// subject is what a ranking is about: "task first, 24 instances".
func (r Ranking) subject() string {
	what := "problem"
	if r.Instances {
		what = "instance"
	}
	if n := len(r.Problems); n < r.Of {
		return fmt.Sprintf("task %s, %d of %s", r.Task, n, table.Plural(r.Of, what))
	}
	return fmt.Sprintf("task %s, %s", r.Task, table.Plural(r.Of, what))
}

// title is the subject with who and what is not in the ranking.
func (r Ranking) title() string {
	text := r.subject() + " that all of these were asked"
	if r.LeftOut > 0 {
		text += fmt.Sprintf("; %d left out where one of them has no result", r.LeftOut)
	}
	if n := len(r.Apart); n > 0 {
		text += fmt.Sprintf("; %s asked fewer or others, apart", table.Plural(n, "contender"))
	}
	if n := len(r.Without); n > 0 {
		text += fmt.Sprintf("; %s without any result", table.Plural(n, "contender"))
	}
	return text
}

// Table is rows, the first of them the header, with what stands above and below.
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

// RankingTable is the rankings of the first page, with the columns that so many characters
// have room for; ok is false where nobody was to answer anything.
func (s Summary) RankingTable(full bool, width int) (r Table, ok bool) {
	list := s.mains()
	if len(list) == 0 {
		return r, false
	}
	rows := [][]string{s.rankingHeader()}
	title := "ranking: " + list[0].title()
	if len(list) > 1 {
		title = "rankings, each over problems that all in it were asked"
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

// writeEveryRanking writes the others, a table each.
func (s Summary) writeEveryRanking(t *textWriter) {
	for _, r := range s.Rankings {
		if len(r.Scores) > 1 && !slices.ContainsFunc(s.mains(), func(main Ranking) bool { return main.title() == r.title() && slices.Equal(main.Problems, r.Problems) }) {
			t.table("ranking: "+r.title(), withoutEmpty(append([][]string{s.rankingHeader()}, s.rankingRows(r)...), 3), fullWidth, "")
		}
	}
}

// dispensable are the columns of a ranking that go first where it is too wide.
var dispensable = []string{"median", "rank", "unique", "PAR-10", "VBS +"}

// bothAnswered heads a column of the full summary alone: a contender that answers what the
// baseline gave up on may look slow by it.
const bothAnswered = "both answered"

func (s Summary) rankingHeader() []string {
	header := []string{"contender", "solved", "PAR-2", "less start", "PAR-10", "median", "unique", "VBS +", "rank", "alike"}
	if s.Baseline() != "" {
		header = append(header, "against "+s.Baseline(), bothAnswered)
	}
	return header
}

func (s Summary) rankingRows(r Ranking) [][]string {
	var rows [][]string
	for i, sc := range slices.Concat([]Score{r.Virtual}, r.Scores) {
		if i == 0 && len(r.Scores) == 1 {
			continue // it is the same
		}
		name, star := sc.Contender, ""
		switch i {
		case 0:
			name = "best of each (VBS)"
		case 1:
			name += " (SBS)"
		}
		answered := fmt.Sprint(sc.Solved)
		if sc.Wrong > 0 {
			answered, star = fmt.Sprintf("%d, %d WRONG", sc.Solved, sc.Wrong), "*"
		}
		row := []string{name, answered, table.Duration(sc.PAR2) + star, "", table.Duration(sc.PAR10) + star, known(sc.Median), some(sc.Unique), "", "", ""}
		if sc.Searching < sc.PAR2*(1-1e-9) {
			row[3] = table.Duration(sc.Searching)
		}
		if i > 0 {
			if sc.Marginal > 0 {
				row[7] = "+" + table.Duration(sc.Marginal)
			}
			row[8], row[9] = fmt.Sprintf("%.1f", sc.AverageRank), r.letters(sc.Contender)
		}
		if s.Baseline() != "" {
			row = append(row, sc.against(s.Baseline(), len(r.Problems)), sc.whereBothAnswered(s.Baseline(), len(r.Problems)))
		}
		rows = append(rows, row)
	}
	return rows
}

// letters name the groups that the contender is in.
func (r Ranking) letters(contender string) string {
	var text strings.Builder
	for i, group := range r.Groups {
		if slices.Contains(group, contender) {
			text.WriteRune(rune('a' + i%26))
		}
	}
	return text.String()
}

// against says how many problems only one of the two answered, and how many times as
// fast the contender is by PAR-2, over how many problems if not over all.
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
		parts = append(parts, speedOn(s.Ratio, s.Asked, problems))
	}
	return strings.Join(parts, ", ")
}

func (s Score) whereBothAnswered(baseline string, problems int) string {
	if s.Shared == 0 || s.Contender == baseline {
		return ""
	}
	return speedOn(s.Speedup, s.Shared, problems)
}

// speedOn is a ratio in words, with how many problems it is over if not all.
func speedOn(ratio float64, on, problems int) string {
	if on < problems {
		return fmt.Sprintf("%s on %d", table.Speed(ratio), on)
	}
	return table.Speed(ratio)
}

// rankingNotes explain the columns that the header has, and the marks.
func (s Summary) rankingNotes(header []string, list []Ranking) string {
	text := "PAR-2, PAR-10: mean time, what was not answered counting as 2 and 10 times the limit"
	if !slices.Contains(header, "PAR-10") {
		text = "PAR-2: mean time, what was not answered counting as twice the limit"
	}
	if slices.ContainsFunc(list, func(r Ranking) bool { return r.Scores[len(r.Scores)-1].Wrong > 0 }) {
		text += " (*: and wrong answers)"
	}
	notes := []string{text}
	for _, note := range []struct{ column, text string }{
		{"less start", "less start: PAR-2 without what starting a process takes, measured on a board of one square"},
		{"unique", "unique: solved by no other"},
		{"VBS +", "VBS +: by how much PAR-2 of the best of each, the virtual best solver, grows without this one; SBS: the single best"},
		{"alike", "alike: between those who share a letter no difference was found (Wilcoxon over the problems, Holm over the pairs; none where those are too few to tell)"},
		{"against " + s.Baseline(), "against " + s.Baseline() + ": how many only one of the two solved (+, −), and the ratio of their PAR-2"},
		{bothAnswered, bothAnswered + ": the geometric mean of the ratios of times where both did"},
	} {
		if slices.Contains(header, note.column) {
			notes = append(notes, note.text)
		}
	}
	return strings.Join(notes, ". ") + "."
}

// fitting leaves dispensable columns out until the table is no wider than the page.
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

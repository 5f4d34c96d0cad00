package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"nqueens/bench/summary"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// Style selects how a comparison is written.
type Style struct {
	Full     bool // all rows, including unchanged ones
	Markdown bool // for a pull request: one screen, details folded
}

const (
	pageWidth = 100
	// mostRows and mostReasons limit the rows and the reasons without Full, mostFolded the rows in
	// Markdown.
	mostRows, mostReasons, mostFolded = 30, 10, 10
)

// Write writes the comparison: three lines with what changed, the reasons why the gate fails, and a
// table.
func (c Comparison) Write(w io.Writer, style Style) error {
	var b strings.Builder
	if style.Markdown {
		c.markdown(&b)
	} else {
		c.text(&b, style.Full)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the comparison with all its rows as JSON.
func (c Comparison) WriteJSON(w io.Writer) error {
	content, err := json.MarshalIndent(c, "", " ")
	if err == nil {
		_, err = w.Write(append(content, '\n'))
	}
	return err
}

// text writes the comparison for a terminal.
func (c Comparison) text(b *strings.Builder, full bool) {
	line := func(text string) { b.WriteString(table.Paragraph(text, "  ", pageWidth)) }
	for _, verdict := range c.headlines() {
		line(verdict)
	}
	for _, reason := range c.reasons(mostReasons) {
		line(reason)
	}
	most := mostRows
	if full {
		most = len(c.Rows)
	}
	rows, left := c.table(most, full)
	if b.WriteByte('\n'); len(rows) > 1 {
		b.WriteString(table.Fitted(rows, pageWidth, 1, 2, 6))
	}
	if left != "" {
		line(left)
	}
	for _, note := range c.notes() {
		line(note)
	}
}

// headlines returns the three lines that come first: answers, times, effort.
func (c Comparison) headlines() []string {
	return []string{"answers: " + c.answersLine(), c.what() + ": " + c.timesLine(), "effort: " + c.effortLine()}
}

// what returns the name of the times that are compared.
func (c Comparison) what() string {
	if c.Clock == CPU {
		return "CPU times"
	}
	return "times"
}

// list returns the nonzero counts of the given kinds, as in "2 lost, 1 new".
func list(counts map[What]int, words ...What) string {
	var parts []string
	for _, w := range words {
		if n := counts[w]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, w))
		}
	}
	return strings.Join(parts, ", ")
}

func (c Comparison) answersLine() string {
	counts := map[What]int{}
	for _, r := range c.Rows {
		counts[What(r.Answer)]++
	}
	text := fmt.Sprintf("%d of %d as before", counts[What(Same)], len(c.Rows))
	if more := list(counts, "wrong", "differs", "lost", "gone", "ended", "right", "answered", "new", What(Neither)); more != "" {
		text += "; " + more
	}
	if counts[What(BecameWrong)] > 0 {
		text = "WRONG, " + text
	}
	if n := len(c.Verdicts); n > 0 {
		text += fmt.Sprintf("; another verdict on %s: %s → %s", c.Verdicts[0].Problem, c.Verdicts[0].Old, c.Verdicts[0].New)
		if n > 1 {
			text += fmt.Sprintf(" and on %d more", n-1)
		}
	}
	return text
}

func (c Comparison) timesLine() string {
	switch {
	case c.EffortOnly && c.Gate.Slower != nil:
		return "not compared; then slower of the gate fails only on lost answers"
	case c.EffortOnly:
		return "not compared"
	case c.Shared > 0 && !c.again():
		return "nothing was measured again: both sides are the same runs, from one folder or a copy of it"
	case c.Timed == 0 && c.Shared > 0:
		return "no result that was measured again has a time on both sides"
	case c.Timed == 0:
		return "no result has a time on both sides"
	}
	counts := map[What]int{}
	for _, r := range c.Rows {
		if !r.shared() {
			counts[map[Change]What{More: "slower", Less: "faster", Equal: What(sameWithin(c.Tolerance)), Undecided: What(Undecided)}[r.Time]]++
		}
	}
	text := fmt.Sprintf("%s over %d (geometric mean)", changeText(c.Mean), c.Timed)
	return text + "; " + list(counts, "slower", "faster", What(sameWithin(c.Tolerance)), What(Undecided))
}

func sameWithin(part float64) string { return fmt.Sprintf("the same within %.3g %%", 100*part) }

func (c Comparison) effortLine() string {
	told, counts := 0, map[What]int{}
	var most Row
	for _, r := range c.Rows {
		if len(r.Effort) == 0 {
			continue
		}
		told++
		e := r.work()
		counts[map[Change]What{More: "more", Less: "less", Equal: What(Same), Undecided: What(Undecided)}[e.Change]]++
		if e.Change == More && (most.Problem == "" || e.Effect.Ratio > most.work().Effect.Ratio) {
			most = r
		}
	}
	if told == 0 {
		return "no result has effort on both sides"
	}
	text := fmt.Sprintf("the same in %d of %d", counts[What(Same)], told)
	if more := list(counts, "more", "less", What(Undecided)); more != "" {
		text += "; " + more
	}
	if most.Problem != "" {
		text += fmt.Sprintf("; most, %s (%s)", workText(most.work()), most.name())
	}
	return text
}

// workText returns the change of a unit of work, as in "+12 % nodes".
func workText(e Effort) string {
	text := table.Change(e.Effect.Ratio) + " " + e.Unit
	if e.Change == Undecided {
		text += " ~"
	}
	return text
}

// reasons returns lines that tell why the gate fails and what it could not decide, at most most of
// each kind.
func (c Comparison) reasons(most int) (lines []string) {
	add := func(word string, reasons []string) {
		for i, reason := range reasons {
			if i == most {
				lines = append(lines, fmt.Sprintf("%s: and %d more", word, len(reasons)-i))
				break
			}
			lines = append(lines, word+": "+printable.Text(reason))
		}
	}
	add("FAILED", c.Failures)
	switch n := len(c.Undecided); {
	case c.Gate.Strict:
		add("FAILED (strict)", c.Undecided)
	case n > 0:
		lines = append(lines, fmt.Sprintf("undecided: %d hidden by noise, the first is %s", n, printable.Text(c.Undecided[0])))
	}
	return lines
}

// table returns a row for each change, at most most, and a line that counts what was left out.
func (c Comparison) table(most int, full bool) (rows [][]string, left string) {
	rows = [][]string{{"", "contender", "problem", "old", "new", "time", "work"}}
	changed, undecided, neither := 0, 0, 0
	for _, r := range c.Rows {
		if what := r.What(); what == What(Undecided) && !full {
			undecided++
			continue
		} else if what == What(Neither) && !full {
			neither++
			continue
		} else if what == What(Same) && !full {
			continue
		}
		if changed++; changed > most {
			continue
		}
		row := []string{string(r.What()), r.Contender.String(), r.Problem + " " + string(r.Task), c.resultText(r.Old), c.resultText(r.New), "", ""}
		if c.EffortOnly {
			row[3], row[4] = answerText(r.Old), answerText(r.New)
		}
		switch {
		case r.Time == "":
		case r.shared():
			row[5] = "same runs"
		case r.Time == Undecided, r.Time == Equal:
			row[5] = changeText(r.Effect) + " ~"
		default:
			row[5] = changeText(r.Effect)
		}
		if e := r.work(); e.Unit != "" && e.Change != Equal {
			row[6] = workText(e)
		}
		rows = append(rows, row)
	}
	var parts []string
	if n := changed - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more changes", n))
	}
	if undecided > 0 {
		parts = append(parts, fmt.Sprintf("%d undecided", undecided))
	}
	if neither > 0 {
		parts = append(parts, fmt.Sprintf("%d that neither side answered", neither))
	}
	if n := len(c.Rows) - changed - undecided - neither; n > 0 {
		parts = append(parts, fmt.Sprintf("%d the same", n))
	}
	if len(parts) > 0 {
		left = "not shown: " + strings.Join(parts, ", ") + "; --full shows all"
	}
	return rows, left
}

// resultText returns the time of a result, or how it ended.
func (c Comparison) resultText(cell *summary.Cell) string {
	if cell == nil || !cell.Timed() {
		return answerText(cell)
	}
	if c.Clock != CPU {
		return table.Duration(cell.Seconds.Median)
	}
	if i, known := cell.CPU(); known {
		return table.Duration(i.Median)
	}
	return "?"
}

func answerText(c *summary.Cell) string {
	switch {
	case c == nil:
		return "–"
	case c.Open:
		return c.WrongWord()
	case c.Wrong:
		return "WRONG"
	case c.Status == "":
		return "skipped"
	}
	return string(c.Status)
}

// notes returns lines that explain the marks of the table and remarks on the two sides.
func (c Comparison) notes() (lines []string) {
	marked, timed, starred := false, false, c.Timed > 0 && !c.Mean.Enough
	for _, r := range c.Rows {
		starred = starred || r.Time != "" && !r.Effect.Enough && !r.shared()
		marked = marked || r.Time == Undecided || r.work().Change == Undecided
		timed = timed || r.Time != ""
	}
	if timed {
		lines = append(lines, "old and new are medians; time is the median of the quotients of each new run by each old run, which can differ from the quotient of the medians")
	}
	if timed && c.Clock == CPU {
		lines = append(lines, "a CPU time is that of the whole process divided by the number of its answers; for an external solver, that of the solver only")
	}
	if c.WithStart > 0 {
		lines = append(lines, fmt.Sprintf("%s include the start of the process although one of the two is less than ten times as long; only times by the run's own clock can be compared without the start", table.Plural(c.WithStart, "CPU time")))
	}
	if c.Net > 0 {
		text := fmt.Sprintf("%s compared after the start of the process was subtracted, because one of the two is less than ten times as long as the start; old and new include it", table.Plural(c.Net, "time"))
		if c.Unsure > 0 {
			text += fmt.Sprintf("; %d of them differ by less than the error of the measured starts and are in no mean", c.Unsure)
		}
		lines = append(lines, text)
	}
	if marked {
		lines = append(lines, fmt.Sprintf("~: no difference found (Mann-Whitney test, Holm's correction over the table); undecided: the interval does not exclude a difference of %.3g %%", 100*c.Tolerance))
	}
	if starred {
		lines = append(lines, "*: too few runs or problems for an interval")
	}
	if c.TooFewRuns > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d times have too few runs for the corrected test to find a difference: it needs %d runs of each", c.TooFewRuns, c.Timed, c.Runs))
	}
	if c.Shared > 0 && (c.EffortOnly || c.again()) {
		lines = append(lines, fmt.Sprintf("both sides have the same runs for %d of %s; these are in no mean", c.Shared, table.Plural(len(c.Rows), "result")))
	}
	lines = append(lines, c.About...)
	if len(c.Drift) > 0 {
		lines = append(lines, "the environment differs: "+strings.Join(c.Drift, "; "))
	}
	return lines
}

// markdown writes the comparison for a pull request.
func (c Comparison) markdown(b *strings.Builder) {
	mark := "✅"
	switch {
	case c.Failed():
		mark = "❌"
	case slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Answer == BecameWrong || r.Answer == Differs }):
		mark = "⚠️" // even without a gate
	case len(c.Undecided) > 0:
		mark = "❔"
	}
	fmt.Fprintf(b, "### %s `nqueens compare`: %s → %s\n\n", mark, table.EscapedText(c.Old), table.EscapedText(c.New))
	for _, line := range c.headlines() {
		what, text, _ := strings.Cut(line, ":")
		fmt.Fprintf(b, "- **%s**: %s\n", what, table.EscapedText(strings.TrimSpace(text)))
	}
	for _, line := range c.reasons(mostReasons) {
		fmt.Fprintf(b, "- %s\n", table.EscapedText(line))
	}
	if rows, left := c.table(mostFolded, false); len(rows) > 1 {
		fmt.Fprintf(b, "\n%s", table.Markdown(table.Escaped(rows)))
		if left, _, _ = strings.Cut(left, ";"); left != "" {
			fmt.Fprintf(b, "\n%s\n", left)
		}
	}
	if rows, _ := c.table(len(c.Rows), true); len(rows) > 1 {
		fmt.Fprintf(b, "\n<details><summary>All %d results</summary>\n\n%s\n</details>\n", len(rows)-1, table.Markdown(table.Escaped(rows)))
	}
	if notes := c.notes(); len(notes) > 0 {
		b.WriteString("\n<details><summary>Remarks</summary>\n\n")
		for _, note := range notes {
			fmt.Fprintf(b, "- %s\n", table.EscapedText(note))
		}
		b.WriteString("\n</details>\n")
	}
}

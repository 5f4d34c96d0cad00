package summary

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// Style holds the options for writing a summary.
type Style struct {
	// Full adds the tables after the first page: rankings over every set of problems, how the runs
	// on instances ended, times, ratios and growth.
	Full     bool
	Colour   bool // for a terminal: wrong answers are red
	Markdown bool
}

const (
	pageWidth = 100 // of the first page, in characters
	fullWidth = 120 // of the other tables; a wider table is split
)

// WriteText writes the summary: whether an answer is wrong, the best contenders, what is
// unreliable, and a table of the results; with Style.Full also everything else.
func (s Summary) WriteText(w io.Writer, style Style) error {
	t := &textWriter{markdown: style.Markdown}
	t.lines(s.WrongLines())
	for _, line := range s.dissentLines(true) {
		t.line("expected: %s", line)
	}
	clock := s.Experiment.ClockLine()
	if clock != "" {
		t.item(table.Paragraph(clock, "  ", pageWidth))
	}
	t.lines(s.LeftOut.Lines())
	t.lines(s.VerdictLines())
	t.lines(s.instanceLines())
	for _, line := range s.SweepLines() {
		t.item(table.Paragraph(line, "  ", pageWidth))
	}
	t.lines(s.BestLines())
	if line := s.VoidLine(); line != "" {
		t.line("%s", line)
	}
	s.writeCrashes(t)
	if line := s.IdleLine(); line != "" {
		t.line("%s", line)
	}
	s.writeCaveats(t, clock)
	s.writeProofs(t)
	s.writeRankings(t, style.Full)
	s.writeSweeps(t)
	if style.Full {
		s.writeEveryRanking(t)
		s.writeInstances(t)
		s.writeTimes(t)
		s.writeRatios(t)
		s.writeGrowth(t)
	}
	var text strings.Builder
	io.WriteString(printable.Writer(&text), t.String()) //nolint:errcheck // a builder takes everything
	said := text.String()
	if style.Colour {
		said = wrongWords.Get().ReplaceAllString(said, "\x1b[31m$0\x1b[0m")
	}
	_, err := io.WriteString(w, said)
	return err
}

var wrongWords = lazyregexp.New(`(?m)^(FAILED|EDITED):.*$|\b\d+/\d+ WRONG\b`)

// textWriter writes text or Markdown.
type textWriter struct {
	strings.Builder
	markdown bool
}

func (t *textWriter) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

// line writes a separate line.
func (t *textWriter) line(format string, args ...any) {
	t.item(printable.Text(fmt.Sprintf(format, args...)) + "\n")
}

func (t *textWriter) lines(lines []string) {
	for _, line := range lines {
		t.line("%s", line)
	}
}

// item writes a separate text of one or more lines.
func (t *textWriter) item(text string) {
	if t.markdown {
		text = "- " + table.EscapedLines(text)
	}
	t.WriteString(text)
}

// explain writes lines that belong to a table.
func (t *textWriter) explain(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if t.markdown {
		text = table.EscapedLines(text)
	}
	t.WriteString(text)
}

// rows writes a table.
func (t *textWriter) rows(rows [][]string, page int) {
	if t.markdown {
		t.printf("\n%s\n", table.Markdown(table.Escaped(rows)))
		return
	}
	t.WriteString(table.Wrapped(rows, page))
}

// table writes a table with its title, legend and notes.
func (t *textWriter) table(of Table, page int) {
	t.explain("\n%s", table.Paragraph(of.Title, "", page))
	if t.markdown && len(of.Legend) > 0 {
		t.WriteByte('\n')
	}
	for _, line := range of.Legend {
		line = table.Paragraph(line, "    ", page-2)
		if t.markdown {
			t.item(line)
		} else {
			t.WriteString("  " + line)
		}
	}
	t.rows(of.Rows, page)
	if of.Notes != "" {
		t.explain("%s", table.Paragraph(of.Notes, "", page))
	}
}

// WrongLines returns lines that state whether answers are wrong, and which.
func (s Summary) WrongLines() (lines []string) {
	for i, f := range s.Judgement.Failures {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("FAILED: and %d more, see verdicts.json", len(s.Judgement.Failures)-i))
			break
		}
		lines = append(lines, "FAILED: "+f)
	}
	dissent, expected := s.dissentLines(false), s.dissentLines(true)
	switch {
	case len(s.Judgement.Failures)+len(dissent) > 0:
		return append(lines, dissent...)
	case len(expected) > 0:
		return []string{"no answer is wrong, except those that the plan expects to be wrong"}
	}
	return []string{"no answer is wrong"}
}

// VerdictLines returns a line that counts the verdicts, and a line for each note.
func (s Summary) VerdictLines() []string {
	counts, expected := map[judge.VerdictKind]int{}, 0
	for _, v := range s.Judgement.Verdicts {
		counts[v.Kind]++
		if v.Kind == judge.Disagreement && !slices.ContainsFunc(v.Dissent, func(d judge.Dissent) bool { return !d.Expected }) {
			expected++
		}
	}
	var parts []string
	for _, k := range []judge.VerdictKind{judge.Known, judge.Agreed, judge.AgreedReduced, judge.Alone, judge.Disagreement, judge.Unanswered} {
		if counts[k] > 0 {
			meaning := verdictMeanings[k]
			if k == judge.Disagreement && expected == counts[k] {
				meaning = " (as the plan expects)"
			}
			parts = append(parts, fmt.Sprintf("%d %s%s", counts[k], k, meaning))
		}
	}
	lines := s.sweepVerdicts()
	if len(s.Judgement.Verdicts) > 0 || lines == nil {
		lines = append([]string{fmt.Sprintf("verdicts on %s: %s", table.Plural(len(s.Judgement.Verdicts), "problem"), strings.Join(parts, ", "))}, lines...)
	}
	for _, n := range s.Judgement.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}

// verdictMeanings explains the verdicts that their names do not explain.
var verdictMeanings = map[judge.VerdictKind]string{
	judge.Known:         " (equal to a published value)",
	judge.Agreed:        " (by independent engines)",
	judge.AgreedReduced: "",
	judge.Alone:         " (answered by one engine)",
	judge.Disagreement:  " (answers contradict each other)",
}

func (s Summary) writeGrowth(t *textWriter) {
	if len(s.Growth) == 0 {
		return
	}
	rows := [][]string{{"contender", "family", "task", "n", "factor", "95 % interval"}}
	for _, g := range s.Growth {
		rows = append(rows, []string{
			g.Contender, g.Family, g.Task, fmt.Sprintf("%d..%d", g.From, g.To),
			fmt.Sprintf("%.2f", g.Factor), fmt.Sprintf("[%.2f, %.2f]", g.Low, g.High),
		})
		if g.Curved {
			rows[len(rows)-1][5] = "curved"
		}
	}
	t.explain("\ngrowth: time multiplies by this factor from n to n + 1 (least squares over sizes that took 1 ms or more;\ncurved: the factor changes; the one shown is of the last step)\n")
	t.rows(rows, fullWidth)
}

// VoidLine states how many runs were discarded, and how many results have no other runs.
func (s Summary) VoidLine() string {
	left, lost := 0, 0
	for _, c := range s.Cells {
		left += c.Void
		if c.Status == nqueens.Void {
			lost++
		}
	}
	switch {
	case s.Void == 0 && s.Runs > 0 && len(s.Cells) == 0 && len(s.Pooled) > 0:
		return "" // the table of sweeps shows discarded runs
	case s.Void == 0:
		return "discarded: no run"
	}
	text := fmt.Sprintf("discarded: %d of %s, because the process did not get the CPU or was stopped", s.Void, table.Plural(s.Runs, "run"))
	switch again := s.Void - left; {
	case left == 0:
		text += " (all were repeated)"
	case again > 0:
		text += fmt.Sprintf(" (%d were repeated)", again)
	}
	if left > 0 {
		text += "; they are in no figure"
	}
	if lost > 0 {
		text += fmt.Sprintf("; %d of %s have no other run", lost, table.Plural(len(s.Cells), "result"))
	}
	return text
}

// writeCrashes writes lines that state which contenders crashed, and why.
func (s Summary) writeCrashes(t *textWriter) {
	for _, line := range gapLines(filter(s.Cells, func(c *Cell) bool { return c.Status == nqueens.Crashed })) {
		t.line("%s", line)
	}
}

// IdleLine states how many runs used little CPU time; it is "" if none did. They are not discarded: a
// run is discarded only if a wait was observed.
func (s Summary) IdleLine() string {
	if s.Idle == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the %d runs that took %v s or more used the CPU for less than %.0f %% of their time, and no wait for the CPU that explains it was recorded; their times may be too long",
		s.Idle, s.Telling, isolate.ShortestJudged.Seconds(), 100*fairShare)
}

// writeCaveats writes the caveats about the records, except the line that was already written.
func (s Summary) writeCaveats(t *textWriter, said string) {
	for _, line := range s.Caveats() {
		if line != said {
			t.item(table.Paragraph(line, "  ", pageWidth))
		}
	}
	if s.Unsigned > 0 {
		t.line("%s without a digest, written by an older version: edits cannot be detected", table.Plural(s.Unsigned, "record"))
	}
}

// dissentLines returns a line for each contender that disagreed, with the number of problems, the
// reason and the smallest evidence. If expected is set, these are the contenders that the plan
// expects to be wrong on all these problems; otherwise they are the other ones.
func (s Summary) dissentLines(expected bool) []string {
	var all []*dissenter
	for _, v := range s.Judgement.BySize((*judge.Verdict).Disputed) {
		for _, d := range v.Dissent {
			i := slices.IndexFunc(all, func(a *dissenter) bool { return a.name == d.Contender.String() })
			if i < 0 {
				i = len(all)
				all = append(all, &dissenter{name: d.Contender.String(), expected: true})
			}
			all[i].add(v.Name, d)
		}
	}
	var lines []string
	for _, a := range all {
		if a.expected == expected {
			lines = append(lines, a.line(s.Witnesses))
		}
	}
	return lines
}

// dissenter is a contender that disagreed with others.
type dissenter struct {
	name     string
	problems []string // sorted by size
	why      []string // on the smallest problem
	expected bool
}

func (a *dissenter) add(problem string, d judge.Dissent) {
	a.expected = a.expected && d.Expected
	if !slices.Contains(a.problems, problem) {
		a.problems = append(a.problems, problem)
	}
	if problem != a.problems[0] {
		return
	}
	// If the reason of a second task repeats that of the first and adds to it, it replaces the
	// first.
	for i, known := range a.why {
		switch {
		case strings.HasPrefix(known, d.Why):
			return
		case strings.HasPrefix(d.Why, known):
			a.why[i] = d.Why
			return
		}
	}
	a.why = append(a.why, d.Why)
}

func (a *dissenter) line(witnesses []judge.Witness) string {
	where := a.problems[0]
	if n := len(a.problems); n > 1 {
		where = fmt.Sprintf("%d problems, the smallest %s", n, where)
	}
	line := fmt.Sprintf("%s disagrees on %s: %s", a.name, where, strings.Join(a.why, "; "))
	if i := slices.IndexFunc(witnesses, func(w judge.Witness) bool { return w.Contender == a.name }); i >= 0 {
		w := witnesses[i]
		if w.Duplicates > 0 && !strings.Contains(line, "repeated") { // the task count does not show duplicates
			line += ": " + judge.DuplicatesText(w.Duplicates, w.Distinct)
		}
		switch {
		case len(w.Solution) > 0 && strings.Contains(line, judge.ShortSolution(w.Solution)):
		case len(w.Solution) > 0:
			line += fmt.Sprintf("; for example, %s %s", judge.ShortSolution(w.Solution), w.Why)
		default:
			line += "; " + w.Why
		}
	}
	return line
}

// Proofs counts the proofs for answers that there is no solution. A job requests a proof only once,
// however often it is repeated.
type Proofs struct {
	None    int   // number of such answers
	Checked int   // with a proof that was checked successfully
	Bytes   int64 // total size of the checked proofs
	// Uncompared is the number of checked proofs about a formula that was not compared with the
	// rules of the board.
	Uncompared int
	Refused    int // with a proof that was found wrong
	Unproved   int // without a proof, including failed ones
	// Failed is the number of proofs that a backend should have written but did not, and Why is the
	// reason of the first.
	Failed int
	Why    string
	Kept   int // number of proofs in the run's folder that are the same as when checked
	// Missing are the kept proofs that are no longer in the run's folder; Changed are those that
	// were changed after the check.
	Missing, Changed []string
}

// look verifies that the kept proofs in a run's folder are there and unchanged.
func (p *Proofs) look(dir string, kept []bench.KeptProof) {
	for _, proof := range kept {
		digest := sha256.New()
		file, err := os.Open(filepath.Join(dir, filepath.FromSlash(proof.File)))
		if err == nil {
			_, err = io.Copy(digest, file)
			file.Close() //nolint:errcheck // only read
		}
		switch {
		case err != nil:
			p.Missing = append(p.Missing, proof.File)
		case hex.EncodeToString(digest.Sum(nil)) != proof.SHA256:
			p.Changed = append(p.Changed, proof.File)
		default:
			p.Kept++
		}
	}
}

// newProofs counts the records with proofs. It returns the zero Proofs if no proof was requested.
func newProofs(e bench.Experiment, byJob [][]*bench.Record) (p Proofs) {
	var asked []*bench.Record
	for i, records := range byJob {
		if e.Jobs[i].Proof {
			asked = append(asked, records...)
		}
	}
	for _, r := range asked {
		if r.Status != nqueens.Unsatisfiable || r.Proof.Kind == "" {
			continue
		}
		p.None++
		switch {
		case r.Proof.Checked():
			p.Checked++
			p.Bytes += r.ProofBytes
			if r.Proof.Kind == bench.ProofUncompared {
				p.Uncompared++
			}
		case r.Proof.Kind == bench.ProofRefused:
			p.Refused++
		default:
			p.Unproved++
			if r.ProofStatus != "" {
				if p.Failed++; p.Failed == 1 {
					p.Why = r.Proof.Why
				}
			}
		}
	}
	return p
}

func (s Summary) writeProofs(t *textWriter) {
	p := s.Proofs
	if p.None == 0 {
		return
	}
	text := fmt.Sprintf("proofs of no solution: %s, %d with a checked proof", table.Plural(p.None, "answer"), p.Checked)
	if p.Checked > 0 {
		text += fmt.Sprintf(" (%d bytes)", p.Bytes)
	}
	for _, more := range []struct {
		what   string
		number int
	}{{"checked without comparing the formula", p.Uncompared}, {"refused", p.Refused}, {string(bench.Unproved), p.Unproved}} {
		if more.number > 0 {
			text += fmt.Sprintf(", %d %s", more.number, more.what)
		}
	}
	if p.Kept > 0 {
		text += fmt.Sprintf("; %d kept in %s/ of the run's folder", p.Kept, bench.ProofsFolder)
	}
	t.line("%s", text)
	if n := len(p.Missing); n > 0 {
		t.line("kept proofs that are missing: %d, the first %s", n, p.Missing[0])
	}
	if n := len(p.Changed); n > 0 {
		t.line("kept proofs that were changed since they were checked: %d, the first %s", n, p.Changed[0])
	}
	if p.Failed > 0 {
		t.line("requested proofs that failed: %d; the first: %s", p.Failed, p.Why)
	}
}

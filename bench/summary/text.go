package summary

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/table"
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
	s.writeCaveats(t)
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
	counts := map[judge.VerdictKind]int{}
	for _, v := range s.Judgement.Verdicts {
		counts[v.Kind]++
	}
	var parts []string
	for _, k := range []judge.VerdictKind{judge.Known, judge.Agreed, judge.Alone, judge.Disagreement, judge.Unanswered} {
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
		rows = append(rows, []string{
			sc.Contender, string(sc.Task), fmt.Sprintf("%d of %d", sc.Solved, sc.Asked), some(sc.Wrong), sc.par2Text(), sc.speedupText(),
		})
	}
	wrong := slices.ContainsFunc(s.Scores, func(sc Score) bool { return sc.Wrong > 0 })
	t.printf("\nscores: %s%s\n%s", par2Text(wrong), s.speedupText("speed-up"), table.Text(rows))
}

func par2Text(wrong bool) string {
	text := "PAR-2 is the mean time, what was not answered counting as twice the limit"
	if wrong {
		text += " (*: and wrong answers)"
	}
	return text
}

// speedupText explains the speed-up, if there is a baseline.
func (s Summary) speedupText(subject string) string {
	if s.Baseline() == "" {
		return ""
	}
	return fmt.Sprintf(";\n%s is against %s, the geometric mean over what both answered", subject, s.Baseline())
}

func (s Score) par2Text() string {
	if s.Wrong > 0 {
		return known(s.PAR2) + "*"
	}
	return known(s.PAR2)
}

func (s Score) speedupText() string {
	if s.Shared == 0 {
		return ""
	}
	return fmt.Sprintf("%s on %d", table.Digits(s.Speedup), s.Shared)
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
	t.printf("%s", table.Text(rows))
}

// writeStarved says if the times are not to be trusted.
func (s Summary) writeStarved(t *textWriter) {
	if s.Starved > 0 {
		t.printf("\nthe machine was busy: in %d of %d runs of %v s and more the process waited for its core\nover %.0f %% of the time, so that times are too long\n",
			s.Starved, s.Telling, telling, 100*(1-fairShare))
	}
}

// writeCaveats says what is to be known of the records.
func (s Summary) writeCaveats(t *textWriter) {
	for _, line := range s.Caveats() {
		t.printf("\n%s\n", line)
	}
	if s.Unsigned > 0 {
		t.printf("\n%d records have no digest: they are older than that, and cannot tell whether they were edited\n", s.Unsigned)
	}
}

// dissentLines says in one line for each contender that disagreed by how much
// and why, with the smallest evidence.
func (s Summary) dissentLines() []string {
	var all []*dissenter
	for _, v := range s.Judgement.BySize() {
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
		lines = append(lines, a.line(s.Witnesses))
	}
	return lines
}

// dissenter is a contender that disagreed.
type dissenter struct {
	name     string
	problems []string // the smallest first
	why      []string // on the smallest
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
	// What a second task says again and explains better takes the place of the
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
	line := fmt.Sprintf("%s disagrees on %s: %s", a.name, a.problems[0], strings.Join(a.why, "; "))
	if i := slices.IndexFunc(witnesses, func(w judge.Witness) bool { return w.Contender == a.name }); i >= 0 {
		w := witnesses[i]
		if w.Duplicates > 0 && !strings.Contains(line, "duplicate") { // the task count does not show them
			line += ": " + judge.DuplicatesText(w.Duplicates, w.Distinct)
		}
		switch {
		case len(w.Solution) > 0 && strings.Contains(line, judge.ShortSolution(w.Solution)):
		case len(w.Solution) > 0:
			line += fmt.Sprintf("; for one, %s %s", judge.ShortSolution(w.Solution), w.Why)
		default:
			line += "; " + w.Why
		}
	}
	if more := len(a.problems) - 1; more > 0 {
		line += fmt.Sprintf("; and on %d more", more)
	}
	if a.expected {
		line += " (expected by the plan)"
	}
	return line
}

// Proofs is what supports the answers that there is no solution. A
// job asks for a proof once, however often it is repeated.
type Proofs struct {
	None    int   // such answers
	Checked int   // with a proof that was found right
	Bytes   int64 // that those take together
	// Uncompared is how many of the checked proofs are about a formula that was not
	// compared with the rules of the board.
	Uncompared int
	Refused    int // with a proof that was found wrong
	Unproved   int // without one, among them
	// Failed is how many a backend that can prove was asked to prove and did not, and
	// Why what the first of them says.
	Failed int
	Why    string
}

// newProofs counts the records that say so, and is the zero Proofs if none was to be proved.
func newProofs(e bench.Experiment, records []bench.Record) (p Proofs) {
	toProve := map[string]bool{}
	for _, job := range e.Jobs {
		toProve[job.String()] = job.Proof
	}
	for _, r := range records {
		if r.Status != nqueens.Unsatisfiable || r.Proof.Kind == "" || !toProve[r.String()] {
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
	t.printf("proofs: of %d answers that there is no solution %d checked", p.None, p.Checked)
	if p.Checked > 0 {
		t.printf(" (%d bytes)", p.Bytes)
	}
	for _, more := range []struct {
		what   string
		number int
	}{{"of them with the formula uncompared", p.Uncompared}, {"refused", p.Refused}, {string(bench.Unproved), p.Unproved}} {
		if more.number > 0 {
			t.printf(", %d %s", more.number, more.what)
		}
	}
	t.printf("\n")
	if p.Failed > 0 {
		t.printf("a proof was asked for and did not come: %d; the first: %s\n", p.Failed, p.Why)
	}
}

package summary

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/table"
)

// Sentences returns three sentences about the run: what was compared, which answers are wrong or
// missing, and which contenders are best.
func (s Summary) Sentences() []string {
	return []string{s.comparedSentence(), s.wrongSentence(), s.bestSentence()}
}

func (s Summary) comparedSentence() string {
	own := s.ownCells()
	list := len(grouped(own, func(c *Cell) string { return c.Backend }))
	who := table.Plural(list, "backend")
	if n := len(grouped(own, contender)); n > list {
		who += fmt.Sprintf(" in %d variants (encodings, threads)", n)
	}
	if others := s.Experiment.Binaries; len(others) > 0 {
		who += " of this program and of " + listed(others)
	}
	var families, tasks []string
	for _, c := range s.Cells {
		if !slices.Contains(families, c.Family) {
			families = append(families, c.Family)
		}
	}
	for _, t := range nqueens.Tasks() {
		if slices.ContainsFunc(s.Cells, func(c *Cell) bool { return c.Task == t }) {
			tasks = append(tasks, string(t))
		}
	}
	word := "task"
	if len(tasks) > 1 {
		word = "tasks"
	}
	did := "answered"
	if s.Runs == 0 {
		did = "have not yet answered"
		if list == 1 {
			did = "has not yet answered"
		}
	}
	return fmt.Sprintf("%s %s %s of %s, %s %s: %s, %s.", who, did, table.Plural(problems(s.Cells), "problem"),
		listed(families), word, listed(tasks), table.Plural(len(s.Cells), "result"), table.Plural(s.Runs, "run"))
}

func (s Summary) wrongSentence() string {
	text := "No answer is wrong"
	wrong, expected := 0, 0
	for _, v := range s.Judgement.Verdicts {
		for _, d := range v.Dissent {
			if d.Expected {
				expected++
			} else {
				wrong++
			}
		}
	}
	switch {
	case wrong > 0:
		text = table.Plural(wrong, "answer") + " disagree with other contenders or with published values"
		if wrong == 1 {
			text = "1 answer disagrees with other contenders or with published values"
		}
	case len(s.Judgement.Failures) > 0:
		text = "The run failed: " + s.Judgement.Failures[0]
	case expected > 0:
		text += fmt.Sprintf(" except %d that the plan expects to be wrong", expected)
	}
	var parts []string
	for _, ended := range []struct {
		status    nqueens.Status
		one, many string
	}{
		{nqueens.Timeout, "time-out", "time-outs"}, {nqueens.MemoryLimit, "beyond the memory limit", "beyond the memory limit"},
		{nqueens.Unknown, "unknown", "unknown"},
		{nqueens.Crashed, "crash", "crashes"}, {nqueens.Unsupported, "unsupported", "unsupported"},
		{nqueens.Cancelled, "cancelled", "cancelled"}, {nqueens.Void, "discarded", "discarded"},
	} {
		switch n := len(filter(s.Cells, func(c *Cell) bool { return c.Status == ended.status })); n {
		case 0:
		case 1:
			parts = append(parts, "1 "+ended.one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, ended.many))
		}
	}
	notRun := len(filter(s.Cells, func(c *Cell) bool { return c.Skipped == NotRun }))
	skipped := len(filter(s.Cells, func(c *Cell) bool { return c.Skipped != "" })) - notRun
	if skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped after a limit on a smaller board", skipped))
	}
	if notRun > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", notRun, NotRun))
	}
	if parts == nil {
		return text + ", and nothing timed out or crashed."
	}
	return text + "; without an answer: " + listed(parts) + "."
}

// bestSentence returns a sentence that names the best contender of each task, with the number of
// others from which no difference was found.
func (s Summary) bestSentence() string {
	var parts, few []string
	for _, r := range s.mains() {
		scores := slices.DeleteFunc(slices.Clone(r.Scores), func(sc Score) bool { return s.ofOther(sc.Contender) })
		if len(scores) < 2 || scores[0].Solved == 0 {
			continue
		}
		first := scores[0].Contender
		alike := 0
		for _, sc := range scores[1:] {
			if scores[0].Alike(sc) {
				alike++
			}
		}
		part := fmt.Sprintf("%s (%s", first, r.subject()+r.lessStart())
		switch {
		case !r.Tells:
			few = append(few, r.subject())
		case alike > 0:
			part += fmt.Sprintf("; no significant difference from %s", table.Plural(alike, "other"))
		}
		parts = append(parts, part+")")
	}
	if parts == nil {
		return "No two contenders can be ranked."
	}
	text := "Best mean time (PAR-2: an unsolved problem counts as twice the limit): " + listed(parts)
	switch n := len(few); {
	case n == len(parts):
		text += "; " + tooFew
	case n > 0:
		text += "; " + tooFew + ": " + strings.Join(few, "; ")
	}
	return text + "."
}

// ownCells returns the cells without those of other builds of the program, which had the same
// problems.
func (s Summary) ownCells() []*Cell {
	return filter(s.Cells, func(c *Cell) bool { return !s.ofOther(c.Backend) })
}

// ofOther reports whether a contender runs in a build of the program other than the one that
// measures.
func (s Summary) ofOther(contender string) bool {
	binary, _ := backends.BinaryOf(contender)
	return slices.Contains(s.Experiment.Binaries, binary)
}

// listed joins the parts as "a, b and c".
func listed(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

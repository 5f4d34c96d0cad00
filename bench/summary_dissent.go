package bench

import (
	"fmt"
	"slices"
	"strings"
)

// dissentLines says in one line for each contender that disagreed by how much
// and why, with the smallest evidence.
func (s Summary) dissentLines() []string {
	var all []*dissenter
	for _, v := range s.Judgement.bySize() {
		for _, d := range v.Dissent {
			i := slices.IndexFunc(all, func(a *dissenter) bool { return a.name == d.Contender() })
			if i < 0 {
				i = len(all)
				all = append(all, &dissenter{name: d.Contender(), expected: true})
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

func (a *dissenter) add(problem string, d Dissent) {
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

func (a *dissenter) line(witnesses []Witness) string {
	line := fmt.Sprintf("%s disagrees on %s: %s", a.name, a.problems[0], strings.Join(a.why, "; "))
	if i := slices.IndexFunc(witnesses, func(w Witness) bool { return w.Contender == a.name }); i >= 0 {
		w := witnesses[i]
		if w.Duplicates > 0 && !strings.Contains(line, "duplicate") { // the task count does not show them
			line += ": " + duplicatesText(w.Duplicates, w.Distinct)
		}
		switch {
		case len(w.Solution) > 0 && strings.Contains(line, shortSolution(w.Solution)):
		case len(w.Solution) > 0:
			line += fmt.Sprintf("; for one, %s %s", shortSolution(w.Solution), w.Why)
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

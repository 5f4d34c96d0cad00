package reproduce

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/reproduce/phase"
)

// Reproduction is a published table or figure that can be made again.
type Reproduction struct {
	Name   string // of its folder, and on the command line
	About  string // one line
	Source string // where it is published
	Takes  string // how long it takes with the default budget, in words

	// experiment is all that could be run, with one job for each contender and
	// problem in the order of size, of which the budget decides how much is. It
	// must not depend on the budget.
	experiment func() bench.Experiment
	// report writes the page. What it computes itself must be short.
	report func(ctx context.Context, p *page.Page, e Evidence) error
	// study stands for both where many random instances are answered once each, in
	// batches and not job by job.
	study func(context.Context, phase.Config, *bench.Ledger) (*phase.Study, error)
}

// Parted reports whether it has parts to choose among, and published instances to
// be compared with.
func (r Reproduction) Parted() bool { return r.study != nil }

// All lists the reproductions in the order in which they were published.
func All() []Reproduction {
	return []Reproduction{
		eightQueens(),
		counts(),
		searchSizes(),
		constructions(),
		minConflicts(),
		dancingLinks(),
		fiveSolvers(),
		phaseTransition(),
	}
}

func phaseTransition() Reproduction {
	return Reproduction{
		Name:   "phase-transition",
		About:  "The phase transition of n-queens completion",
		Source: "I. P. Gent, C. Jefferson, P. Nightingale, “Complexity of n-Queens Completion”, Journal of Artificial Intelligence Research 59, 2017, 815–848, its instances and the nodes of its bit solver in CSPLib problems 079 and 080, and the blocked instances of the ASP competitions",
		Takes:  "3 min, and 10 min for all points",
		study:  phase.New,
	}
}

// Named finds reproductions of the list by their names, in the list's order;
// without names it is the whole list.
func Named(list []Reproduction, names ...string) ([]Reproduction, error) {
	var known []string
	for _, r := range list {
		known = append(known, r.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no reproduction is called %q %s", name, nqueens.Suggest(name, known))
		}
	}
	if len(names) == 0 {
		return list, nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(r Reproduction) bool { return !slices.Contains(names, r.Name) }), nil
}

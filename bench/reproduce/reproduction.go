package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/suggest"
	"nqueens/studies"
)

// Reproduction is a published table or figure that can be made again.
type Reproduction struct {
	Name   string // of its folder, and on the command line
	About  string // one line
	Source string // where it is published
	Takes  string // how long it takes with the default budget, in words
	Sized  bool   // sizes, threads and a seed can be chosen

	// Needs is the environment variable that names the folder of its instances, "" where it needs none.
	Needs string

	// experiment is all that could be run, with one job for each contender and
	// problem in the order of size, of which the budget decides how much is. It
	// must not depend on the budget.
	experiment func() bench.Experiment
	// report writes the page, or adds to that of a plan. What it computes itself must be short.
	report func(ctx context.Context, p *page.Page, e evidence) error
	// plan takes the place of both where the study is data.
	plan func() (*plan.Plan, error)
	// study takes the place of all where no single jobs are run. It works within the
	// session's budget, keeps in the folder what it finds, so that it goes on from
	// there, and writes the page. Of the evidence it gives what it knows beside that.
	study func(ctx context.Context, s Session, dir string, p *page.Page) (evidence, error)
}

// Recorded reports whether the page is of recorded runs alone, so that it can be written without any.
func (r Reproduction) Recorded() bool { return r.study == nil }

// All lists the reproductions by their names: those of package studies, and those that are no comparison of
// runs.
func All() []Reproduction {
	list := []Reproduction{
		eightQueens(),
		searchSizes(),
		constructions(),
		simkinDensity(),
		completableQueens(),
		relatives(),
	}
	for _, name := range studies.Names() {
		r := ofPlan(name)
		if name == "root-relaxation" {
			r.report = reportRelaxation
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Reproduction) int { return strings.Compare(a.Name, b.Name) })
	return list
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
			return nil, fmt.Errorf("no reproduction is called %q %s", name, suggest.Among(name, known))
		}
	}
	if len(names) == 0 {
		return list, nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(r Reproduction) bool { return !slices.Contains(names, r.Name) }), nil
}

// evidence is what was measured, for the page to be written from.
type evidence struct {
	Summary summary.Summary
	Records []bench.Record
	Budget  time.Duration
	Flags   string   // of the command line, beside the budget
	Made    string   // in place of that, the commands by which it was made
	Build   string   // of the program, if times were measured, and
	Caveats []string // lines that say what is to be known of them
	// LeftOut is what the budget left out, a line for each contender.
	LeftOut []string
}

// cell is what the run says of a backend on a problem; ok is false if it gave
// no right answer.
func (e evidence) cell(problem string, task nqueens.Task, backend string) (c *summary.Cell, ok bool) {
	for _, c := range e.Summary.Cells {
		if c.Problem == problem && c.Task == task && c.Backend == backend {
			return c, c.Timed()
		}
	}
	return &summary.Cell{}, false
}

// of are the records of a backend on a problem, in the order in which they
// were made.
func (e evidence) of(problem string, task nqueens.Task, backend string) []bench.Record {
	var out []bench.Record
	for _, r := range e.Records {
		if r.Problem == problem && r.Task == task && r.Backend == backend {
			out = append(out, r)
		}
	}
	return out
}

// jobs are those of backends on a problem, each within the time limit.
func jobs(p nqueens.Problem, task nqueens.Task, limit time.Duration, names ...string) []bench.Job {
	var list []bench.Job
	for _, name := range names {
		list = append(list, bench.Job{Problem: p, Task: task, Contender: backends.Contender{Backend: name}, Limits: bench.Limits{Time: limit}})
	}
	return list
}

// day is a time limit that only the budget comes before.
const day = 24 * time.Hour

// queens is the name of the bare board of n queens.
func queens(n int) string { return fmt.Sprintf("queens(%d)", n) }

func queensProblem(n int) nqueens.Problem { return nqueens.Problem{Family: family.Queens, N: n} }

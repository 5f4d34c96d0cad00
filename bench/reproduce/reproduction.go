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

// Reproduction reproduces a published table or figure.
type Reproduction struct {
	Name   string // of its folder, and on the command line
	About  string // a description in one line
	Source string // where it is published
	Takes  string // typical time with the default budget, in words
	Sized  bool   // whether sizes, threads and a seed can be chosen

	// Needs is the environment variable with the folder of its instances, "" if it needs none.
	Needs string

	// experiment returns all possible jobs, one for each contender and problem, in the order of size. The
	// budget decides which of them run. The experiment must not depend on the budget.
	experiment func() bench.Experiment
	// report writes the page, or adds to that of a plan. It must not compute for long.
	report func(ctx context.Context, p *page.Page, e evidence) error
	// plan replaces experiment and report if the study is a plan.
	plan func() (*plan.Plan, error)
	// study replaces experiment, report and plan if there are no jobs. It works within the
	// session's budget, stores its results in the folder so that it can be resumed, and writes the
	// page. It returns the evidence as far as it knows it.
	study func(ctx context.Context, s Session, dir string, p *page.Page) (evidence, error)
}

// Recorded reports whether the page depends only on recorded runs, so that it can be written without running
// anything.
func (r Reproduction) Recorded() bool { return r.study == nil }

// All returns all reproductions by name: those of package studies, and those that do not compare runs.
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

// Named returns the reproductions with the given names, in the order of the list. Without names it returns
// the whole list.
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

// evidence has the measurements for the page.
type evidence struct {
	Summary summary.Summary
	Records []bench.Record
	Budget  time.Duration
	Flags   string   // of the command line, except the budget
	Made    string   // instead of Flags, the commands that made it
	Build   string   // build of the program, if times were measured
	Caveats []string // lines about limitations of the results
	// LeftOut lists the jobs that the budget left out, a line for each contender.
	LeftOut []string
}

// cell returns the results of a backend on a problem. ok is false if it has no right answer.
func (e evidence) cell(problem string, task nqueens.Task, backend string) (c *summary.Cell, ok bool) {
	for _, c := range e.Summary.Cells {
		if c.Problem == problem && c.Task == task && c.Backend == backend {
			return c, c.Timed()
		}
	}
	return &summary.Cell{}, false
}

// of returns the records of a backend on a problem, in the order in which they were made.
func (e evidence) of(problem string, task nqueens.Task, backend string) []bench.Record {
	var out []bench.Record
	for _, r := range e.Records {
		if r.Problem == problem && r.Task == task && r.Backend == backend {
			out = append(out, r)
		}
	}
	return out
}

// jobs returns jobs of the named backends on a problem, with a time limit.
func jobs(p nqueens.Problem, task nqueens.Task, limit time.Duration, names ...string) []bench.Job {
	var list []bench.Job
	for _, name := range names {
		list = append(list, bench.Job{Problem: p, Task: task, Contender: backends.Contender{Backend: name}, Limits: bench.Limits{Time: limit}})
	}
	return list
}

// day is a time limit longer than any budget.
const day = 24 * time.Hour

// queens returns the name of the empty board of n queens.
func queens(n int) string { return fmt.Sprintf("queens(%d)", n) }

func queensProblem(n int) nqueens.Problem { return nqueens.Problem{Family: family.Queens, N: n} }

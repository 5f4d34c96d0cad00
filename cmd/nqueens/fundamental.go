package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// fundamental is the answer of `count --fundamental`.
type fundamental struct {
	Problem     string         `json:"problem"`
	Backend     string         `json:"backend"` // what it cannot count, the fastest that can did
	Fundamental *nqueens.Count `json:"fundamental"`
	// Symmetric is the number of solutions that each symmetry of the problem
	// maps to themselves, by its name; the identity maps all of them.
	Symmetric map[string]*nqueens.Count `json:"symmetric"`
	Source    string                    `json:"source,omitempty"` // where the number is published
}

// countFundamental counts the solutions up to symmetry with each contender, by
// Burnside's lemma: the symmetric ones are searched for directly.
func (p *program) countFundamental(ctx context.Context, e bench.Experiment, asJSON bool) error {
	var answers []fundamental
	wide := 0
	for _, job := range e.Jobs {
		wide = max(wide, utf8.RuneCountInString(job.Contender.String()))
	}
	for _, job := range e.Jobs {
		f, err := p.burnside(ctx, e, job)
		if err != nil {
			return err
		}
		answers = append(answers, f)
		switch {
		case asJSON:
			line, err := json.Marshal(f)
			if err != nil {
				return err
			}
			fmt.Fprintf(p.out, "%s\n", line)
		case len(e.Jobs) > 1:
			fmt.Fprintf(p.out, "%-*s  %v\n", wide, job.Contender.String(), f.Fundamental)
		default:
			fmt.Fprintln(p.out, f.Fundamental)
		}
		if err := p.out.Flush(); err != nil {
			return err
		}
	}
	return fundamentalDisagreement(e.Jobs[0].Problem, answers)
}

// burnside has the job counted under each symmetry of its problem. Symmetries
// that one of the others turns into each other have the same count.
func (p *program) burnside(ctx context.Context, e bench.Experiment, job bench.Job) (fundamental, error) {
	f := fundamental{Problem: job.Problem.String(), Backend: job.Contender.String(), Symmetric: map[string]*nqueens.Count{}}
	group := job.Problem.Symmetries()
	fixed := map[nqueens.Symmetry]*nqueens.Count{}
	for _, g := range group {
		for _, k := range group {
			if c := fixed[k.After(g).After(k.Inverse())]; c != nil {
				fixed[g] = c
			}
		}
		if fixed[g] == nil {
			part, err := p.underSymmetry(job, g)
			if err != nil {
				return f, err
			}
			e.Jobs = []bench.Job{part}
			r, err := p.ask(ctx, e, false)
			if err != nil {
				return f, err
			}
			fixed[g] = r.Count
		}
		f.Symmetric[g.String()] = fixed[g]
	}
	var err error
	if f.Fundamental, err = job.Problem.UpToSymmetry(fixed); err != nil {
		return f, &exit{status: failedCheck, err: err}
	}
	if known, ok := job.Problem.KnownUpToSymmetry(); ok {
		f.Source = known.Source
	}
	return f, nil
}

// underSymmetry is the job for the solutions that g maps to themselves, by the
// same backend if it can, otherwise by the fastest.
func (p *program) underSymmetry(job bench.Job, g nqueens.Symmetry) (bench.Job, error) {
	job.Problem = job.Problem.SymmetricUnder(g)
	request := nqueens.Request{Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads}
	b, err := backends.Named(p.backends, job.Backend)
	if err == nil && b.Supports(request) == nil {
		return job, nil
	}
	request.Encoding = ""
	if b, err = backends.Fastest(p.backends, request); err != nil {
		return job, err
	}
	job.Backend, job.Encoding = b.Describe().Name, ""
	return job, nil
}

// fundamentalDisagreement compares the answers with each other and with what is
// published.
func fundamentalDisagreement(problem nqueens.Problem, answers []fundamental) error {
	right, source := answers[0].Fundamental, answers[0].Backend
	if known, ok := problem.KnownUpToSymmetry(); ok {
		right, source = known.Count, known.Source
	}
	i := slices.IndexFunc(answers, func(f fundamental) bool { return f.Fundamental.Cmp(right) != 0 })
	if i < 0 {
		return nil
	}
	return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %v up to symmetry: %s: %v, not %v (%s)",
		problem, answers[i].Backend, answers[i].Fundamental, right, source)}
}

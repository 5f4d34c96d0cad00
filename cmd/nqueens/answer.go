package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/run"
)

// ask has the experiment's only contender answer and returns its record once
// the harness has found nothing wrong with it. Without limits it answers in
// this process, which is quick, and so does a search for one solution within a
// time limit, since a long solution is not for passing on. Other limits, proofs,
// external programs, and the inspection of what an enumeration finds, are the
// harness's work in a process apart.
func (p *program) ask(ctx context.Context, e bench.Experiment, asJSON bool) (bench.Record, error) {
	r, err := p.answer(ctx, e, asJSON)
	if err != nil {
		return r, err
	}
	if asJSON {
		if err := p.json(r); err != nil {
			return r, err
		}
	}
	if err := p.disagreement(e, []bench.Record{r}); err != nil {
		return r, err
	}
	if !r.Status.Answered() {
		return r, unanswered(r.Outcome)
	}
	return r, nil
}

// answer is what ask has to judge. What is printed as a record is measured, always
// in the same way: in a process apart.
func (p *program) answer(ctx context.Context, e bench.Experiment, measured bool) (bench.Record, error) {
	job := e.Jobs[0]
	unlimited := job.Limits == (bench.Limits{}) && job.Task != nqueens.FindAll && !p.isExternal(job.Backend)
	if !measured && !job.Proof && (unlimited || job.Task == nqueens.FindFirst && job.Limits.Memory == 0) {
		here, cancel := within(ctx, job.Limits.Time)
		defer cancel()
		return p.here(here, job, e.Seed, nil)
	}
	return p.apart(ctx, job, e)
}

// here runs a job in this process. Its solution is checked by the rules. Its time
// is by the clock, for a person who waits; it is in no record that is printed.
func (p *program) here(ctx context.Context, job bench.Job, seed uint64, visit func(nqueens.Solution) bool) (bench.Record, error) {
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return bench.Record{}, err
	}
	r := job.NewRecord(backends.Version(b), "", seed, 1)
	r.Outcome = b.Run(ctx, nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads, Seed: seed,
	}, visit)
	if r.Status.Answered() {
		r.Seconds = time.Since(r.Started).Seconds()
	}
	r.Solution.Sort()
	if r.Status == nqueens.Unsatisfiable {
		r.Proof = bench.Proof{Kind: bench.Unproved}
	}
	if job.Task == nqueens.FindFirst && r.Status == nqueens.Solved {
		if err := job.Problem.Check(r.Solution); err != nil {
			r.Fault = &bench.Fault{Solution: r.Solution, Why: err.Error()}
		}
	}
	return r, nil
}

// newRecord is the record of a job that this program answers itself, for printing.
func (p *program) newRecord(job bench.Job, version string, seed uint64) (bench.Record, error) {
	self, err := os.Executable()
	if err != nil {
		return bench.Record{}, err
	}
	build, err := bench.BuildOf(self)
	return job.NewRecord(version, build, seed, 1), err
}

// noLimit stands for no time limit where a child process must be given one.
const noLimit = 365 * 24 * time.Hour

// apart runs a job in a child process within its limits.
func (p *program) apart(ctx context.Context, job bench.Job, e bench.Experiment) (bench.Record, error) {
	runner, err := p.runner()
	if err != nil {
		return bench.Record{}, err
	}
	if job.Limits.Time == 0 {
		job.Limits.Time = noLimit
	}
	r, err := runner.Once(ctx, job, e)
	return r, stopped(ctx, err)
}

// runner starts this program again for each run.
func (p *program) runner() (*run.Runner, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program to run it in a child process: %w", err)
	}
	return &run.Runner{Backends: p.backends, Child: []string{self, childCommand}}, nil
}

// disagreement is what the harness finds wrong with the answers: they break the
// rules, or differ from each other or from what is published.
func (p *program) disagreement(e bench.Experiment, records []bench.Record) error {
	failures := judge.Judge(e, records, p.backends).Failures
	if len(failures) == 0 {
		return nil
	}
	problem := e.Jobs[0].Problem
	said := strings.ReplaceAll(strings.Join(failures, "; "), problem.String(), problem.Short())
	return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %s", said)}
}

// json prints a record, or what holds one, on a line.
func (p *program) json(r any) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s\n", line)
	return err
}

// unanswered turns an outcome without an answer into the error to end with.
func unanswered(o nqueens.Outcome) error {
	text := "no answer: " + string(o.Status)
	if o.Reason != "" {
		text += ": " + o.Reason
	}
	if o.Partial != nil && o.Partial.Cmp(nqueens.NewCount(0)) > 0 {
		text += fmt.Sprintf("; %v solutions were found by then, which is no count", o.Partial)
	}
	status := limitHit
	switch o.Status {
	case nqueens.Unsupported:
		status = badInput
	case nqueens.Crashed:
		status = failedCheck
	}
	return &exit{status: status, err: errors.New(text)}
}

// withoutProof is the error to end with where a proof was asked for and did not
// come, or nil. The answer stands as it is.
func withoutProof(r bench.Record) error {
	status := limitHit
	switch r.ProofStatus {
	case "":
		return nil
	case nqueens.Crashed:
		status = failedCheck
	}
	return &exit{status: status, err: fmt.Errorf("the answer is unproved: %s", r.Proof.Why)}
}

// stopped gives the error of work whose context was stopped the right exit
// status.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return &exit{status: limitHit, err: fmt.Errorf("no answer: %w", context.Cause(ctx))}
	}
	return err
}

package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
)

const (
	// If a problem has at most fewSolutions solutions, a contender is shown wrong on up to mostWitnesses
	// problems, otherwise only on the smallest one.
	fewSolutions  = 1000
	mostWitnesses = 12
)

// Witnesses searches the smallest evidence against each contender that was judged wrong. It lists the
// solutions of the contender and of others in child processes. If that is quick, it looks for more evidence.
// An instance may have too many solutions; then the evidence is an invalid solution, if the contender showed
// one.
func (r *Runner) Witnesses(ctx context.Context, e bench.Experiment, j judge.Judgement) ([]judge.Witness, error) {
	var witnesses []judge.Witness
	seen := map[string]int{}
	l := lister{runner: r, experiment: e, listings: map[string]listing{}}
	for _, v := range j.BySize((*judge.Verdict).Disputed) {
		for _, d := range v.Dissent {
			who := d.Contender.String()
			few := v.Count != nil && v.Count.Cmp(nqueens.NewCount(fewSolutions)) <= 0 && v.Instance == ""
			if n := seen[who]; n > 0 && (!few || n >= mostWitnesses) || slices.ContainsFunc(witnesses, func(w judge.Witness) bool { return w.Problem == v.Name && w.Contender == who }) {
				continue
			}
			if v.Instance != "" {
				if d.Fault != nil {
					seen[who]++
					witnesses = append(witnesses, judge.Witness{Problem: v.Name, Contender: who, Solution: d.Fault.Solution, Why: d.Fault.Why})
				}
				continue
			}
			seen[who]++
			w, err := l.witness(ctx, v, d)
			if err != nil {
				return witnesses, err
			}
			witnesses = append(witnesses, w)
		}
	}
	return witnesses, nil
}

// lister lists the solutions of contenders and caches the lists.
type lister struct {
	runner     *Runner
	experiment bench.Experiment
	listings   map[string]listing // by problem and contender
}

// listing has a contender's sorted solutions, each in file order. failure states why there is no list: a
// backend that does not enumerate, a limit, or too many solutions.
type listing struct {
	solutions []nqueens.Solution
	failure   string
}

func (l *lister) witness(ctx context.Context, v judge.Verdict, d judge.Dissent) (judge.Witness, error) {
	w := judge.Witness{Problem: v.Name, Contender: d.Contender.String()}
	jobs := l.contenders(v, d.Contender.String())
	theirs, err := l.list(ctx, jobs[0])
	if err != nil {
		return w, err
	}
	w.Distinct = distinct(theirs.solutions)
	w.Duplicates = len(theirs.solutions) - w.Distinct
	if w.Solution, w.Why = fault(v, d, theirs); w.Why != "" {
		return w, nil
	}
	w.Why = "no other contender's solutions could be listed to compare with"
	for _, job := range jobs[1:] {
		ours, err := l.list(ctx, job)
		if err != nil {
			return w, err
		}
		if ours.failure != "" {
			continue
		}
		w.Why = fmt.Sprintf("when listed, its solutions equal those of %s", job.Contender.String())
		if more := w.Distinct - distinct(ours.solutions); more > 0 {
			w.Why = fmt.Sprintf("it lists all solutions of %s, and %d more", job.Contender.String(), more)
		}
		for _, s := range ours.solutions {
			_, found := slices.BinarySearchFunc(theirs.solutions, s, nqueens.Solution.Compare)
			if !found && v.Problem.Check(s) == nil {
				w.Solution, w.Why = s, "missed; found by "+job.Contender.String()
				return w, nil
			}
		}
	}
	return w, nil
}

// distinct returns the number of different solutions in a sorted list.
func distinct(sorted []nqueens.Solution) int {
	return len(slices.CompactFunc(slices.Clone(sorted), slices.Equal))
}

// fault returns an invalid or repeated solution of the contender, with the reason. If there is no list of its
// solutions, it returns why.
func fault(v judge.Verdict, d judge.Dissent, theirs listing) (nqueens.Solution, string) {
	if theirs.failure != "" {
		for _, same := range v.Dissent { // another task may have shown a fault
			if same.Contender.String() == d.Contender.String() && same.Fault != nil {
				return same.Fault.Solution, same.Fault.Why
			}
		}
		return nil, fmt.Sprintf("its solutions cannot be listed (%s)", theirs.failure)
	}
	for i, s := range theirs.solutions {
		if err := v.Problem.Check(s); err != nil {
			return s, fmt.Sprintf("is no solution: %v", err)
		}
		if i > 0 && slices.Equal(s, theirs.solutions[i-1]) {
			return s, "found more than once"
		}
	}
	return nil, ""
}

// contenders returns a job of each contender on the verdict's problem: first the named one, then those judged
// right, then those judged wrong, which may still list the right solutions.
func (l *lister) contenders(v judge.Verdict, first string) []bench.Job {
	var jobs []bench.Job
	for _, job := range l.experiment.Jobs {
		same := func(j bench.Job) bool { return j.Contender.String() == job.Contender.String() }
		if job.ProblemName() == v.Name && !slices.ContainsFunc(jobs, same) {
			jobs = append(jobs, job)
		}
	}
	for _, d := range v.Dissent { // a contender that only checked has no job in the experiment
		if len(jobs) > 0 && !slices.ContainsFunc(jobs, func(j bench.Job) bool { return j.Contender.String() == d.Contender.String() }) {
			job := jobs[0]
			job.Task, job.Contender = d.Task, d.Contender
			jobs = append(jobs, job)
		}
	}
	rank := func(j bench.Job) int {
		switch {
		case j.Contender.String() == first:
			return 0
		case slices.ContainsFunc(v.Dissent, func(d judge.Dissent) bool { return d.Contender.String() == j.Contender.String() }):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(jobs, func(a, b bench.Job) int { return rank(a) - rank(b) })
	return jobs
}

func (l *lister) list(ctx context.Context, job bench.Job) (listing, error) {
	name := job.ProblemName() + " " + job.Contender.String()
	if known, ok := l.listings[name]; ok {
		return known, nil
	}
	trial, err := l.runner.trial(job)
	if err != nil {
		return listing{failure: err.Error()}, nil
	}
	if _, ok := trial.by.(backends.Standalone); ok {
		return listing{failure: "an external program lists none"}, nil
	}
	a := newAssignment(trial, l.experiment.Seed)
	a.Task, a.Threads, a.List = nqueens.FindAll, 1, true
	var found listing
	for range attempts {
		result, err := l.runner.child(ctx, nil, job.Limits, a)
		if err != nil {
			return listing{}, err
		}
		if found = readListing(result); found.failure == "" || l.runner.lost(result, "", 1) == "" {
			break
		}
	}
	l.listings[name] = found
	return found, nil
}

func readListing(result isolate.Result) listing {
	if result.Exit != 0 || result.Truncated {
		return listing{failure: complaint(result)}
	}
	var found listing
	for line := range strings.Lines(string(result.Stdout)) {
		var s nqueens.Solution
		if err := s.UnmarshalText([]byte(line)); err != nil {
			return listing{failure: fmt.Sprintf("printed nonsense: %.60q", line)}
		}
		found.solutions = append(found.solutions, s)
	}
	slices.SortFunc(found.solutions, nqueens.Solution.Compare)
	return found
}

package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// Join adds the named contenders to an experiment: each gets all of its problems and tasks that it supports,
// under the existing limits. It returns the experiment with the new jobs at its end, and the jobs of these
// contenders. It returns an error for an unknown name, and for a contender that supports nothing of the
// experiment.
func Join(there bench.Experiment, names []string, available []backends.Backend) (e bench.Experiment, mine []bench.Job, err error) {
	selection := backends.Selection{Backends: names}
	chosen, err := selection.Choose(available)
	if err != nil {
		return there, nil, err
	}
	at, seen, able := jobsOf(there), map[string]bool{}, map[string]bool{}
	var swept []*bench.Sweep
	why := map[string]error{} // the first reason why a contender supports nothing
	asked := map[[2]string]bool{}
	for _, j := range there.Jobs {
		question := [2]string{j.ProblemName(), string(j.Task)}
		if asked[question] || j.ExpectDisagreement {
			continue
		}
		asked[question] = true
		for _, c := range chosen {
			c.Name = "" // what it does not support is left out, and is no error
			can, refusals, _ := selection.Supported([]backends.Candidate{c}, nqueens.Request{Problem: j.Problem, Task: j.Task, Seed: there.Seed})
			if name := c.Contender.String(); len(refusals) > 0 && why[name] == nil {
				why[name] = refusals[0]
			}
			for _, k := range can {
				able[c.Contender.String()] = true
				job := j
				job.Contender = k.Contender
				if i, old := at[job.String()]; old {
					job = there.Jobs[i]
				}
				if !seen[job.String()] {
					seen[job.String()] = true
					mine = append(mine, job)
				}
			}
		}
	}
	lists := map[string]bool{}
	for _, s := range there.Sweeps {
		problem, _, err := s.Problem(s.Points() - 1)
		if lists[s.Name] || err != nil {
			continue
		}
		lists[s.Name] = true
		for _, c := range chosen {
			c.Name = ""
			can, refusals, _ := selection.Supported([]backends.Candidate{c}, nqueens.Request{Problem: problem, Task: s.Task, Seed: there.Seed})
			if name := c.Contender.String(); len(refusals) > 0 && why[name] == nil {
				why[name] = refusals[0]
			}
			for _, k := range can {
				able[c.Contender.String()] = true
				joined := *s
				joined.Contender = k.Contender
				swept = append(swept, &joined)
			}
		}
	}
	for _, c := range chosen {
		name := c.Contender.String()
		switch {
		case able[name]:
		case why[name] == nil: // all jobs of the run expect wrong answers
			return there, nil, fmt.Errorf("%s supports none of the run's jobs", name)
		default:
			return there, nil, fmt.Errorf("%s supports none of the run's jobs: %w", name, why[name])
		}
	}
	programs, err := (&Plan{}).programs(available, bench.Experiment{Jobs: mine, Sweeps: swept}.AllJobs())
	if err == nil {
		e, err = grown(there, mine, programs)
	}
	if err != nil {
		return there, nil, err
	}
	e.Sweeps = bench.EachSweep(slices.Concat(there.Sweeps, swept))
	if mine == nil {
		mine = []bench.Job{} // an empty list, because nil would stand for all
	}
	return e, mine, nil
}

// Within adds a part of a plan to the experiment of the whole plan. The part's problems and tasks must be in
// the experiment, with the same limits and repetitions. Its contenders may be new.
func Within(there, part bench.Experiment) (bench.Experiment, error) {
	switch {
	case there.Clock != part.Clock:
		return there, fmt.Errorf("its clock is %s, but the plan's is %s (resume it with --clock %[1]s)", bench.ClockName(there.Clock), bench.ClockName(part.Clock))
	case there.Repeat != part.Repeat || there.Seed != part.Seed:
		return there, errors.New("it has different repetitions, or another seed")
	}
	for _, s := range part.Sweeps {
		if !slices.ContainsFunc(there.Sweeps, func(o *bench.Sweep) bool {
			return o.Name == s.Name && o.Task == s.Task && o.Limits == s.Limits && o.Count == s.Count
		}) {
			return there, fmt.Errorf("it does not have %s, task %s, with the plan's limits", s.Name, s.Task)
		}
	}
	type question struct {
		name, problem       string // two instances may be the same problem
		task                nqueens.Task
		limits              bench.Limits
		wrong, proof, keeps bool
	}
	of := func(j bench.Job) question {
		return question{j.ProblemName(), j.ProblemText(), j.Task, j.Limits, j.ExpectDisagreement, j.Proof, j.KeepProof}
	}
	at, asked := jobsOf(there), map[question]bool{}
	for _, j := range there.Jobs {
		asked[of(j)] = true
	}
	for _, j := range part.Jobs {
		i, old := at[j.String()]
		if !asked[of(j)] || old && of(there.Jobs[i]) != of(j) {
			return there, fmt.Errorf("it does not have %s, task %s, with the plan's limits", j.ProblemName(), j.Task)
		}
	}
	e, err := grown(there, part.Jobs, part.External)
	e.Sweeps = bench.EachSweep(slices.Concat(e.Sweeps, part.Sweeps))
	return e, err
}

// jobsOf returns the index of each job of an experiment, by name.
func jobsOf(e bench.Experiment) map[string]int {
	at := make(map[string]int, len(e.Jobs))
	for i, j := range e.Jobs {
		at[j.String()] = i
	}
	return at
}

// grown returns an experiment with the jobs that it lacks, and their programs.
func grown(e bench.Experiment, jobs []bench.Job, programs []bench.Program) (bench.Experiment, error) {
	for _, x := range programs {
		for _, old := range e.External {
			if x.Name == old.Name && !x.Is(old) {
				return e, fmt.Errorf("%s is %q in the run, but is now %q: give it another name", x.Name, old.Command, x.Command)
			}
		}
	}
	at := jobsOf(e)
	added := slices.DeleteFunc(slices.Clone(jobs), func(j bench.Job) bool { _, old := at[j.String()]; return old })
	switch {
	case len(e.Binaries) > 0:
		return e, fmt.Errorf("the run compares binaries (%s), which run all of its jobs: no contender can be added", strings.Join(e.Binaries, ", "))
	case len(added) == 0:
		return e, nil
	case len(e.Jobs)+len(added) > maxJobs:
		return e, fmt.Errorf("the run would have more than %d jobs", maxJobs)
	}
	e.Jobs = slices.Concat(e.Jobs, added)
	known := e.Programs()
	for _, x := range programs {
		if _, there := known[x.Name]; !there {
			e.External = append(slices.Clip(e.External), x)
		}
	}
	return e, nil
}

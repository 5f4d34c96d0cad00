package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// checkTime is how long a check may take at least, where the time limit of the jobs allows it. It may
// take as long as all answers on the problem took together, where that is more.
const checkTime = 10 * time.Second

// Check asks for one answer on the unreduced problem for each verdict that rests on the reduction
// which engines share, or would if one engine did not differ, and adds it to the folder's checks. It reports whether there are new ones. A
// check is no measurement: its time is in no figure.
func (r *Runner) Check(ctx context.Context, f *bench.Folder, j judge.Judgement) (made bool, err error) {
	var byName map[string][]int // the jobs on each problem
	resting := 0
	for i := range j.Verdicts {
		if rests(j.Verdicts[i]) {
			resting++
		}
	}
	if resting == 0 {
		return false, nil
	}
	byName = map[string][]int{}
	for i := range f.Experiment.Jobs {
		name := f.Experiment.Jobs[i].ProblemName()
		byName[name] = append(byName[name], i)
	}
	type asked struct{ name, version, build string }
	known := map[asked]bool{}
	for _, c := range f.Checks {
		known[asked{c.String(), c.Version, c.Build}] = true
	}
	runs, done := f.Runs(), 0
	for _, v := range j.Verdicts {
		if !rests(v) {
			continue
		}
		if r.Checking != nil {
			r.Checking(done, resting)
		}
		done++
		of := f.Experiment
		of.Jobs = nil
		var took time.Duration
		for _, i := range byName[v.Name] {
			of.Jobs = append(of.Jobs, f.Experiment.Jobs[i])
			took += longest(runs.ByJob[i])
		}
		job, able := r.checkOf(of, v, took)
		if !able {
			continue
		}
		record, err := r.check(ctx, job, of, func(version, build string) bool { return known[asked{job.String(), version, build}] })
		if err != nil {
			return made, err
		}
		if record == nil {
			continue
		}
		if err := f.AppendCheck(*record); err != nil {
			return made, err
		}
		made = true
	}
	return made, nil
}

// CheckOnce is Check of an experiment that is in no folder: it adds what it asks for to the records
// of one problem, and reports whether it did.
func (r *Runner) CheckOnce(ctx context.Context, e bench.Experiment, records []bench.Record, v judge.Verdict) (*bench.Record, error) {
	if !rests(v) {
		return nil, nil
	}
	var took time.Duration
	for i := range records {
		took += longest([]*bench.Record{&records[i]})
	}
	job, able := r.checkOf(e, v, took)
	if !able {
		return nil, nil
	}
	return r.check(ctx, job, e, func(string, string) bool { return false })
}

// rests reports whether an answer on the unreduced problem would confirm what several engines say.
func rests(v judge.Verdict) bool { return v.Kind == judge.AgreedReduced || v.Leading != nil }

// longest is how long the longest of a job's answers took.
func longest(records []*bench.Record) (took time.Duration) {
	for _, r := range records {
		took = max(took, time.Duration(r.Seconds*float64(time.Second)))
	}
	return took
}

// checkOf chooses who is asked about the unreduced problem of a verdict, and what: the first of the
// backends' list that took part and can, in the task that it had; where none of those can, the first
// ordinary one that can.
func (r *Runner) checkOf(e bench.Experiment, v judge.Verdict, took time.Duration) (bench.Job, bool) {
	differs := func(j bench.Job) bool { // from what several engines say
		return v.Leading != nil && slices.ContainsFunc(v.Dissent, func(d judge.Dissent) bool {
			return d.Contender == j.Contender && (d.Count == nil || d.Count.Cmp(v.Leading) != 0)
		})
	}
	jobs := slices.DeleteFunc(slices.Clone(e.Jobs), func(j bench.Job) bool { return j.ExpectDisagreement || differs(j) || !concludes(j.Task, v) })
	if len(jobs) == 0 {
		return bench.Job{}, false
	}
	able := func(job bench.Job, c backends.Contender) (bench.Job, bool) {
		job.Contender, job.Proof, job.KeepProof = c, false, false
		job.Unreduced = true
		job.Limits.Time = min(cmp.Or(job.Limits.Time, took+checkTime), max(took, checkTime))
		return job, job.Contender.Check(r.Backends, nqueens.Request{Problem: job.Problem, Task: job.Task, Memory: job.Limits.Memory}) == nil
	}
	for _, others := range []bool{false, true} {
		for _, b := range r.Backends {
			if _, portfolio := b.(backends.Portfolio); portfolio {
				continue
			}
			name := b.Describe().Name
			if others && b.Describe().Ordinary() {
				if job, can := able(jobs[0], backends.Contender{Backend: name, Encoding: b.Describe().DefaultEncoding(jobs[0].Task)}); can {
					return job, true
				}
			}
			for _, job := range jobs {
				if !others && job.Backend == name {
					if job, can := able(job, job.Contender); can {
						return job, true
					}
				}
			}
		}
	}
	return bench.Job{}, false
}

// concludes reports whether the answer to the task is what the verdict says.
func concludes(t nqueens.Task, v judge.Verdict) bool {
	switch count := cmp.Or(v.Count, v.Leading); {
	case count != nil && count.Cmp(nqueens.NewCount(0)) != 0:
		return !t.FindsOne()
	case count == nil:
		return t.FindsOne()
	}
	return true
}

// check has the job answered, unless its answer by this version and build is known.
func (r *Runner) check(ctx context.Context, job bench.Job, e bench.Experiment, known func(version, build string) bool) (*bench.Record, error) {
	one := *r
	// An answer is wanted and no time: one is enough, bound to no core.
	one.MinTime, one.floors, one.KeepProof = 1, nil, ""
	b, err := backends.Named(r.Backends, job.Backend)
	if err == nil && one.build == "" {
		err = one.identify()
	}
	if err != nil || known(backends.Version(b), one.build) {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		record, err := one.Once(ctx, job, e)
		if err != nil {
			return nil, fmt.Errorf("checking %v on the unreduced problem: %w", job, err)
		}
		if record.Void == "" || record.Status.Answered() || attempt == attempts {
			record.Void = "" // its time is none of interest
			return &record, nil
		}
	}
}

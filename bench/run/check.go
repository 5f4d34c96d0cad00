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

// checkTime is the minimal time limit of a check, if the jobs' time limit is not shorter. If all answers on
// the problem together took longer, the limit is that time.
const checkTime = 10 * time.Second

// Check checks verdicts on which engines agree only after the shared reduction, or would agree without one
// dissenting engine. For each it gets one answer on the unreduced problem and adds it to the folder's checks.
// It reports whether it added any. The time of a check is in no figure.
func (r *Runner) Check(ctx context.Context, f *bench.Folder, j judge.Judgement) (made bool, err error) {
	var byName map[string][]int // indices of the jobs on each problem
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

// CheckOnce does what Check does for one problem of an experiment without a folder. It returns the record of
// the check, or nil if none was needed or possible.
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

// rests reports whether an answer on the unreduced problem would confirm the answer of several engines.
func rests(v judge.Verdict) bool { return v.Kind == judge.AgreedReduced || v.Leading != nil }

// longest returns the time of the longest answer of a job.
func longest(records []*bench.Record) (took time.Duration) {
	for _, r := range records {
		took = max(took, time.Duration(r.Seconds*float64(time.Second)))
	}
	return took
}

// checkOf chooses the job that checks a verdict on the unreduced problem. It takes the first backend in the
// list that took part and supports this, with its task. If there is none, it takes the first ordinary backend
// that supports it.
func (r *Runner) checkOf(e bench.Experiment, v judge.Verdict, took time.Duration) (bench.Job, bool) {
	differs := func(j bench.Job) bool { // differs from the answer of several engines
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

// concludes reports whether an answer to the task can confirm the verdict.
func concludes(t nqueens.Task, v judge.Verdict) bool {
	switch count := cmp.Or(v.Count, v.Leading); {
	case count != nil && count.Cmp(nqueens.NewCount(0)) != 0:
		return !t.FindsOne()
	case count == nil:
		return t.FindsOne()
	}
	return true
}

// check runs the job, unless an answer by this version and build is known.
func (r *Runner) check(ctx context.Context, job bench.Job, e bench.Experiment, known func(version, build string) bool) (*bench.Record, error) {
	one := *r
	// Times do not matter: one answer is enough, on any core.
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
			record.Void = "" // its time is not used
			return &record, nil
		}
	}
}

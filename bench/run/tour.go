package run

import (
	"context"
	"errors"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// Run makes the runs that the folder lacks. It returns the context's error if it was stopped. Records made
// until then are safe, and another Run continues, also after the budget was used up. Every job is run once,
// and a discarded run is repeated, before any job has its second repetition.
func (r *Runner) Run(ctx context.Context, f *bench.Folder) (err error) {
	if r.versions == nil {
		this := *r
		if err := this.Begin(f); err != nil {
			return err
		}
		return this.Run(ctx, f)
	}
	t := r.tour(f)
	defer func() { err = errors.Join(err, t.end()) }()
	if r.Budget > 0 {
		err = t.budgeted(ctx)
	} else {
		for repetition := 1; repetition <= f.Experiment.Repeat.Most() && err == nil; repetition++ {
			err = t.round(ctx, bench.Round(r.Selected(f.Experiment), repetition), repetition)
		}
	}
	if err == nil {
		err = t.sweeps(ctx)
	}
	return err
}

// round makes one repetition of each of the jobs.
func (t *tour) round(ctx context.Context, jobs []bench.Job, repetition int) error {
	for i := 0; i < len(jobs); i++ {
		if !t.due(jobs[i], repetition) {
			continue
		}
		if t.left() <= 0 && !(t.runner.Least && repetition == 1) {
			return nil
		}
		again, err := t.visit(ctx, jobs[i], repetition)
		if err != nil {
			return err
		}
		if again {
			jobs = append(jobs, jobs[i]) // the machine may be less busy later
		}
	}
	return nil
}

// tour is the state of a call of Run.
type tour struct {
	runner      *Runner
	folder      *bench.Folder
	environment bench.Environment
	cores       []int
	state       *bench.Schedule
	recorded    map[string]bool // keys
	void        map[string]int  // number of discarded runs, by key
	discarded   int
	swept       map[*bench.Sweep]done
	left        func() float64 // rest of the budget in seconds
	session     *bench.Session // nil before the first run, so that only reading records does not change the folder
}

func (r *Runner) tour(f *bench.Folder) *tour {
	t := &tour{runner: r, folder: f, environment: bench.CurrentEnvironment(), void: map[string]int{}, left: r.clock(), swept: map[*bench.Sweep]done{}}
	t.state, t.recorded, _ = r.resume(f)
	t.cores = r.bound(t.environment.Isolation)
	return t
}

// due reports whether a repetition of the job must be made.
func (t *tour) due(job bench.Job, repetition int) bool {
	key := job.Key(t.runner.versions[job.Backend], t.runner.build, t.folder.Experiment.Seed, repetition)
	if t.recorded[key] || t.state.Complete(job) {
		return false
	}
	why := t.state.Skip(job)
	if why != "" && repetition == 1 {
		t.progress(Progress{Job: job, Skipped: why})
	}
	return why == ""
}

// visit makes and records a repetition of a job, and further ones in the same process. It reports whether one
// was discarded and must be repeated.
func (t *tour) visit(ctx context.Context, job bench.Job, repetition int) (again bool, err error) {
	if err := t.begin(); err != nil {
		return false, err
	}
	if t.runner.Starting != nil {
		t.runner.Starting(job)
	}
	e := t.folder.Experiment
	proved := job.Proof && t.state.Proved(job) // an earlier record has the proof
	job.Proof = job.Proof && !proved
	asked, err := t.runner.trial(job)
	if err != nil {
		return false, err
	}
	makers := []bench.Maker{t.runner.maker(asked, e, repetition)}
	for _, more := range t.further(asked, repetition) {
		makers = append(makers, t.runner.maker(asked, e, more))
	}
	var keep keptProof
	if job.Proof && job.KeepProof {
		keep = keptProof{folder: t.folder.Dir, name: job.ProofFile(makers[0].Key(job))}
	}
	records, err := t.runner.execute(ctx, asked, e, t.cores, makers, keep)
	if err != nil {
		return false, err
	}
	for _, m := range records {
		if proved {
			m.Proof = bench.Proof{}
		}
		late, err := t.keep(job, m)
		if err != nil {
			return false, err
		}
		again = again || late
	}
	return again, nil
}

// keep records a run, and reports whether it must be repeated.
func (t *tour) keep(job bench.Job, m madeRun) (again bool, err error) {
	if m.Void != "" {
		t.void[m.Key]++
		if t.void[m.Key] == attempts {
			m.Record = unanswered(m)
		}
	}
	record := m.Kept()
	if err := t.folder.Append(record); err != nil {
		return false, err
	}
	t.session.See(record.Status == nqueens.Void)
	if record.Status == nqueens.Void {
		t.discarded++
		again = t.void[record.Key] < attempts
	} else {
		t.recorded[record.Key] = true // its repetition in a later round was made in this process
	}
	t.state.Add(record)
	t.progress(Progress{Job: job, Record: record})
	return again, nil
}

// unanswered returns the record of the last attempt at a run that would be discarded. If only the run's own
// command received a signal, the record has no answer: the command stops itself, and a discarded run would
// remove the problem from the ranking of all contenders.
func unanswered(m madeRun) bench.Record {
	switch {
	case !m.result.StoppedAlone():
		return m.Record
	case m.Status == nqueens.Timeout:
		return m.Without(nqueens.Fail(nqueens.Timeout, m.Void))
	}
	return m.Without(nqueens.Fail(nqueens.Crashed, m.Void)) // it answered, but its time is invalid; a time-out would also skip larger sizes
}

// begin writes the environment before the first run.
func (t *tour) begin() error {
	if t.session != nil {
		return nil
	}
	t.environment.Programs = t.runner.executables(t.folder.Experiment)
	warning, err := bench.KeepEnvironment(t.folder.Dir, t.environment)
	if err != nil {
		return err
	}
	if warning != "" {
		t.runner.warn(warning)
	}
	t.session = bench.NewSession()
	return nil
}

// end writes the session of this tour, if there were runs.
func (t *tour) end() error {
	if t.session == nil {
		return nil
	}
	return bench.KeepSession(t.folder.Dir, t.session)
}

func (t *tour) progress(p Progress) {
	if t.runner.Progress != nil {
		p.Discarded = t.discarded
		p.Done, p.Total = t.state.Done()
		for _, s := range t.folder.Experiment.Sweeps {
			p.Done, p.Total = p.Done+t.done(s).answers, p.Total+max(s.Len(), t.done(s).answers)
		}
		t.runner.Progress(p)
	}
}

// executables describes the external programs of the experiment's contenders. A program in PATH is described
// by its file, another in the user's words, because records should not reveal paths of a machine.
func (r *Runner) executables(e bench.Experiment) map[string]bench.Executable {
	programs := map[string]bench.Executable{}
	for backend := range e.Backends() {
		b, err := backends.Named(r.Backends, backend)
		if err != nil {
			continue
		}
		if other, ok := b.(backends.OtherBuild); ok {
			name, _ := backends.BinaryOf(backend)
			path, _ := other.Binary()
			programs[name] = bench.Executable{Path: path, Version: r.versions[backend]}
		}
		if p, ok := b.(backends.Process); ok {
			name, path := p.Program()
			said := path
			if path == "" || strings.Contains(name, "/") {
				said = name
			}
			programs[backend] = bench.Executable{Path: said, Version: r.versions[backend], Compiler: bench.Compiler(path)}
		}
	}
	return programs
}

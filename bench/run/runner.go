package run

import (
	"fmt"
	"os"
	"time"

	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
)

// Runner carries out an experiment: each repetition of each job in a child
// process of its own, one at a time.
type Runner struct {
	Backends []backends.Backend
	// Child is the command that calls ServeChild; as a rule this program with
	// a hidden argument.
	Child []string
	// Start, if set, takes the place of isolate.Run, which starts the child processes; see Within.
	Start starter
	// Keep has a run that another build of the program began go on with what that
	// build measured, job by job where it is complete: a job that it left incomplete
	// is begun anew, since the times of two builds have no mean. Otherwise all of it is
	// measured again.
	Keep bool
	// Only, if set, are the jobs of the folder's experiment that are meant: what there is of the
	// others is kept, whoever measured it.
	Only []bench.Job
	// KeepProof is the file in which Once keeps a proof that was found right, gzipped if
	// its name ends in .gz; "" keeps none.
	KeepProof string
	begun                     // by Begin
	printed   map[string]bool // backends of whose output a warning was given
	// Busy has runs count that waited for their cores, on a machine that is always busy.
	// They are void otherwise, and their times on the wall are too long. Limits of time are
	// limits of CPU time then. Runs whose clock is bench.CPUClock are made so in any case.
	Busy bool
	// MinTime is how long the timed answers of one process take together at least, where one
	// alone is shorter; 0 is bench.ShortWork. Less is for who asks for answers, not for times,
	// and whose runs are bound to no core: none waits for one while another is free.
	MinTime time.Duration
	// patience, if set, takes the place of grace.
	patience time.Duration
	// Budget is how long Run, and what is made of the runs, may take: after four fifths of that Run
	// begins no run of a job, and returns without an error. Jobs go by what they are predicted to take; see
	// tour.budgeted. 0 is any time.
	Budget time.Duration
	// Before is how much of the budget was spent before.
	Before time.Duration
	// Least has the smallest problem of each contender answered whatever the budget: without that there
	// is nothing to show.
	Least bool
	// Now, if set, is the clock of the budget.
	Now func() time.Time
	// Starting, if set, is told of each run as it begins.
	Starting func(bench.Job)
	// Progress, if set, is told of each run as it ends or is passed over.
	Progress func(Progress)
	// Checking, if set, is told how many of the answers on unreduced problems that Conclude asks
	// for there are, as each begins.
	Checking func(done, all int)
	// Warn, if set, is told what a user should know but need not stop for.
	Warn func(string)
}

// Progress is how far a run has come.
type Progress struct {
	Done, Total int          // repetitions; the total is an estimate until Done reaches it
	Discarded   int          // void runs so far, of this call of Run
	Job         bench.Job    // what was run last
	Record      bench.Record // its record; zero if it was skipped
	Skipped     string       // why it was not run
}

// begun is what is found out once for all parts of a run.
type begun struct {
	build    string                 // of the program of the child processes, as bench.BuildOf has it
	files    map[string]os.FileInfo // that and other programs' files, as they were at first
	versions map[string]string      // of the backends, by their names
	floors   map[string]float64     // seconds, by contender and task
}

// Begin has what other builds of the program measured in the folder count or not, and
// warns of what a user should know before the run goes on. Run does so itself; who
// calls it for one part of the folder's experiment after the other calls Begin
// before, with the whole.
func (r *Runner) Begin(f *bench.Folder) error {
	if f.Repaired != "" {
		r.warn(f.Repaired)
	}
	err := r.identify()
	if err == nil {
		err = f.SetBuild(r.build, r.Keep || r.Only != nil)
	}
	if err != nil {
		return err
	}
	r.versions, r.floors = map[string]string{}, map[string]float64{}
	for name := range f.Experiment.Backends() {
		if b, err := backends.Named(r.Backends, name); err == nil {
			r.versions[name] = backends.Version(b)
		}
	}
	_, _, notes := r.resume(f)
	for _, note := range notes {
		r.warn(note)
	}
	return nil
}

// Meant is the experiment with those of its jobs alone that the run is to make.
func (r *Runner) Meant(e bench.Experiment) bench.Experiment {
	if r.Only != nil {
		e.Jobs = r.Only
	}
	return e
}

// identify finds out which program the child processes are.
func (r *Runner) identify() (err error) {
	r.files = map[string]os.FileInfo{}
	if err = r.same(r.Child[0]); err == nil {
		r.build, err = bench.BuildOf(r.Child[0])
	}
	return err
}

// same refuses a program whose file is no longer the one that the run began with.
func (b begun) same(program string) error {
	if b.files == nil {
		return nil
	}
	now, err := os.Stat(program)
	first, known := b.files[program]
	if err == nil && !known {
		b.files[program] = now
		return nil
	}
	if err == nil && (!os.SameFile(first, now) || first.Size() != now.Size() || !first.ModTime().Equal(now.ModTime())) {
		err = fmt.Errorf("%s is no longer the program that this run began with: a mean is over one build; the same command goes on with the new one", program)
	}
	return err
}

// bound are the cores to which runs can be bound, none if they are not.
func (r *Runner) bound(can isolate.Capabilities) []int {
	if r.MinTime > 0 {
		return nil
	}
	return can.CPUs
}

func (r *Runner) warn(text string) {
	if r.Warn != nil {
		r.Warn(text)
	}
}

package run

import (
	"fmt"
	"os"
	"time"

	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
)

// Runner runs an experiment: each repetition of each job in its own child process, one at a time.
type Runner struct {
	Backends []backends.Backend
	// Child is the command that calls ServeChild: usually this program with a hidden argument.
	Child []string
	// Start, if set, replaces isolate.Run for starting child processes; see Within.
	Start starter
	// Keep reuses complete jobs that another build of the program measured. A job that the other build left
	// incomplete starts again, because one mean must not combine two builds. Without Keep all jobs of other
	// builds are measured again.
	Keep bool
	// Only, if set, restricts the run to these jobs of the folder's experiment. Records of other jobs are
	// kept.
	Only []bench.Job
	// KeepProof is the file to which Once writes a proof that passed the check, gzipped if its name ends in
	// .gz; "" keeps none.
	KeepProof string
	begun                     // set by Begin
	printed   map[string]bool // backends that have been warned about for their output
	// Busy makes runs count even if they waited for a CPU core, for machines that are always busy. Without
	// Busy such runs are discarded, because their wall-clock times are too long. With Busy, time limits
	// apply to CPU time. With bench.CPUClock, Busy is implied.
	Busy bool
	// MinTime is the minimal total time of the timed answers in one process, if a single answer is shorter; 0
	// stands for bench.ShortWork. A smaller value is for callers that need answers and no times. Then runs
	// are not bound to cores, so that none waits for one while another is free.
	MinTime time.Duration
	// patience, if set, replaces the constant grace.
	patience time.Duration
	// Budget limits the time of Run and of the work on its results; 0 is no limit. After four fifths of it
	// Run begins no further job and returns without an error. Predicted times determine the jobs; see
	// tour.budgeted.
	Budget time.Duration
	// Before is the part of the budget that was spent earlier.
	Before time.Duration
	// Least runs the smallest problem of each contender even if the budget is used up, so that there is a
	// result to show.
	Least bool
	// Now, if set, is the clock for the budget.
	Now func() time.Time
	// Starting, if set, is called when a run begins.
	Starting func(bench.Job)
	// Progress, if set, is called when a run ends or is skipped.
	Progress func(Progress)
	// Checking, if set, is called when a check of Conclude begins, with the number of finished checks and of
	// all checks.
	Checking func(done, all int)
	// Warn, if set, receives warnings for the user.
	Warn func(string)
}

// Progress describes the progress of a run.
type Progress struct {
	Done, Total int          // repetitions; the total is an estimate until Done reaches it
	Discarded   int          // discarded runs in this call of Run
	Job         bench.Job    // the latest job
	Record      bench.Record // its record; zero if it was skipped
	Skipped     string       // why it was not run; "" if it was
}

// begun has the data that Begin determines once for all parts of a run.
type begun struct {
	build    string                 // of the child processes' program, as returned by bench.BuildOf
	files    map[string]os.FileInfo // executables of that and other programs, as they were at the beginning
	versions map[string]string      // by backend
	floors   map[string]float64     // seconds, by contender and task
}

// Begin determines whether measurements of other builds in the folder count, and warns about them. Run calls
// Begin itself. A caller that runs parts of the folder's experiment one by one calls Begin first, for the
// whole experiment.
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

// Selected returns the experiment with only the jobs of Only, if set.
func (r *Runner) Selected(e bench.Experiment) bench.Experiment {
	if r.Only != nil {
		e.Jobs = r.Only
	}
	return e
}

// identify determines the build of the child processes' program.
func (r *Runner) identify() (err error) {
	r.files = map[string]os.FileInfo{}
	if err = r.same(r.Child[0]); err == nil {
		r.build, err = bench.BuildOf(r.Child[0])
	}
	return err
}

// same returns an error if the executable of a program has changed since the run began.
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
		err = fmt.Errorf("%s changed during the run, but a mean must be over one build; repeat the same command to continue with the new build", program)
	}
	return err
}

// bound returns the cores to which runs can be bound, none if they cannot be bound.
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

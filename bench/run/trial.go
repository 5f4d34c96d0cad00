package run

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/progress"
)

// trial is a job with its backend.
type trial struct {
	bench.Job
	by backends.Backend
}

// trial finds the job's backend.
func (r *Runner) trial(job bench.Job) (trial, error) {
	b, err := backends.Named(r.Backends, job.Backend)
	return trial{job, b}, err
}

// threads returns the number of threads to use: the job's, but at most the number of cores, because more
// would only wait for each other. The job itself stays the same on every machine.
func (t trial) threads() int { return max(1, min(t.Threads, runtime.NumCPU())) }

// version returns the version of the backend. It may have to start a program to get it.
func (r *Runner) version(job trial) string {
	version, known := r.versions[job.Backend]
	if !known {
		version = backends.Version(job.by)
	}
	return version
}

// maker returns the description of the program that makes a repetition of a job: version, build, seed and
// start time.
func (r *Runner) maker(job trial, e bench.Experiment, repetition int) bench.Maker {
	return bench.Maker{Version: r.version(job), Build: r.build, Seed: e.Seed, Repetition: repetition, Started: time.Now().UTC()}
}

// grace is the time after its limit that a child gets to report its own time-out and its progress.
const grace = 300 * time.Millisecond

// madeRun is a record with the result of its process.
type madeRun struct {
	bench.Record
	result isolate.Result
}

// execute makes repetitions of a job in one process, and returns the records of those that the process
// reached. It returns an error only if the harness itself failed or was stopped.
func (r *Runner) execute(ctx context.Context, job trial, e bench.Experiment, cores []int, makers []bench.Maker, keep keptProof) ([]madeRun, error) {
	floor, err := r.floor(ctx, job, e, cores)
	if err != nil {
		return nil, err
	}
	var seeds []uint64
	for _, m := range makers {
		seeds = append(seeds, m.Seed+uint64(m.Repetition)-1)
	}
	result, reports, err := r.once(ctx, job, e, cores, seeds...)
	if err != nil {
		return nil, err
	}
	var records []madeRun
	wall, cpu := parts(result, reports)
	for i, rep := range reports {
		o := r.observe(job, e.Clock, result, rep, cores)
		o.FloorSeconds, o.WallSeconds, o.CPUSeconds = floor, wall[i], cpu[i]
		if _, external := job.by.(backends.Process); external {
			o.CPUSeconds, o.OtherCPUSeconds = parted(cpu[i], rep.ProgramCPU)
		}
		if len(seeds) > 1 {
			o.Turn = i + 1
		}
		record := job.Record(makers[i], o)
		if err := r.attachProof(ctx, cores, job, newAssignment(job, record.Seed), &record, keep); err != nil {
			return nil, err
		}
		records = append(records, madeRun{record, result})
	}
	return records, nil
}

// observe returns an observation from the report of a child or program and the result of its process.
func (r *Runner) observe(job trial, clock string, result isolate.Result, rep report, cores []int) bench.Observation {
	o, threads := rep.Observation, job.threads()
	o.Spent, o.Asleep = rep.spent(), slept(result)
	if o.PeakBytes == 0 && !(job.by.Describe().External != "" && o.Status.Answered()) {
		o.PeakBytes = result.PeakBytes // otherwise the solver's if known, or ours without the repeated answers
	}
	o.Void = cmp.Or(o.Void, r.lost(result, clock, min(threads, max(1, len(cores)))))
	if threads < job.Threads {
		o.Cores = threads
	}
	return o
}

// parted splits the CPU time all of a run into the time that a solver reported and the remaining time. If
// solver is 0, there is no report, and parted returns all and 0.
func parted(all, solver float64) (cpu, other float64) {
	if solver <= 0 {
		return all, 0
	}
	return solver, max(0, all-solver)
}

// Once runs a job a single time, without a folder. The first call determines the build of the child
// processes' program.
func (r *Runner) Once(ctx context.Context, job bench.Job, e bench.Experiment) (bench.Record, error) {
	asked, err := r.trial(job)
	if err == nil && r.build == "" {
		err = r.identify()
	}
	if err != nil {
		return bench.Record{}, err
	}
	records, err := r.execute(ctx, asked, e, r.bound(isolate.Probe()), []bench.Maker{r.maker(asked, e, 1)}, keptProof{name: r.KeepProof})
	if err != nil {
		return bench.Record{}, err
	}
	return records[0].Record, nil
}

// once answers the job in one process with each of the seeds in turn. It returns the reports of those that
// the process reached.
func (r *Runner) once(ctx context.Context, job trial, e bench.Experiment, cores []int, seeds ...uint64) (isolate.Result, []report, error) {
	if p, ok := job.by.(backends.Standalone); ok {
		result, rep, err := r.runProgram(ctx, cores, p, job, e.Clock)
		return result, []report{rep}, err
	}
	a := newAssignment(job, seeds[0])
	a.Further = seeds[1:]
	a.Warmup, a.MinTime = e.Repeat.Warmup, r.MinTime
	a.CPU, a.Busy = e.Clock == bench.CPUClock, r.busy(e.Clock)
	_, external := job.by.(backends.Process)
	a.Once = e.Clock == bench.ProcessClock && !external
	a.Watched = progress.Waits(ctx)
	limits := job.Limits
	limits.Time *= time.Duration(len(seeds))
	result, err := r.child(ctx, cores, limits, a)
	if len(seeds) > 1 {
		return result, readReports(result, a.Nonce, len(seeds)), err
	}
	rep := readReport(result, a.Nonce)
	switch {
	case a.Program == "":
	case result.Outcome == isolate.Exited && result.Exit == refused:
		rep = ending(nqueens.Unsupported, complaint(result))
	case a.Once && rep.Iterations > 1:
		rep = ending(nqueens.Unsupported, "this build of the program does not support the clock of processes; choose another clock")
	}
	if a.Once && rep.Status.Answered() {
		rep.Seconds = max(0, result.Wall.Seconds()-rep.Phases.Check)
	}
	return result, []report{rep}, err
}

const (
	// refused is the exit status of a child that does not understand its assignment.
	refused = 2
	// attempts is the maximal number of attempts at a run that is discarded.
	attempts = 3
)

// slept reports whether a run that reached its time limit used or waited for a core for less than a tenth of
// it. Such a run is not a slow search: repeating it would not help.
func slept(r isolate.Result) bool { return r.CPU+max(0, r.Waited)+r.Stolen < r.Wall/10 }

// busy reports whether runs that waited for their cores count with this clock.
func (r *Runner) busy(clock string) bool { return r.Busy || clock == bench.CPUClock }

// lost returns why a run's time by the given clock on the given number of cores is invalid, or "".
func (r *Runner) lost(result isolate.Result, clock string, cores int) string {
	if r.busy(clock) {
		return result.Interrupted()
	}
	return result.Void(cores)
}

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

// trial is a job with the backend that answers it.
type trial struct {
	bench.Job
	by backends.Backend
}

// trial looks the job's backend up.
func (r *Runner) trial(job bench.Job) (trial, error) {
	b, err := backends.Named(r.Backends, job.Backend)
	return trial{job, b}, err
}

// threads returns as many as the job may use, or as there are cores: more would only wait
// for each other. The job stays what the plan asks, the same on every machine.
func (t trial) threads() int { return max(1, min(t.Threads, runtime.NumCPU())) }

// version returns the backend's, which it may have to start a program to find out.
func (r *Runner) version(job trial) string {
	version, known := r.versions[job.Backend]
	if !known {
		version = backends.Version(job.by)
	}
	return version
}

// maker says who makes a repetition of a job of the experiment.
func (r *Runner) maker(job trial, e bench.Experiment, repetition int) bench.Maker {
	return bench.Maker{Version: r.version(job), Build: r.build, Seed: e.Seed, Repetition: repetition, Started: time.Now().UTC()}
}

// grace is how much longer than its time limit a child may live, to report by
// itself that it ran out of time and how far it came.
const grace = 300 * time.Millisecond

// madeRun is a record with what became of the process that it is of.
type madeRun struct {
	bench.Record
	result isolate.Result
}

// execute makes repetitions of a job in one process, and returns the records of those that it came to. It
// returns an error only if the harness itself failed or was stopped.
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

// observe returns what a child, or a program, reported, with what became of its process.
func (r *Runner) observe(job trial, clock string, result isolate.Result, rep report, cores []int) bench.Observation {
	o, threads := rep.Observation, job.threads()
	o.Spent, o.Asleep = rep.spent(), slept(result)
	if o.PeakBytes == 0 && !(job.by.Describe().External != "" && o.Status.Answered()) {
		o.PeakBytes = result.PeakBytes // else the solver's, if it is known; ours without the answers that only served timing
	}
	o.Void = cmp.Or(o.Void, r.lost(result, clock, min(threads, max(1, len(cores)))))
	if threads < job.Threads {
		o.Cores = threads
	}
	return o
}

// parted parts the processor time of a run into that of a solver, which it told, and the rest. Where
// it told nothing there is one time of both.
func parted(all, solver float64) (cpu, other float64) {
	if solver <= 0 {
		return all, 0
	}
	return solver, max(0, all-solver)
}

// Once runs a job a single time, outside any folder. Which program the child processes
// are is found out the first time.
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

// once has a process answer the job, with each of the seeds one after the other. It reports on as many of
// them as the process came to.
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
		rep = ending(nqueens.Unsupported, "this build does not know how to answer once: leave the clock of processes out")
	}
	if a.Once && rep.Status.Answered() {
		rep.Seconds = max(0, result.Wall.Seconds()-rep.Phases.Check)
	}
	return result, []report{rep}, err
}

const (
	// refused is the status with which a child ends that does not know what it is asked.
	refused = 2
	// attempts is how often a run is made in all while it is void.
	attempts = 3
)

// slept reports whether a run that passed its time limit, and is not void, computed or waited for a core, which
// --busy lets count, for less than a tenth of it: it is no slow search, and hangs however often it is made.
func slept(r isolate.Result) bool { return r.CPU+max(0, r.Waited)+r.Stolen < r.Wall/10 }

// busy reports whether runs by the clock count that waited for their cores.
func (r *Runner) busy(clock string) bool { return r.Busy || clock == bench.CPUClock }

// lost says why a run's time by the clock on so many cores means nothing, or "".
func (r *Runner) lost(result isolate.Result, clock string, cores int) string {
	if r.busy(clock) {
		return result.Interrupted()
	}
	return result.Void(cores)
}

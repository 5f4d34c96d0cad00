package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/internal/atomicfile"
	"nqueens/internal/progress"
	"nqueens/internal/table"
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
	// begins no run of a job, and returns without an error. 0 is any time.
	Budget time.Duration
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
	versions map[string]string      // of the backends
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
		err = f.RunBy(r.build, r.Keep || r.Only != nil)
	}
	if err != nil {
		return err
	}
	r.versions, r.floors = map[string]string{}, map[string]float64{}
	for _, job := range f.Experiment.Jobs {
		if _, known := r.versions[job.Backend]; known {
			continue
		}
		if b, err := backends.Named(r.Backends, job.Backend); err == nil {
			r.versions[job.Backend] = backends.Version(b)
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

// Run carries out what the folder does not hold yet. It returns the context's
// error if it was stopped; what was recorded by then is safe, and another Run
// goes on from there, as it does where the budget was used up. Every job is run once, a
// void run of it again, before any is repeated.
func (r *Runner) Run(ctx context.Context, f *bench.Folder) (err error) {
	if r.versions == nil {
		this := *r
		if err := this.Begin(f); err != nil {
			return err
		}
		return this.Run(ctx, f)
	}
	environment := bench.CurrentEnvironment()
	kept := false // it is, before the first run: who only reads the records leaves no trace
	state, recorded, _ := r.resume(f)
	cores := r.bound(environment.Isolation)
	void := map[string]int{} // runs, by key
	discarded, over := 0, r.budget()
	var session *bench.Session
	for repetition := 1; repetition <= f.Experiment.Repeat.Most(); repetition++ {
		round := bench.Round(r.Meant(f.Experiment), repetition)
		for i := 0; i < len(round); i++ {
			job := round[i]
			record := job.NewRecord(r.versions[job.Backend], r.build, f.Experiment.Seed, repetition)
			if recorded[record.Key] || state.Complete(job) {
				continue
			}
			if why := state.Skip(job); why != "" {
				if repetition == 1 {
					r.progress(state, Progress{Job: job, Skipped: why, Discarded: discarded})
				}
				continue
			}
			if over() {
				return nil
			}
			if !kept {
				environment.Programs = r.executables(f.Experiment)
				warning, err := bench.KeepEnvironment(f.Dir, environment)
				if err != nil {
					return err
				}
				if warning != "" {
					r.warn(warning)
				}
				kept, session = true, bench.NewSession()
				defer func() { err = errors.Join(err, bench.KeepSession(f.Dir, session)) }()
			}
			proved := job.Proof && state.Proved(job)
			job.Proof = job.Proof && !proved
			var keep keptProof
			if job.Proof && job.KeepProof {
				keep = keptProof{folder: f.Dir, name: record.ProofFile()}
			}
			if r.Starting != nil {
				r.Starting(job)
			}
			records := append([]bench.Record{record}, r.further(f.Experiment, state, job, repetition, recorded)...)
			result, records, err := r.execute(ctx, job, f.Experiment, cores, records, keep)
			if err != nil {
				return err
			}
			again := false
			for _, record := range records {
				if proved {
					record.Proof = bench.Proof{} // an earlier record has it
				}
				if len(record.Solution) > maxRecordedSolution {
					record.Solution = nil
				}
				if record.Void != "" {
					void[record.Key]++
					ended := false
					if void[record.Key] == attempts {
						record, ended = unanswered(record, result)
					}
					if !ended {
						record = voided(record)
					}
				}
				if err := f.Append(record); err != nil {
					return err
				}
				session.See(record.Status == nqueens.Void)
				if record.Status == nqueens.Void {
					discarded++
					again = again || void[record.Key] < attempts
				} else {
					recorded[record.Key] = true // the round of one that shared a process is to come
				}
				state.Add(record)
				r.progress(state, Progress{Job: job, Record: record, Discarded: discarded})
			}
			if again {
				round = append(round, round[i]) // the machine may have other work now
			}
		}
	}
	return nil
}

// budget begins the time that Run may take. What it returns reports whether that is over.
func (r *Runner) budget() (over func() bool) {
	now := r.Now
	if now == nil {
		now = time.Now
	}
	begun := now()
	return func() bool { return r.Budget > 0 && now().Sub(begun) >= r.Budget/5*4 }
}

// executables are the programs of the experiment's contenders that are no part of this one:
// one in PATH by its file, another in its user's words, since what a run leaves is not to
// tell where on a machine it was made.
func (r *Runner) executables(e bench.Experiment) map[string]bench.Executable {
	programs := map[string]bench.Executable{}
	for _, job := range e.Jobs {
		if other, ok := programNamed[backends.Elsewhere](r, job.Backend); ok {
			name, _ := backends.BinaryOf(job.Backend)
			path, _ := other.Binary()
			programs[name] = bench.Executable{Path: path, Version: r.versions[job.Backend]}
		}
		if p, ok := programNamed[backends.Process](r, job.Backend); ok {
			name, path := p.Program()
			said := path
			if path == "" || strings.Contains(name, "/") {
				said = name
			}
			programs[job.Backend] = bench.Executable{Path: said, Version: r.versions[job.Backend], Compiler: bench.Compiler(path)}
		}
	}
	return programs
}

// resume is where the records leave the run: how far each job is with the
// backends' present versions in this build, and the keys that need not be run
// again. The notes say what of the records does not count, or is kept.
func (r *Runner) resume(f *bench.Folder) (state *bench.Schedule, recorded map[string]bool, notes []string) {
	e := r.Meant(f.Experiment)
	state, recorded = bench.NewSchedule(e), map[string]bool{}
	other := map[string]string{} // the last build that is not this one, by job
	for _, record := range f.Records {
		if record.Build != r.build {
			other[record.String()] = cmp.Or(record.Build, "one that is not named")
		}
	}
	older := map[string]string{} // versions
	kept, again := builds{}, builds{}
	var undone []bench.Job
	for i, records := range bench.ByJob(e, f.Counted()) {
		job := e.Jobs[i]
		switch {
		case len(records) == 0:
			undone = append(undone, job)
			continue
		case records[0].Version != r.versions[job.Backend]:
			older[job.Backend] = records[0].Version
			continue
		case records[0].Build == r.build:
		case r.Keep && complete(e, job, records):
			kept.add(other[job.String()])
		default:
			undone = append(undone, job)
			continue
		}
		for _, record := range records {
			if record.Status != nqueens.Void { // it is made again, perhaps on a quieter day
				recorded[record.Key] = true
				state.Add(*record)
			}
		}
	}
	for _, job := range undone {
		if by := other[job.String()]; by != "" && state.Skip(job) == "" {
			again.add(by)
		}
	}
	if len(kept) > 0 {
		notes = append(notes, "kept: "+kept.measured(len(e.Jobs), r.build))
	}
	if len(again) > 0 {
		notes = append(notes, again.measured(len(e.Jobs), r.build)+": they are measured again")
	}
	for _, name := range slices.Sorted(maps.Keys(older)) {
		notes = append(notes, fmt.Sprintf("%s is now version %s, and there are records of version %s: the two are not mixed, what was recorded last counts",
			name, r.versions[name], older[name]))
	}
	return state, recorded, notes
}

// builds counts jobs by the build that measured them.
type builds map[string]int

func (b builds) add(build string) { b[build]++ }

func (b builds) measured(jobs int, this string) string {
	sum := 0
	for _, n := range b {
		sum += n
	}
	return fmt.Sprintf("another build of this program measured %d of %s (%s; this is %s)", sum, table.Plural(jobs, "job"), strings.Join(slices.Sorted(maps.Keys(b)), ", "), this)
}

// complete reports whether the job needs no more runs after these.
func complete(e bench.Experiment, job bench.Job, records []*bench.Record) bool {
	e.Jobs = []bench.Job{job}
	s := bench.NewSchedule(e)
	for _, r := range records {
		if r.Status == nqueens.Void {
			return false
		}
		s.Add(*r)
	}
	return s.Complete(job)
}

// maxRecordedSolution is the most pieces of a solution that a folder's record
// holds. Longer ones have been checked, and would make it grow by megabytes.
const maxRecordedSolution = 256

// Once runs a job a single time, outside any folder. Which program the child processes
// are is found out the first time.
func (r *Runner) Once(ctx context.Context, job bench.Job, e bench.Experiment) (bench.Record, error) {
	b, err := backends.Named(r.Backends, job.Backend)
	if err != nil {
		return bench.Record{}, err
	}
	if r.build == "" {
		if err := r.identify(); err != nil {
			return bench.Record{}, err
		}
	}
	record := job.NewRecord(backends.Version(b), r.build, e.Seed, 1)
	_, records, err := r.execute(ctx, job, e, r.bound(isolate.Probe()), []bench.Record{record}, keptProof{name: r.KeepProof})
	if err != nil {
		return record, err
	}
	return records[0], nil
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

func (r *Runner) progress(s *bench.Schedule, p Progress) {
	if r.Progress != nil {
		p.Done, p.Total = s.Done()
		r.Progress(p)
	}
}

// grace is how much longer than its time limit a child may live, to report by
// itself that it ran out of time and how far it came.
const grace = 300 * time.Millisecond

// execute runs repetitions in one process, and returns the process's result and their records with what
// became of them: of those that it came to. It returns an error only if the harness itself failed or was
// stopped.
func (r *Runner) execute(ctx context.Context, job bench.Job, e bench.Experiment, cores []int, records []bench.Record, keep keptProof) (isolate.Result, []bench.Record, error) {
	floor, err := r.floor(ctx, job, e, cores)
	if err != nil {
		return isolate.Result{}, nil, err
	}
	var seeds []uint64
	for _, record := range records {
		seeds = append(seeds, record.Seed)
	}
	result, reports, err := r.once(ctx, job, e, cores, seeds...)
	if err != nil {
		return isolate.Result{}, nil, err
	}
	records = records[:len(reports)]
	wall, cpu := parts(result, reports)
	for i, rep := range reports {
		record := &records[i]
		if len(seeds) > 1 {
			record.Turn = i + 1
		}
		record.WallSeconds, record.CPUSeconds = wall[i], cpu[i]
		r.enter(record, job, e, result, rep, cores)
		if record.Seconds > 0 {
			record.FloorSeconds = floor
		}
		if err := r.attachProof(ctx, cores, job, r.newAssignment(job, record.Seed), record, keep); err != nil {
			return isolate.Result{}, nil, err
		}
	}
	return result, records, nil
}

// enter enters in a record what a child, or a program, reported.
func (r *Runner) enter(record *bench.Record, job bench.Job, e bench.Experiment, result isolate.Result, rep report, cores []int) {
	threads := threads(job)
	record.PeakBytes = result.PeakBytes
	if limit := job.Limits.Time; rep.Status.Answered() && rep.spent() > limit.Seconds() {
		// The child had its grace, but an answer after the limit is none.
		rep = report{Outcome: nqueens.Fail(nqueens.Timeout, fmt.Sprintf("answered after %.3g s, limit %v", rep.spent(), limit)), PeakBytes: rep.PeakBytes, ProgramCPU: rep.ProgramCPU}
	}
	if b, err := backends.Named(r.Backends, job.Backend); rep.PeakBytes > 0 || err == nil && b.Describe().External != "" && rep.Status.Answered() {
		record.PeakBytes = rep.PeakBytes // the solver's, if it is known; ours without the answers that only served timing
	}
	if _, external := programNamed[backends.Process](r, job.Backend); external {
		record.CPUSeconds, record.OtherCPUSeconds = apart(record.CPUSeconds, rep.ProgramCPU)
	}
	why := cmp.Or(rep.Void, r.lost(result, e.Clock, min(threads, max(1, len(cores)))))
	// Any other end, and a wrong answer, is the backend's own doing whatever the time.
	if timed := rep.Status.Answered() || rep.Status == nqueens.Timeout || rep.Status == nqueens.Unknown; !timed || rep.wrong() != "" {
		why = ""
	}
	record.Outcome = rep.Outcome
	if threads < job.Threads {
		record.Cores = threads
	}
	record.Void = why
	if record.Status == nqueens.Timeout && why == "" && slept(result) {
		record.Reason = strings.TrimPrefix(record.Reason+", asleep for most of it", ", ")
	}
	record.Fingerprint, record.Duplicates = rep.Fingerprint, rep.Duplicates
	record.Fault, record.Contradiction = rep.Fault, rep.Contradiction
	record.Seconds, record.Iterations = rep.Seconds, rep.Iterations
	if err := record.Check(); err != nil {
		record.Outcome = nqueens.Fail(nqueens.Crashed, "reported nonsense: "+err.Error())
		record.Seconds, record.Iterations, record.PeakBytes = 0, 0, result.PeakBytes
	}
}

// apart parts the processor time of a run into that of a solver, which it told, and the rest. Where
// it told nothing there is one time of both.
func apart(all, solver float64) (cpu, other float64) {
	if solver <= 0 {
		return all, 0
	}
	return solver, max(0, all-solver)
}

// once has a process answer the job, with each of the seeds one after the other. It reports on as many of
// them as the process came to.
func (r *Runner) once(ctx context.Context, job bench.Job, e bench.Experiment, cores []int, seeds ...uint64) (isolate.Result, []report, error) {
	if p, ok := programNamed[backends.Standalone](r, job.Backend); ok {
		result, rep, err := r.runProgram(ctx, cores, p, job, e.Clock)
		return result, []report{rep}, err
	}
	a := r.newAssignment(job, seeds[0])
	a.Further = seeds[1:]
	a.Warmup, a.MinTime = e.Repeat.Warmup, r.MinTime
	a.CPU, a.Busy = e.Clock == bench.CPUClock, r.busy(e.Clock)
	_, external := programNamed[backends.Process](r, a.Backend)
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
		rep = report{Outcome: nqueens.Fail(nqueens.Unsupported, complaint(result))}
	case a.Once && rep.Iterations > 1:
		rep = report{Outcome: nqueens.Fail(nqueens.Unsupported, "this build does not know how to answer once: leave the clock of processes out")}
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

// Conclude judges a run, has verdicts that rest on the reduction checked, looks for the smallest evidence of each disagreement,
// and writes verdicts.json, summary.md and summary.csv into its folder.
func (r *Runner) Conclude(ctx context.Context, f *bench.Folder) (summary.Summary, error) {
	judgement := judge.OfRuns(f.Experiment, f.Runs(), r.Backends)
	checked, err := r.Check(ctx, f, judgement)
	if err != nil {
		return summary.Summary{}, err
	}
	if checked {
		judgement = judge.OfRuns(f.Experiment, f.Runs(), r.Backends)
	}
	witnesses, err := r.Witnesses(ctx, f.Experiment, judgement)
	if err != nil {
		return summary.Summary{}, err
	}
	s := summary.OfFolder(f, judgement, witnesses)
	conclusion := judge.Conclusion{Judgement: judgement, Records: len(f.Records), Builds: s.Builds(), Edited: f.Edited, Unsigned: f.Unsigned, Witnesses: witnesses}
	if err := conclusion.Write(f.Dir); err != nil {
		return s, err
	}
	var page, csv bytes.Buffer
	if err := cmp.Or(s.WriteText(&page, summary.Style{Markdown: true}), s.WriteCSV(&csv)); err != nil {
		return s, err
	}
	if err := atomicfile.WriteFile(filepath.Join(f.Dir, bench.PageFile), page.Bytes()); err != nil {
		return s, err
	}
	// Last, since with it the run is finished.
	return s, atomicfile.WriteFile(filepath.Join(f.Dir, bench.SummaryFile), csv.Bytes())
}

package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/internal/table"
)

// budgeted runs as much of an experiment as a budget allows: first each
// contender as far up the sizes as it gets, then repetitions of that. What has
// been recorded before counts as spent, so that a run decides in the same way
// whether or not it was stopped in between.
type budgeted struct {
	runner *run.Runner
	folder *bench.Folder
	whole  bench.Experiment
	budget time.Duration
}

// errSpent ends a run that took much longer than was predicted.
var errSpent = errors.New("the budget is spent")

// firstShare is the part of the budget for the first time that jobs are run,
// where they are to be repeated.
const firstShare = 0.6

func (b *budgeted) run(ctx context.Context) error {
	// The harness runs whatever its folder's experiment says, so it is given
	// one part after the other.
	defer func() { b.folder.Experiment = b.whole }()
	var err error
	for err == nil {
		jobs := b.next()
		if len(jobs) == 0 {
			break
		}
		err = b.part(ctx, jobs, 1)
	}
	if err == nil {
		err = b.repeat(ctx)
	}
	if errors.Is(err, errSpent) && ctx.Err() == nil {
		return nil
	}
	return err
}

// part runs jobs until each has so many records.
func (b *budgeted) part(ctx context.Context, jobs []bench.Job, repetitions int) error {
	remaining := time.Duration((b.budget.Seconds() - b.spent(false)) * float64(time.Second))
	ctx, cancel := context.WithTimeoutCause(ctx, max(0, remaining)*11/10+3*time.Second, errSpent)
	defer cancel()
	e := b.whole
	e.Jobs = jobs
	e.Repeat.Min, e.Repeat.Max = repetitions, repetitions
	b.folder.Experiment = e
	runner := *b.runner
	if show := runner.Progress; show != nil {
		runner.Progress = func(p run.Progress) {
			done := len(b.folder.Records)
			p.Done, p.Total = done, done+p.Total-p.Done
			show(p)
		}
	}
	return runner.Run(ctx, b.folder)
}

// spent is how many seconds the runs took that are recorded, all of them or
// only the first of each job.
func (b *budgeted) spent(first bool) float64 {
	sum := 0.0
	for _, r := range b.folder.Counted() {
		if !first || r.Repetition == 1 {
			sum += r.WallSeconds
		}
	}
	return sum
}

// step is the job that comes next in a series.
type step struct {
	job  bench.Job
	cost float64 // predicted, in seconds
}

// next are the jobs to run for the first time: of the next steps of all
// series those about as cheap as the cheapest, as long as the budget allows.
// Going on with the cheapest lets all contenders reach the same sizes.
func (b *budgeted) next() []bench.Job {
	var steps []step
	for _, l := range seriesOf(b.whole) {
		if times, job, ok := b.reached(l); ok {
			steps = append(steps, step{job, predict(times)})
		}
	}
	slices.SortStableFunc(steps, func(x, y step) int { return cmp.Compare(x.cost, y.cost) })
	left := b.left()
	var jobs []bench.Job
	for _, s := range steps {
		// The least steps are run in any case: without them there is no page.
		if left -= s.cost; (left < 0 && s.cost > starting) || s.cost > max(1, 4*steps[0].cost) {
			break
		}
		jobs = append(jobs, s.job)
	}
	return jobs
}

// left is how many seconds there are for jobs that have not been run.
func (b *budgeted) left() float64 {
	share := 1.0
	if b.whole.Repeat.Max > 1 {
		share = firstShare
	}
	return share*b.budget.Seconds() - b.spent(true)
}

// reached is how far a series has been run: the times of its jobs so far and the
// next job; ok is false at its end or where a run gave no answer.
func (b *budgeted) reached(l series) (times []float64, next bench.Job, ok bool) {
	for _, j := range l.jobs {
		records := b.of(j)
		if len(records) == 0 {
			return times, j, true
		}
		if !records[0].Status.Answered() {
			return times, j, false
		}
		times = append(times, records[0].Seconds)
	}
	return times, bench.Job{}, false
}

// of are the records of a job with its backend's present version.
func (b *budgeted) of(j bench.Job) []bench.Record {
	version := ""
	if by, err := backends.Named(b.runner.Backends, j.Backend); err == nil {
		version = backends.Version(by)
	}
	var out []bench.Record
	name := j.Problem.String()
	for _, r := range b.folder.Counted() {
		if r.Problem == name && r.Task == j.Task && r.Backend == j.Backend && r.Encoding == j.Encoding && r.Version == version {
			out = append(out, r)
		}
	}
	return out
}

// repeat runs again what was answered, round after round over all contenders. What
// another build measured is not repeated: the times of two builds have no mean.
func (b *budgeted) repeat(ctx context.Context) error {
	for target := 2; target <= b.whole.Repeat.Max; target++ {
		jobs, rounds := b.round(target)
		if len(jobs) == 0 {
			continue
		}
		if err := b.part(ctx, jobs, target+rounds-1); err != nil {
			return err
		}
	}
	return nil
}

// round are the jobs to be run for the target-th time, and how many rounds like
// it the budget allows. When a round no longer fits, the jobs that take longest
// are left out of it and of those after.
func (b *budgeted) round(target int) (jobs []bench.Job, rounds int) {
	var due []step
	for _, j := range b.whole.Jobs {
		records := b.of(j)
		if len(records) == target-1 && records[0].Build == b.folder.Build && records[0].Status.Answered() {
			due = append(due, step{j, records[0].WallSeconds})
		}
	}
	slices.SortStableFunc(due, func(x, y step) int { return cmp.Compare(x.cost, y.cost) })
	left, sum := b.budget.Seconds()-b.spent(false), 0.0
	for _, s := range due {
		if sum+s.cost > left {
			return jobs, 1
		}
		sum += s.cost
		jobs = append(jobs, s.job)
	}
	return jobs, max(1, int(min(left/sum, float64(b.whole.Repeat.Max-target+1))))
}

// leftOut says for each contender what was not run or not answered, and why.
func (b *budgeted) leftOut() []string {
	var lines []string
	for _, l := range seriesOf(b.whole) {
		times, job, ok := b.reached(l)
		if len(times) == len(l.jobs) {
			continue
		}
		what, first := job.Problem.String(), ""
		if last := l.jobs[len(l.jobs)-1].Problem.String(); last != what {
			what, first = what+" to "+last, "the first "
		}
		var why string
		switch cost := predict(times); {
		case !ok:
			why = fmt.Sprintf("%sended with %s", first, b.of(job)[0].Status)
		case cost <= b.left():
			why = fmt.Sprintf("stopped when the budget of %s was spent", table.Flag(b.budget))
		default:
			why = fmt.Sprintf("%spredicted to take %s, more than the budget of %s leaves for it", first, table.Rough(cost), table.Flag(b.budget))
		}
		lines = append(lines, fmt.Sprintf("%s: %s, %s", l.name, what, why))
	}
	return lines
}

// series is the jobs of one contender on one kind of problem, by size: the time
// of a step follows from those before it.
type series struct {
	name string // "bitmask", "dlx, half-turn": for those who read what is left out
	jobs []bench.Job
}

// seriesOf takes an experiment apart, in its order.
func seriesOf(e bench.Experiment) []series {
	var list []series
	at := map[string]int{}
	for _, j := range e.Jobs {
		kind, name := seriesKey(j)
		i, ok := at[kind]
		if !ok {
			i = len(list)
			at[kind] = i
			list = append(list, series{name: name})
		}
		list[i].jobs = append(list[i].jobs, j)
	}
	return list
}

func seriesKey(j bench.Job) (kind, name string) {
	name = j.Contender.String()
	if g := j.Problem.Symmetric; g != nqueens.Identity {
		name += ", " + g.String()
	}
	kind = fmt.Sprintf("%s %s %s", j.Problem.Family.Name, j.Task, name)
	if !j.Problem.SymmetricUnder(nqueens.Identity).Bare() {
		kind += " " + j.Problem.String()
	}
	return kind, name
}

// starting is about how long a child process takes that has next to nothing to
// do, in seconds: it repeats short work.
const starting = 0.1

// predict is how many seconds the step after those with the given times, in
// seconds, will take. Growth itself grows, and sizes of one parity may be
// easier than the others, so the steeper of the last step and the mean of the
// last two counts.
func predict(times []float64) float64 {
	n := len(times)
	if n == 0 {
		return starting
	}
	const tiny = 1e-4 // below, times say nothing of growth
	last := max(tiny, times[n-1])
	growth := 10.0 // as n-queens by any method, somewhat pessimistic
	if n >= 2 {
		growth = last / max(tiny, times[n-2])
	}
	if n >= 3 {
		growth = max(growth, math.Sqrt(last/max(tiny, times[n-3])))
	}
	return starting + 1.1*max(1, growth)*last
}

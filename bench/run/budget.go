package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/family"
)

// starting is the approximate time, in seconds, of a child process with almost no work, which repeats its
// short work.
const starting = 0.1

// firstGuess is the first estimate of the time of an instance, in seconds. The first answers replace it.
const firstGuess = 0.0003

// predict returns an estimate, in seconds, of the time of the next step of a series from the times of its
// earlier steps. The growth rate itself grows, and sizes of one parity can be easier than the others.
// Therefore the estimate uses the larger of the last growth rate and the mean of the last two.
func predict(times []float64) float64 {
	n := len(times)
	if n == 0 {
		return 0
	}
	const tiny = 1e-4 // shorter times do not show growth
	last := max(tiny, times[n-1])
	growth := 10.0 // growth per size of n-queens by any method, somewhat pessimistic
	if n >= 2 {
		growth = last / max(tiny, times[n-2])
	}
	if n >= 3 {
		growth = max(growth, math.Sqrt(last/max(tiny, times[n-3])))
	}
	return 1.1 * max(1, growth) * last
}

// series has the jobs of one contender on one kind of problem, by size. The time of a job is predicted from
// those before it.
type series struct {
	jobs []bench.Job
	at   int // index of the next job
}

// seriesOf groups jobs into series, in the order of their first jobs.
func seriesOf(jobs []bench.Job) []*series {
	var list []*series
	at := map[string]*series{}
	for _, j := range jobs {
		kind := fmt.Sprintf("%s %s %s %s", j.Problem.Family.Name, j.Task, j.Contender, j.Problem.Symmetric)
		if !j.Problem.SymmetricUnder(nqueens.Identity).Bare() {
			kind += " " + j.ProblemName()
		}
		if at[kind] == nil {
			at[kind] = new(series)
			list = append(list, at[kind])
		}
		at[kind].jobs = append(at[kind].jobs, j)
	}
	for _, l := range list {
		slices.SortStableFunc(l.jobs, func(a, b bench.Job) int { return a.Problem.N - b.Problem.N })
	}
	return list
}

// firstShare is the share of the budget for the first runs of jobs that are to be repeated.
const firstShare = 0.6

// budgeted makes as many runs as the budget allows. In the first part of the budget each contender runs sizes
// in ascending order. Then rounds over all contenders repeat the answered jobs. The rest of the budget is for
// further sizes.
func (t *tour) budgeted(ctx context.Context) error {
	list, most := seriesOf(t.runner.Selected(t.folder.Experiment).Jobs), t.folder.Experiment.Repeat.Most()
	keep := 0.0
	if most > 1 {
		keep = (1 - firstShare) * t.left()
	}
	over, err := t.climb(ctx, list, keep)
	for repetition := 2; repetition <= most && err == nil && !over; repetition++ {
		over, err = t.within(ctx, t.left(), func(ctx context.Context) error {
			return t.round(ctx, t.fitting(bench.Round(t.runner.Selected(t.folder.Experiment), repetition), repetition), repetition)
		})
	}
	if err == nil && !over {
		_, err = t.climb(ctx, list, 0)
	}
	return err
}

// climb runs jobs for the first time until at most keep seconds of the budget are left.
func (t *tour) climb(ctx context.Context, list []*series, keep float64) (over bool, err error) {
	for !over && err == nil {
		jobs := t.next(list, t.left()-keep)
		if len(jobs) == 0 {
			break
		}
		over, err = t.within(ctx, max(t.left(), starting), func(ctx context.Context) error { return t.round(ctx, jobs, 1) })
	}
	return over, err
}

// next returns the next jobs to run for the first time. These are the next jobs of all series that cost about
// as much as the cheapest, up to left seconds in total. Starting with the cheapest lets all contenders reach
// the same sizes.
func (t *tour) next(list []*series, left float64) (jobs []bench.Job) {
	type step struct {
		job   bench.Job
		cost  float64 // predicted, in seconds
		least bool
	}
	var steps []step
	for _, l := range list {
		for l.at < len(l.jobs) && !t.due(l.jobs[l.at], 1) {
			l.at++
		}
		if l.at == len(l.jobs) {
			continue
		}
		var times []float64
		for _, j := range l.jobs[:l.at] {
			if took, known := t.state.Took(j); known {
				times = append(times, took.Seconds())
			}
		}
		steps = append(steps, step{l.jobs[l.at], min(starting+predict(times), l.jobs[l.at].Limits.Time.Seconds()+starting), l.at == 0 && t.runner.Least})
	}
	slices.SortStableFunc(steps, func(x, y step) int { return cmp.Compare(x.cost, y.cost) })
	for _, s := range steps {
		if left -= s.cost; left < 0 && !s.least || s.cost > max(1, 4*steps[0].cost) {
			break
		}
		jobs = append(jobs, s.job)
	}
	return jobs
}

// fitting returns the jobs of a round that are due and fit into the rest of the budget. It prefers cheap
// jobs, and keeps the order of the round.
func (t *tour) fitting(round []bench.Job, repetition int) []bench.Job {
	costs := map[string]float64{}
	var all []float64
	for _, j := range round {
		if took, known := t.state.Took(j); known && t.due(j, repetition) {
			costs[j.String()] = max(starting, took.Seconds())
			all = append(all, costs[j.String()])
		}
	}
	slices.Sort(all)
	sum, left, dearest := 0.0, t.left(), 0.0
	for _, cost := range all {
		if sum += cost; sum > left {
			break
		}
		dearest = cost
	}
	return slices.DeleteFunc(slices.Clone(round), func(j bench.Job) bool {
		cost, due := costs[j.String()]
		return !due || cost > dearest
	})
}

// errOver is the cause of cancelling work that takes much longer than predicted.
var errOver = errors.New("the work takes longer than predicted")

// clock starts the clock of Run's budget. It returns a function that returns the rest of the budget in
// seconds, infinity if there is no budget.
func (r *Runner) clock() (left func() float64) {
	now := r.Now
	if now == nil {
		now = time.Now
	}
	begun := now()
	return func() float64 {
		if r.Budget <= 0 {
			return math.Inf(1)
		}
		return (r.Budget/5*4 - r.Before - now().Sub(begun)).Seconds()
	}
}

// sweepRounds are the default rounds of sweeps.
var sweepRounds = []int{100, 1000, 10_000, 100_000}

// sweeps runs the experiment's sweeps in rounds. All contenders answer a round's number of instances of each
// recipe before the next round begins. The cheapest sweep comes first. It stops when the budget is used up.
func (t *tour) sweeps(ctx context.Context) error {
	meant, rounds := t.folder.Experiment.Sweeps, t.folder.Experiment.Rounds
	if err := t.locate(ctx, meant); err != nil {
		return err
	}
	all := slices.DeleteFunc(slices.Clone(meant), func(s *bench.Sweep) bool { return s.Locate != nil })
	if len(rounds) == 0 {
		rounds = sweepRounds
	}
	for _, round := range append(slices.Clone(rounds), math.MaxInt) {
		due := slices.DeleteFunc(slices.Clone(all), func(s *bench.Sweep) bool { return t.missing(s, round) <= 0 })
		for len(due) > 0 {
			// Predict again after each sweep, because its answers improve the predictions.
			cheapest, least := 0, math.Inf(1)
			for i, s := range due {
				if cost := t.cost(s, round); cost < least {
					cheapest, least = i, cost
				}
			}
			s := due[cheapest]
			due = slices.Delete(due, cheapest, cheapest+1)
			left := t.left()
			most := min(left, 3*least+1)
			if least > left {
				if !t.runner.Least || least > starting || t.done(s).answers > 0 {
					return nil
				}
				most = 3*least + 1
			}
			_, err := t.within(ctx, most, func(ctx context.Context) error { return t.sweep(ctx, s, t.done(s).answers+t.missing(s, round)) })
			if err != nil {
				return fmt.Errorf("%v, %s: %w", s.Contender, s.Name, err)
			}
		}
	}
	return nil
}

// within runs work for about the given number of seconds. It cancels work that takes much longer, and returns
// over as true. Without a budget there is no limit.
func (t *tour) within(ctx context.Context, seconds float64, work func(context.Context) error) (over bool, err error) {
	limited := ctx
	if t.runner.Budget > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeoutCause(ctx, time.Duration((1.1*seconds+3)*float64(time.Second)), errOver)
		defer cancel()
	}
	if err = work(limited); errors.Is(err, errOver) && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}

// missing returns the number of answers that a sweep lacks to complete a round.
func (t *tour) missing(s *bench.Sweep, round int) int {
	return min(s.Count, round)*s.Points() - t.done(s).answers
}

// cost returns the predicted time, in seconds, to complete a round of a sweep.
func (t *tour) cost(s *bench.Sweep, round int) float64 {
	return starting/2 + t.each(s)*float64(t.missing(s, round))
}

// each returns the average time of an instance of a sweep in seconds. It is measured, or predicted from the
// contender's sweeps on smaller boards.
func (t *tour) each(s *bench.Sweep) float64 {
	var times []float64
	for _, smaller := range t.smaller(s) {
		each, known := t.took(smaller)
		if !known && len(times) > 0 {
			each = predict(times)
		}
		if known || len(times) > 0 {
			times = append(times, each)
		}
	}
	each, known := t.took(s)
	if !known {
		each = max(firstGuess, predict(times))
	}
	return min(each, s.Limits.Time.Seconds())
}

// smaller returns the contender's sweeps of the same kind on smaller boards, in ascending order.
func (t *tour) smaller(s *bench.Sweep) []*bench.Sweep {
	if len(s.Recipes) == 0 {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(t.folder.Experiment.Sweeps), func(o *bench.Sweep) bool {
		return len(o.Recipes) == 0 || o.Recipes[0].Kind != s.Recipes[0].Kind || o.Recipes[0].N >= s.Recipes[0].N || o.Contender != s.Contender || o.Task != s.Task
	})
	slices.SortStableFunc(list, func(a, b *bench.Sweep) int { return a.Recipes[0].N - b.Recipes[0].N })
	return list
}

// took returns the average wall-clock time of an instance of a sweep in seconds, if there is an answer.
func (t *tour) took(s *bench.Sweep) (each float64, known bool) {
	done := t.done(s)
	return done.wall / max(1, float64(done.answers)), done.answers > 0
}

// done summarises the folder's answers of a sweep.
type done struct {
	answers int
	wall    float64 // seconds
}

func (t *tour) done(s *bench.Sweep) done {
	d, known := t.swept[s]
	if !known {
		run := t.folder.SweepRun(s, t.runner.versions[s.Backend])
		d.answers, d.wall = run.Answered(), run.Wall()
		t.swept[s] = d
	}
	return d
}

// tell reports the progress of a sweep.
func (t *tour) tell(s *bench.Sweep) {
	n := 1
	if len(s.Recipes) > 0 {
		n = s.Recipes[0].N
	}
	t.progress(Progress{Job: bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: s.Task, Contender: s.Contender, Limits: s.Limits}})
}

package run

import (
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

// starting is about how long a child process takes that has next to nothing to
// do, in seconds: it repeats short work.
const starting = 0.1

// firstGuess is how long an instance may take, in seconds, of which nothing is known. When that is too little it
// shows soon.
const firstGuess = 0.0003

// predict returns how many seconds the next step of a series takes, by those that the steps before it took.
// Growth itself grows, and sizes of one parity may be easier than the others, so the steeper of the last step and
// the mean of the last two counts.
func predict(times []float64) float64 {
	n := len(times)
	if n == 0 {
		return 0
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
	return 1.1 * max(1, growth) * last
}

// errOver ends work that takes much longer than was predicted.
var errOver = errors.New("it takes longer than was predicted")

// clock begins the time that Run may take, and returns how much of it is left, in seconds; infinite where
// there is no budget.
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

// sweepRounds are the rounds of sweeps where an experiment has none.
var sweepRounds = []int{100, 1000, 10_000, 100_000}

// sweeps has the experiment's sweeps answered in rounds: so many instances of each recipe by every contender
// before more by any, the cheapest first, as far as the budget goes.
func (t *tour) sweeps(ctx context.Context) error {
	all, rounds := t.runner.meantSweeps(t.folder.Experiment), t.folder.Experiment.Rounds
	if len(rounds) == 0 {
		rounds = sweepRounds
	}
	for _, round := range append(slices.Clone(rounds), math.MaxInt) {
		due := slices.DeleteFunc(slices.Clone(all), func(s *bench.Sweep) bool { return t.missing(s, round) <= 0 })
		for len(due) > 0 {
			// What is not known yet is predicted from what is: so again after each.
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
				if least > starting || t.done(s).answers > 0 {
					return nil
				}
				most = 3*least + 1 // the least are answered in any case: without them there is nothing to show
			}
			if err := t.within(ctx, most, s, t.done(s).answers+t.missing(s, round)); err != nil {
				return err
			}
		}
	}
	return nil
}

// meantSweeps are the sweeps that the run is to make.
func (r *Runner) meantSweeps(e bench.Experiment) []*bench.Sweep {
	if r.Asked == nil {
		return e.Sweeps
	}
	return slices.DeleteFunc(slices.Clone(e.Sweeps), func(s *bench.Sweep) bool { return !r.Asked(s) })
}

// within has a sweep go on for so many seconds at most: what takes much longer than was predicted is for a later
// round. Where there is no budget it takes the time that it takes.
func (t *tour) within(ctx context.Context, seconds float64, s *bench.Sweep, to int) error {
	limited := ctx
	if t.runner.Budget > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeoutCause(ctx, time.Duration(seconds*float64(time.Second)), errOver)
		defer cancel()
	}
	err := t.sweep(limited, s, to)
	if errors.Is(err, errOver) && ctx.Err() == nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%v, %s: %w", s.Contender, s.Name, err)
	}
	return nil
}

// missing returns how many answers a sweep lacks to have those of a round.
func (t *tour) missing(s *bench.Sweep, round int) int {
	return min(s.Count, round)*s.Points() - t.done(s).answers
}

// cost returns how many seconds it takes to bring a sweep to a round.
func (t *tour) cost(s *bench.Sweep, round int) float64 {
	return starting/2 + t.each(s)*float64(t.missing(s, round))
}

// each returns how long an instance of a sweep takes on average: as it did, or as those of the contender's
// smaller boards make one expect.
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

// smaller are the contender's sweeps of the same kind on smaller boards, the smallest first.
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

// took returns how long an instance of a sweep took by the clock on average, where there is an answer.
func (t *tour) took(s *bench.Sweep) (each float64, known bool) {
	done := t.done(s)
	return done.wall / max(1, float64(done.answers)), done.answers > 0
}

// done is what the folder has of a sweep.
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

// tell tells of answers to a sweep.
func (t *tour) tell(s *bench.Sweep) {
	n := 1
	if len(s.Recipes) > 0 {
		n = s.Recipes[0].N
	}
	t.progress(Progress{Job: bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: s.Task, Contender: s.Contender, Limits: s.Limits}})
}

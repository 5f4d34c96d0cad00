package quadrant

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"nqueens"
)

// Backend is the backend "quadrant". Its zero value is ready for use. A Backend from New prepares a
// count once for all its tasks, also if they are requested in several calls.
type Backend struct{ latest *latest }

// New returns the backend.
func New() Backend { return Backend{new(latest)} }

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    "quadrant",
		About:   "counts n queens by meeting in the middle: half-boards made of quadrants, compared bit-sliced",
		Version: "3",
		Engine:  "quadrant",
		Tasks:   []nqueens.Task{nqueens.CountAll},
		// The name "" selects the fastest form of the inner loops. The other names are for
		// comparisons.
		Encodings: append([]string{""}, kernelNames()...),
	}
}

// Supports returns an error for everything except the count of bare n-queens boards of 4 to 28
// squares a side.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	p := r.Problem
	if err := p.Validate(); err != nil {
		return err
	}
	if err := checkProblem(p); err != nil {
		return &nqueens.ProblemError{Problem: p, Err: err}
	}
	_, err := roomFor(p.N, max(1, r.Threads), r.Memory)
	return err
}

// checkProblem returns an error if the package cannot count the problem.
func checkProblem(p nqueens.Problem) error {
	if !p.PlacesQueens() {
		return fmt.Errorf("quadrant takes only the family queens, not %s (dlx takes every family)", p.Family.Name)
	}
	if !p.Bare() {
		return errors.New("quadrant counts bare boards only, without givens, blocked squares, excluded lines and symmetry (bitmask takes restricted boards, orbit takes symmetry)")
	}
	return supports(p.N)
}

// Preference returns 60 for counts on boards of 12 squares a side and more, on which this method is
// faster than a search, and 0 otherwise.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.CountAll && r.Problem.N >= 12 {
		return 60
	}
	return 0
}

// Run answers the request; the package comment describes the method. Its statistics are the pairs
// of half-boards compared and the number of tasks.
func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	watch := nqueens.NewStopwatch()
	c, err := b.fresh(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	encode := watch.Lap()
	var found, pairs sum
	finished := 0
	err = c.Count(ctx, c.all(), func(r result) {
		found.add(r.Found)
		pairs.add(r.Pairs)
		finished++
	})
	o := nqueens.Outcome{Status: nqueens.Solved, Count: found.count()}
	if err != nil {
		o = nqueens.Stopped(ctx, 0)
		o.Partial = found.count()
	}
	o.Stats = map[string]int64{"pairs": pairs.work(), "tasks": int64(finished)}
	o.Phases.Encode, o.Phases.Solve = encode, watch.Lap()
	return o
}

// Tasks returns the number of tasks of the count, each a choice of the rows whose queens are in the
// east half, and a function that returns the relative cost of each.
func (b Backend) Tasks(r nqueens.Request) (n int, cost func(task int) float64, err error) {
	c, err := b.counter(r)
	if err != nil {
		return 0, nil, err
	}
	return c.Tasks(), c.Cost, nil
}

// CountTasks counts the tasks and calls done with the outcome of each. The statistic "pairs" is the
// number of pairs of half-boards compared.
func (b Backend) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(task int, o nqueens.Outcome)) error {
	c, err := b.counter(r)
	if err != nil {
		return err
	}
	return c.Count(ctx, tasks, func(r result) {
		done(r.Task, nqueens.Outcome{
			Status: nqueens.Solved, Count: nqueens.NewCount(r.Found), Stats: map[string]int64{"pairs": int64(r.Pairs)},
		})
	})
}

// sum is a total of 64-bit numbers, which may itself need more bits.
type sum struct {
	full *nqueens.Count // the part that does not fit in low; nil is 0
	low  uint64
}

func (s *sum) add(n uint64) {
	if s.low+n < n {
		s.full, s.low = s.count(), 0
	}
	s.low += n
}

func (s *sum) count() *nqueens.Count {
	if s.full == nil {
		return nqueens.NewCount(s.low)
	}
	return s.full.Plus(nqueens.NewCount(s.low))
}

// work returns the sum for use as a statistic, or math.MaxInt64 if it is larger.
func (s *sum) work() int64 {
	if s.full != nil {
		return math.MaxInt64
	}
	return int64(min(s.low, math.MaxInt64))
}

// fresh prepares the count of a request. It returns an error if the request is not supported.
func (b Backend) fresh(r nqueens.Request) (*counter, error) {
	if err := b.Supports(r); err != nil {
		return nil, err
	}
	return newCounter(configOf(r))
}

func configOf(r nqueens.Request) config {
	return config{N: r.Problem.N, Threads: r.Threads, Memory: r.Memory, Kernel: r.Encoding}
}

// latest stores the counter that was created last and its configuration, for later calls with the
// same configuration.
type latest struct {
	mu      sync.Mutex
	config  config
	counter *counter
}

// counter returns the stored counter if the request has its configuration, and otherwise a new one.
// A request with neither threads nor a memory limit may get a counter with any values of these.
func (b Backend) counter(r nqueens.Request) (*counter, error) {
	if b.latest == nil {
		return b.fresh(r)
	}
	b.latest.mu.Lock()
	defer b.latest.mu.Unlock()
	if c := b.latest.counter; c != nil && b.Supports(r) == nil {
		same := b.latest.config
		if r.Threads == 0 && r.Memory == 0 {
			same.Threads, same.Memory = 0, 0
		}
		if same == configOf(r) {
			return c, nil
		}
	}
	c, err := b.fresh(r)
	if err == nil {
		b.latest.config, b.latest.counter = configOf(r), c
	}
	return c, err
}

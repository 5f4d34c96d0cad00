package estimate

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/internal/cputime"
)

// A Cost is an estimate of the time of a count, in seconds of one core of this machine.
type Cost struct {
	Interval
	Tasks int `json:"tasks,omitempty"` // the number of tasks of the whole count; absent if the engine does not support the board
	// Memory is the peak memory of this process, in bytes.
	Memory int64 `json:"memory,omitempty"`
	// SpreadOf is the size of a smaller board whose tasks gave the spread of the times, if too few
	// tasks of the board itself could be timed.
	SpreadOf int `json:"spreadOf,omitempty"`
	// From are the smaller boards from which the cost is extrapolated, if no task of the board
	// itself could be timed.
	From []Cost `json:"from,omitempty"`
	Size int    `json:"size"`

	solutions float64 // logarithm
}

// Uncertainties in addition to the random choice of tasks. With quadrant, boards of 18 to 26
// squares a side cost their number of solutions to a power of 0.87 to 0.93; smaller boards, with
// shorter tasks, to a power of 0.5 to 0.8.
const (
	// unsteady is the relative standard deviation of a count's time when it is computed from its
	// tasks. Tasks share more or less work than the timed ones do, and the speed of a core varies.
	unsteady = 0.1
	// offLine is the relative standard deviation of a board's cost from a power of its number of
	// solutions.
	offLine = 0.1
	// bookkeeping is the time in seconds below which a task is mostly start and end.
	bookkeeping = 20e-6
	// sizes is the largest number of smaller boards that are timed.
	sizes = 4
)

// NewCost estimates the time of the requested count on one core. It times tasks of the count itself
// if one can be timed before the context ends, and otherwise tasks of smaller boards. solutions is
// the number of solutions of the requested board, as far as it is known.
func NewCost(ctx context.Context, by backends.Resumable, r nqueens.Request, seed uint64, solutions Number) (Cost, error) {
	return newCost(ctx, cputime.Used, by, r, seed, solutions)
}

// newCost is NewCost with the given clock.
func newCost(ctx context.Context, used func() time.Duration, by backends.Resumable, r nqueens.Request, seed uint64, solutions Number) (Cost, error) {
	r.Threads = 1
	whole := Cost{Size: r.Problem.N, solutions: float64(solutions)}
	var own *sampled
	var boards []*sampled // the largest first
	refused := by.Supports(r)
	// Sizes of one parity are counted in the same way, and their cost grows as a power of the
	// number of solutions.
	for board := r; board.Problem.N > 0 && len(boards) <= sizes && ctx.Err() == nil; board.Problem.N -= 2 {
		log := whole.solutions
		if board.Problem.N < r.Problem.N {
			known, ok := board.Problem.Known()
			if !ok || known.Count.Float() == 0 {
				continue
			}
			log = math.Log(known.Count.Float())
		}
		if by.Supports(board) != nil {
			continue
		}
		s, err := newSampled(used, by, board, seed, log)
		if err == nil {
			err = s.draw(ctx, 1./2)
		}
		switch {
		case board.Problem.N == r.Problem.N:
			if err != nil {
				return Cost{}, err
			}
			own = s
		case err != nil:
			continue
		}
		if s.timed(1) {
			boards = append(boards, s)
		}
		if own.timed(1) && s.timed(fewest) {
			break
		}
	}
	if own.timed(1) {
		if err := own.draw(ctx, 1); err != nil {
			return Cost{}, err
		}
	}
	for _, c := range costs(boards) {
		if c.Size == whole.Size {
			return c, nil
		}
		if math.Exp(float64(c.Value))/float64(c.Tasks) > bookkeeping {
			whole.From = append(whole.From, c)
		}
	}
	if len(whole.From) < 2 {
		return Cost{}, cmp.Or(refused, errors.New("too few tasks were finished in the time, on this board and on smaller boards: allow more time"))
	}
	if math.IsInf(whole.solutions, 0) {
		return Cost{}, errors.New("no task of the board could be timed, and an extrapolation from smaller boards needs a sample with a solution: give more time")
	}
	whole.extrapolate()
	if own != nil { // its tasks were created, even if none was completed
		whole.Memory, _ = isolate.SelfPeak()
	}
	return whole, nil
}

// costs returns the costs of boards of which tasks were timed. If too few tasks were timed to
// estimate their spread, the next smaller board gives it.
func costs(boards []*sampled) (all []Cost) {
	var like *sampled
	for _, s := range slices.Backward(boards) {
		if s.timed(fewest) {
			like = s
		}
		if like == nil || !s.timed(1) {
			continue
		}
		memory, _ := isolate.SelfPeak()
		c := Cost{Interval: newInterval(s.logs, like.logs).widened(unsteady), Tasks: len(s.until), Memory: memory, Size: s.request.Problem.N, solutions: s.solutions}
		if like != s {
			c.SpreadOf = like.request.Problem.N
		}
		all = append(all, c)
	}
	slices.Reverse(all)
	return all
}

// extrapolate fits a straight line to the logarithms of costs over those of solutions, each
// weighted by its interval and offLine. If the points deviate from the line by more than that, the
// interval of the result grows accordingly.
func (c *Cost) extrapolate() {
	weights := make([]float64, len(c.From))
	var sum, x, y float64
	for i, f := range c.From {
		off := math.Hypot(f.deviation(), offLine)
		weights[i] = 1 / (off * off)
		sum, x, y = sum+weights[i], x+weights[i]*f.solutions, y+weights[i]*float64(f.Value)
	}
	x, y = x/sum, y/sum
	var xx, xy, rest float64
	for i, f := range c.From {
		xx += weights[i] * (f.solutions - x) * (f.solutions - x)
		xy += weights[i] * (f.solutions - x) * (float64(f.Value) - y)
	}
	slope, far := xy/xx, c.solutions-x
	for i, f := range c.From {
		off := float64(f.Value) - y - slope*(f.solutions-x)
		rest += weights[i] * off * off
	}
	scale := math.Sqrt(max(1, rest/max(1, float64(len(c.From)-2))))
	at := Number(y + slope*far)
	c.Interval = Interval{Value: at, Low: at, High: at}.widened(scale * math.Sqrt(offLine*offLine+1/sum+far*far/xx))
}

// sampled is a board with timed tasks.
type sampled struct {
	used      func() time.Duration // the clock
	by        backends.Resumable
	request   nqueens.Request
	solutions float64 // logarithm
	cost      func(task int) float64
	until     []float64 // cumulative relative time that the tasks are expected to take
	random    *rand.Rand
	logs      []float64 // logarithms of the time of the whole count, estimated from each timed task
	precise   bool      // more tasks would add little information: unsteady dominates the uncertainty
}

func newSampled(used func() time.Duration, by backends.Resumable, r nqueens.Request, seed uint64, solutions float64) (*sampled, error) {
	n, cost, err := by.Tasks(r)
	if err != nil {
		return nil, err
	}
	total, until := 0.0, make([]float64, n)
	for task := range until {
		total += cost(task)
		until[task] = total
	}
	return &sampled{used: used, by: by, request: r, solutions: solutions, cost: cost, until: until, random: rand.New(rand.NewPCG(seed, 0))}, nil
}

// timed reports whether at least many tasks were timed.
func (s *sampled) timed(many int) bool { return s != nil && len(s.logs) >= many }

// draw times tasks during a share of the time that the context leaves.
func (s *sampled) draw(ctx context.Context, of float64) error {
	ctx, done := share(ctx, of)
	defer done()
	for !s.precise {
		if err := s.times(ctx); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// times times tasks, which are chosen with a probability proportional to their expected time. The
// first task computes what tasks share, and most tasks of a whole count find it computed. So each
// task is run twice, and the second run is timed.
func (s *sampled) times(ctx context.Context) error {
	const many = 1000
	var tasks []int
	total := s.until[len(s.until)-1]
	for range many {
		task, _ := slices.BinarySearch(s.until, s.random.Float64()*total)
		task = min(task, len(s.until)-1)
		tasks = append(tasks, task, task)
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	before, again := s.used(), false
	return s.by.CountTasks(ctx, s.request, tasks, func(task int, _ nqueens.Outcome) {
		now := s.used()
		if again {
			s.logs = append(s.logs, math.Log((now-before).Seconds()*total/s.cost(task)))
			if n := len(s.logs); n >= 64 && n&(n-1) == 0 { // twice as many as at the last check
				s.precise = newInterval(s.logs, s.logs).deviation() < unsteady/5
			}
			if s.precise {
				enough()
			}
		}
		before, again = now, !again
	})
}

// share returns a context that ends after a share of the time that ctx has left.
func share(ctx context.Context, of float64) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(of*float64(time.Until(end))))
}

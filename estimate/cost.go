package estimate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
	"nqueens/backends"
)

// Cost is an estimate of what a count takes: seconds of one core of this machine.
type Cost struct {
	Interval
	Tasks int `json:"tasks,omitempty"` // of the whole count; absent if the engine takes no such board
	// Memory is the most that this process had at a time, in bytes.
	Memory int64 `json:"memory,omitempty"`
	// From are the smaller boards that it is extrapolated from, if none of its own tasks could
	// be timed.
	From []Cost `json:"from,omitempty"`
	Size int    `json:"size"`

	solutions float64 // logarithm
}

// NewCost estimates what the count takes that is requested, on one core: from tasks of it
// if enough can be timed before the context ends, or else from smaller boards. In that case
// count is the number of solutions of the board that is requested, as far as it is known.
func NewCost(ctx context.Context, by backends.Resumable, r nqueens.Request, seed uint64, solutions Number) (Cost, error) {
	r.Threads = 1
	refused := by.Supports(r)
	if refused == nil {
		if c, err := timeTasks(ctx, by, r, seed); !errors.Is(err, errFew) || ctx.Err() != nil {
			return c, err
		}
	}
	// Sizes of one parity are counted in the same way, and what they cost grows as a power
	// of the number of solutions.
	whole := Cost{Size: r.Problem.N}
	smaller := r
	for size := r.Problem.N - 2; size > 0 && len(whole.From) < sizes; size -= 2 {
		smaller.Problem.N = size
		known, ok := smaller.Problem.Known()
		if by.Supports(smaller) != nil || !ok {
			continue
		}
		within, done := share(ctx, 1/float64(sizes-len(whole.From)))
		c, err := timeTasks(within, by, smaller, seed)
		done()
		if err == nil {
			c.solutions = math.Log(known.Count.Float())
			whole.From = append(whole.From, c)
		}
	}
	if len(whole.From) < 3 {
		return Cost{}, cmp.Or(refused, errors.New("too few tasks could be timed, of smaller boards too: give more time"))
	}
	whole.extrapolate(float64(solutions))
	return whole, nil
}

// errFew is the error where too few tasks of a board could be timed.
var errFew = errors.New("tasks were timed")

// sizes is from how many smaller boards one is extrapolated.
const sizes = 4

// extrapolate puts a straight line through the logarithms of costs over those of solutions. The
// interval is Student's for one more value.
func (c *Cost) extrapolate(solutions float64) {
	n := float64(len(c.From))
	var x, y float64
	for _, f := range c.From {
		x, y = x+f.solutions/n, y+float64(f.Value)/n
	}
	var xx, xy, rest float64
	for _, f := range c.From {
		xx += (f.solutions - x) * (f.solutions - x)
		xy += (f.solutions - x) * (float64(f.Value) - y)
	}
	slope := xy / xx
	for _, f := range c.From {
		off := float64(f.Value) - y - slope*(f.solutions-x)
		rest += off * off
	}
	at := y + slope*(solutions-x)
	t := distuv.StudentsT{Sigma: 1, Nu: n - 2}.Quantile(0.975)
	half := t * math.Sqrt(rest/(n-2)*(1+1/n+(solutions-x)*(solutions-x)/xx))
	c.Interval = Interval{Value: Number(at), Low: Number(at - half), High: Number(at + half)}
}

// share is a context that ends after a share of the time that another one has.
func share(ctx context.Context, of float64) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(of*float64(time.Until(end))))
}

// timeTasks times tasks that are chosen with a chance in proportion to what the engine
// expects them to take.
func timeTasks(ctx context.Context, by backends.Resumable, r nqueens.Request, seed uint64) (Cost, error) {
	setup := processorTime()
	n, cost, err := by.Tasks(r)
	if err != nil {
		return Cost{}, err
	}
	setup = processorTime() - setup
	total, until := 0.0, make([]float64, n)
	for task := range until {
		total += cost(task)
		until[task] = total
	}
	random := rand.New(rand.NewPCG(seed, 0))
	draw := func() int {
		task, _ := slices.BinarySearch(until, random.Float64()*total)
		return min(task, n-1)
	}
	c := Cost{Tasks: n, Size: r.Problem.N}
	var times []float64 // logarithms of what the whole would take by each
	// run does so many tasks. What tasks share is made in the first of them, and most of a whole
	// count's find it made: short tasks, of which it is a part, are done twice, and timed the
	// second time.
	run := func(ctx context.Context, many int, twice bool) (seconds float64, err error) {
		var tasks []int
		for range many {
			task := draw()
			if tasks = append(tasks, task); twice {
				tasks = append(tasks, task)
			}
		}
		before, done := processorTime()+setup, 0
		err = by.CountTasks(ctx, r, tasks, func(task int, _ nqueens.Outcome) {
			now := processorTime()
			seconds = (now - before).Seconds()
			if before = now; !twice || done%2 == 1 {
				times = append(times, math.Log(seconds*total/cost(task)))
			}
			done++
		})
		return seconds, err
	}
	first, done := share(ctx, 1./fewest)
	seconds, err := run(first, 1, true)
	done()
	for err == nil {
		_, err = run(ctx, batch, seconds < short)
	}
	if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return c, err
	}
	if len(times) < fewest {
		return c, fmt.Errorf("%d %w: an interval takes %d, so give more time", len(times), errFew, fewest)
	}
	c.Interval, c.Memory = newInterval(times), peak()
	return c, nil
}

const (
	batch = 1000 // how many tasks are drawn at a time
	short = 0.1  // seconds of a task of which what it shares with others is a part
)

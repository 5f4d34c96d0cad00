package quadrant

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// MinSize and MaxSize are the smallest and the largest board side. Beyond the
// largest a count would no longer fit in 64 bits.
const (
	MinSize = 4
	MaxSize = 27
)

// Config says what to count and with what means.
type Config struct {
	N       int // squares a side
	Threads int // how many to use at most; 0 is 1
	// Memory is how many bytes to take at most, about; 0 is DefaultMemory. With
	// less, boards of 22 squares a side and more take longer. Smaller ones do
	// not come near the default.
	Memory int64
	// Kernel is the form of the inner loops, one of Kernels; "" is the last of
	// them. All give the same results, pairs included.
	Kernel string
}

// DefaultMemory is how many bytes a count takes at most if nothing is said.
const DefaultMemory int64 = 2 << 30

// Counter counts the solutions of n queens in independent tasks. It is safe
// for use by several goroutines.
type Counter struct {
	plan    plan
	threads int
}

// NewCounter prepares a count, which takes milliseconds, or tenths of a second for
// the largest boards.
func NewCounter(c Config) (*Counter, error) {
	if err := supports(c.N); err != nil {
		return nil, err
	}
	threads := max(1, c.Threads)
	room, err := roomForTables(c.N, threads, c.Memory)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(c.N, c.Kernel, room)
	if err != nil {
		return nil, err
	}
	return &Counter{p, threads}, nil
}

// Tasks is how many tasks the count is cut in; they are numbered from 0. A
// board's tasks are the same on every machine, with any Config.
func (c *Counter) Tasks() int { return c.plan.tasks() }

// all is every task.
func (c *Counter) all() []int {
	tasks := make([]int, c.Tasks())
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// Cost estimates what a task takes; only proportions between the tasks of a
// board matter.
func (c *Counter) Cost(task int) float64 { return c.plan.cost(task) }

// Result is what a task gave. The results of all tasks of a board add up to the
// number of solutions.
type Result struct {
	Task  int
	Found uint64 // solutions
	Pairs uint64 // pairs of half-boards compared
}

// Count does the tasks in their order, several at a time, and calls done with
// the result of each, one call at a time, in the order in which they finish.
// Neighbours in the list of a board's tasks share work. Where the context ends
// first, Count returns its error, within 100 ms; what was passed to done is
// valid all the same.
func (c *Counter) Count(ctx context.Context, tasks []int, done func(Result)) error {
	for _, task := range tasks {
		if task < 0 || task >= c.Tasks() {
			return fmt.Errorf("there is no task %d: this board has %d, numbered from 0", task, c.Tasks())
		}
	}
	// The inner loops look at a flag, which is cheaper than the context.
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var group errgroup.Group
	var next atomic.Int64
	var mu sync.Mutex
	for range min(c.threads, len(tasks)) {
		group.Go(func() error {
			w := c.plan.worker()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) {
					return nil
				}
				found, pairs := w.count(tasks[i], stop.Load)
				if stop.Load() {
					return ctx.Err()
				}
				mu.Lock()
				done(Result{tasks[i], found, pairs})
				mu.Unlock()
			}
		})
	}
	return group.Wait()
}

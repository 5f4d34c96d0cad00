package quadrant

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens"
)

// minSize and maxSize are the smallest and the largest board side. Beyond the
// largest a count would no longer fit in 64 bits.
const (
	minSize = 4
	maxSize = 27
)

// config says what to count and with what means.
type config struct {
	N       int // squares a side
	Threads int // how many to use at most; 0 is 1
	// Memory is how many bytes to take at most, about; 0 is defaultMemory. With
	// less, boards of 22 squares a side and more take longer. Smaller ones do
	// not come near the default.
	Memory int64
	// Kernel is the form of the inner loops, one of kernelNames; "" is the last of
	// them. All give the same results, pairs included.
	Kernel string
}

// defaultMemory is how many bytes a count takes at most if nothing is said.
const defaultMemory int64 = 2 << 30

// counter counts the solutions of n queens in independent tasks. It is safe
// for use by several goroutines.
type counter struct {
	plan    plan
	threads int
}

// newCounter prepares a count, which takes milliseconds, or tenths of a second for
// the largest boards.
func newCounter(c config) (*counter, error) {
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
	return &counter{p, threads}, nil
}

// Tasks is how many tasks the count is cut in; they are numbered from 0. A
// board's tasks are the same on every machine, with any config.
func (c *counter) Tasks() int { return c.plan.tasks() }

// all is every task.
func (c *counter) all() []int {
	tasks := make([]int, c.Tasks())
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// Cost estimates what a task takes; only proportions between the tasks of a
// board matter.
func (c *counter) Cost(task int) float64 { return c.plan.cost(task) }

// result is what a task gave. The results of all tasks of a board add up to the
// number of solutions.
type result struct {
	Task  int
	Found uint64 // solutions
	Pairs uint64 // pairs of half-boards compared
}

// Count does the tasks in their order, several at a time, and calls done with
// the result of each, one call at a time, in the order in which they finish.
// Neighbours in the list of a board's tasks share work. Where the context ends
// first, Count returns its error, within 100 ms; what was passed to done is
// valid all the same.
func (c *counter) Count(ctx context.Context, tasks []int, done func(result)) error {
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
				done(result{tasks[i], found, pairs})
				mu.Unlock()
			}
		})
	}
	return group.Wait()
}

// plan is a count cut in independent tasks whose results add up to it. The
// tasks of a board, their order and their results are the same on every
// machine.
type plan interface {
	// tasks is how many there are.
	tasks() int
	// cost estimates what each task takes; only the proportions matter. It is
	// cheap: nothing is searched.
	cost(task int) float64
	// restate tells a task as boards for others: see Backend.Restate.
	restate(task int) []nqueens.Summand
	// worker makes what one thread needs to do tasks.
	worker() worker
}

// worker does tasks, one at a time.
type worker interface {
	// count returns how many solutions the task finds, those that symmetry
	// adds included, and how many pairs of half-boards it compared. stopped is
	// looked at often enough to end within 50 ms; the result is then of no use.
	count(task int, stopped func() bool) (found, pairs uint64)
}

// choice is the rows whose queens stand in the east half, counted from the middle
// of the board, or from next to the middle row.
type choice struct{ north, south uint16 }

// supports refuses sizes for which there is no plan.
func supports(n int) error {
	if n < minSize || n > maxSize {
		return fmt.Errorf("quadrant counts boards of %d to %d squares a side, not %d", minSize, maxSize, n)
	}
	return nil
}

// newPlan makes the plan for the size with patterns just wide enough.
func newPlan(n int, kernel string, memory int64) (plan, error) {
	if n <= 18 {
		return newPlanOf[uint32](n, kernel, memory)
	}
	return newPlanOf[uint64](n, kernel, memory)
}

func newPlanOf[P pattern](n int, kernel string, memory int64) (plan, error) {
	k, err := kernelsNamed[P](kernel)
	if err != nil {
		return nil, err
	}
	if n%2 == 0 {
		return newEvenPlan(newEvenBoard[P](n/2), k, memory), nil
	}
	return newOddPlan(n, k, memory), nil
}

// roomForTables is how many of the bytes allowed may go to tables that are kept:
// what threads do not need, and half of it, as the garbage that comes of tables
// that are not kept may take as much.
func roomForTables(n, threads int, memory int64) (int64, error) {
	if memory == 0 {
		memory = defaultMemory
	}
	anyCount := int64(16 << 20)
	if n > 16 {
		anyCount *= 2 // for the garbage that tables leave
	}
	room := memory - anyCount - int64(threads)*threadMemory(n)*5/4
	if room < 0 {
		least := (memory - room + 1<<20 - 1) >> 20
		return 0, fmt.Errorf("counting %d queens (threads: %d) takes at least %d MiB of memory, more than the %d MiB allowed", n, threads, least, memory>>20)
	}
	return room / 2, nil
}

// threadMemory is about how many bytes one thread works in, as measured from 18
// to 27 squares a side: half-boards and their copies, and the tables of one task.
func threadMemory(n int) int64 {
	return int64(4 << 20 * math.Pow(1.75, float64(n-18)))
}

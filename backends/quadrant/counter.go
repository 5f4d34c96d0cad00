package quadrant

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens"
)

// minSize and maxSize are the smallest and the largest board side. What a task finds
// must fit in 64 bits, with its weight; what all find need not.
const (
	minSize = 4
	maxSize = 28
)

// config says what to count and with what means.
type config struct {
	N       int // squares a side
	Threads int // how many to use at most; 0 is 1
	// Memory is how many bytes to take at most, about; 0 is defaultMemory. With
	// less, boards of 22 squares a side and more take longer, and from 24 on compare
	// more pairs. Smaller ones do not come near the default.
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
	running atomic.Int32 // calls of Count
}

// newCounter prepares a count, which takes milliseconds, or tenths of a second for
// the largest boards.
func newCounter(c config) (*counter, error) {
	if err := supports(c.N); err != nil {
		return nil, err
	}
	threads := max(1, c.Threads)
	r, err := roomFor(c.N, threads, c.Memory)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(c.N, c.Kernel, r)
	if err != nil {
		return nil, err
	}
	return &counter{plan: p, threads: threads}, nil
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
	c.running.Add(1)
	defer func() {
		if c.running.Add(-1) == 0 {
			c.plan.forget()
		}
	}()
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
			w, stopped := c.plan.worker(), stop.Load
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) {
					return nil
				}
				found, pairs := w.count(tasks[i], stopped)
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
	// choice is the rows whose queens stand in the east half.
	choice(task int) choice
	// restate tells a task as boards for others: see Backend.TaskProblems.
	restate(task int) []nqueens.Summand
	// forget gives the memory of tables back.
	forget()
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

// choices are all of m rows out of m in the north and m in the south. Neighbours have
// most tables in common: they come in squares of eight sets of rows in the north by
// eight in the south.
func choices(m int) (all []choice) {
	const side = 8
	bySize := newSubsets(m)
	for size, north := range bySize {
		for norths := range slices.Chunk(north.sets, side) {
			for souths := range slices.Chunk(bySize[m-size].sets, side) {
				for _, north := range norths {
					for _, south := range souths {
						all = append(all, choice{uint16(north), uint16(south)})
					}
				}
			}
		}
	}
	return all
}

// rows is, of m rows in the north and m in the south, those of the east half and those of
// the west half.
func (c choice) rows(m int) [2][2]uint32 {
	every := uint32(1)<<m - 1
	north, south := uint32(c.north), uint32(c.south)
	return [2][2]uint32{{north, south}, {every &^ north, every &^ south}}
}

// supports refuses sizes for which there is no plan.
func supports(n int) error {
	if n < minSize || n > maxSize {
		return fmt.Errorf("quadrant counts boards of %d to %d squares a side, not %d", minSize, maxSize, n)
	}
	return nil
}

// newPlan makes the plan for the size with patterns just wide enough.
func newPlan(n int, kernel string, r room) (plan, error) {
	if n <= 18 {
		return newPlanOf[uint32](n, kernel, r)
	}
	return newPlanOf[uint64](n, kernel, r)
}

func newPlanOf[P pattern](n int, kernel string, r room) (plan, error) {
	k, err := kernelsNamed[P](kernel)
	if err != nil {
		return nil, err
	}
	if n%2 == 0 {
		return newEvenPlan(newEvenBoard[P](n/2), k, r), nil
	}
	return newOddPlan(n, k, r), nil
}

// room is what the memory allowed is used for.
type room struct {
	tables int64 // bytes of tables that are kept
	// portion is how many half-boards of one side are compared at a time: where there are
	// more, each portion of one side splits all of the other again.
	portion int
}

// leastPortion is how long portions are at least.
const leastPortion = 1 << 20

// roomFor has portions as long as the half-boards of most tasks, or as what threads may
// take allows; and for tables half of what threads do not need, as the garbage that comes
// of tables that are not kept may take as much.
func roomFor(n, threads int, memory int64) (room, error) {
	if memory == 0 {
		memory = defaultMemory
	}
	anyCount := int64(16 << 20)
	if n > 16 {
		anyCount *= 2 // for the garbage that tables leave
	}
	for portion := max(leastPortion, longest(n)); ; portion /= 2 {
		left := memory - anyCount - int64(threads)*threadMemory(n, portion)*5/4
		if left >= 0 {
			return room{left / 2, portion}, nil
		}
		if portion == leastPortion {
			least := (memory - left + 1<<20 - 1) >> 20
			return room{}, fmt.Errorf("counting %d queens (threads: %d) takes at least %d MiB of memory, more than the %d MiB allowed", n, threads, least, memory>>20)
		}
	}
}

// longest is about how many eastern half-boards a task has.
func longest(n int) int { return 1 << max(0, n-3) }

// threadMemory is about how many bytes one thread works in, as measured from 18
// to 27 squares a side: the tables of one task, and half-boards and their copies.
func threadMemory(n, portion int) int64 {
	return int64(2<<20*math.Pow(1.7, float64(n-18))) + 64*int64(min(portion, longest(n)))
}

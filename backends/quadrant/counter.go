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

// minSize and maxSize are the smallest and the largest board side. The weighted result of one task
// must fit in 64 bits, but not the sum of all tasks.
const (
	minSize = 4
	maxSize = 28
)

// config configures a count.
type config struct {
	N       int // squares a side
	Threads int // maximum number of threads; 0 is 1
	// Memory is the approximate limit in bytes; 0 is defaultMemory. With less memory, boards of 22
	// squares a side and more take longer, and from 24 on more pairs are compared. Smaller boards
	// need far less than the default.
	Memory int64
	// Kernel is the form of the inner loops, one of kernelNames; "" is the last of them. All give
	// the same results and compare the same number of pairs.
	Kernel string
}

// defaultMemory is the default memory limit of a count in bytes.
const defaultMemory int64 = 2 << 30

// counter counts the solutions of n queens in independent tasks. Several goroutines may use it at
// the same time.
type counter struct {
	plan    plan
	threads int
	running atomic.Int32 // number of running calls of Count
}

// newCounter prepares a count, which takes milliseconds, or tenths of a second for the largest
// boards.
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

// Tasks returns the number of tasks; they are numbered from 0. The tasks of a board are the same on
// every machine and with any config.
func (c *counter) Tasks() int { return c.plan.tasks() }

// all returns the numbers of all tasks.
func (c *counter) all() []int {
	tasks := make([]int, c.Tasks())
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// Cost returns the relative cost of a task; only ratios between the tasks of a board have a
// meaning.
func (c *counter) Cost(task int) float64 { return c.plan.cost(task) }

// result is the result of a task. The sum over all tasks of a board is the number of solutions.
type result struct {
	Task  int
	Found uint64 // number of solutions
	Pairs uint64 // number of pairs of half-boards compared
}

// Count counts the tasks in the given order, several at a time, and calls done with the result of
// each, one call at a time, in the order in which they finish. Tasks with neighbouring numbers
// share tables. If the context ends first, Count returns its error within 100 ms; the results
// already passed to done are valid.
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
	// Reading a flag in the inner loops is cheaper than reading the context.
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

// plan is a count divided into independent tasks whose results add up to it. The tasks of a board,
// their order and their results are the same on every machine.
type plan interface {
	// tasks returns the number of tasks.
	tasks() int
	// cost returns the relative cost of a task. It is cheap: it searches nothing.
	cost(task int) float64
	// choice returns the rows whose queens are in the east half.
	choice(task int) choice
	// taskProblems returns boards whose weighted counts add up to the task's result: see
	// Backend.TaskProblems.
	taskProblems(task int) []nqueens.Summand
	// forget releases the memory of tables.
	forget()
	// worker returns a new worker for one thread.
	worker() worker
}

// worker computes the results of tasks, one at a time.
type worker interface {
	// count returns the number of solutions of the task, including those that symmetry adds, and
	// the number of pairs of half-boards compared. It calls stopped often enough to end within 50
	// ms; the result is then invalid.
	count(task int, stopped func() bool) (found, pairs uint64)
}

// choice is the set of rows whose queens are in the east half. Rows are counted from the middle of
// the board, or from the row next to the middle row.
type choice struct{ north, south uint16 }

// choices returns all choices of m rows among m in the north and m in the south. They are in
// blocks: each block combines eight sets of rows in the north with eight in the south. Consecutive
// choices thus need mostly the same tables.
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

// rows returns, for m rows in the north and m in the south, the rows of the east half and those of
// the west half.
func (c choice) rows(m int) [2][2]uint32 {
	every := uint32(1)<<m - 1
	north, south := uint32(c.north), uint32(c.south)
	return [2][2]uint32{{north, south}, {every &^ north, every &^ south}}
}

// supports returns an error unless the board side n is from minSize to maxSize.
func supports(n int) error {
	if n < minSize || n > maxSize {
		return fmt.Errorf("quadrant counts boards of %d to %d squares a side, not %d", minSize, maxSize, n)
	}
	return nil
}

// newPlan returns the plan for the size, with patterns of 32 bits if they suffice, else 64.
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

// room states how the memory limit of a count is divided between tables and half-boards.
type room struct {
	tables int64 // bytes for tables that are kept
	// portion is the maximum number of half-boards of one half that are compared at a time. If a
	// task has more, they are compared in several portions, and the half-boards of the other half
	// are made again for each.
	portion int
}

// leastPortion is the minimum number of half-boards of a portion.
const leastPortion = 1 << 20

// roomFor divides the memory between the threads and the tables. A portion, the half-boards that a
// thread joins at once, is as long as the list of half-boards of most choices, or shorter if
// the memory of the threads requires it. Tables get half of the memory that threads do not need,
// because the garbage of discarded tables may take as much. It returns an error if the memory is
// too small.
func roomFor(n, threads int, memory int64) (room, error) {
	if memory == 0 {
		memory = defaultMemory
	}
	anyCount := int64(16 << 20)
	if n > 16 {
		anyCount *= 2 // for the garbage of tables
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

// longest returns the approximate number of eastern half-boards of a task on a board of n squares a
// side.
func longest(n int) int { return 1 << max(0, n-3) }

// threadMemory returns the approximate number of bytes that one thread uses, as measured from 18 to
// 27 squares a side: the tables of one task, half-boards and their copies.
func threadMemory(n, portion int) int64 {
	return int64(2<<20*math.Pow(1.7, float64(n-18))) + 64*int64(min(portion, longest(n)))
}

package fleet

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/backends"
)

// InTasks returns a backend that counts in tasks: b itself, or b applied to every placement of the
// first pieces.
func InTasks(b backends.Backend) (backends.Resumable, error) {
	if by, can := b.(backends.Resumable); can {
		return by, nil
	}
	if d := b.Describe(); !d.Does(nqueens.CountAll) || !d.Ordinary() {
		return nil, fmt.Errorf("%s cannot divide a count into tasks", d.Name)
	}
	return split{b, new(divided)}, nil
}

// split is a backend that counts a board in tasks: one for each way to fill some of the lines that
// hold exactly one piece.
type split struct {
	backends.Backend
	latest *divided
}

// divided caches the tasks of the problem that was divided last.
type divided struct {
	mu      sync.Mutex
	problem string
	tasks   [][]nqueens.Square
}

// Version distinguishes this division from others of the backend.
func (s split) Version() string { return backends.Version(s.Backend) + " split 1" }

// enoughTasks is the number of tasks above which no more lines are filled.
const enoughTasks = 2000

// tasks returns the given pieces of each task.
func (s split) tasks(r nqueens.Request) (tasks [][]nqueens.Square, err error) {
	if err := s.Supports(r); err != nil {
		return nil, err
	}
	s.latest.mu.Lock()
	defer s.latest.mu.Unlock()
	problem := r.Problem.String()
	if s.latest.problem != problem {
		if tasks, err = s.divide(r); err != nil {
			return nil, err
		}
		s.latest.problem, s.latest.tasks = problem, tasks
	}
	return s.latest.tasks, nil
}

func (s split) divide(r nqueens.Request) (tasks [][]nqueens.Square, err error) {
	if !r.Problem.HasBoard() || r.Problem.Goal() != nqueens.NoGoal {
		return nil, fmt.Errorf("%v: only boards with a line that holds one piece are counted in tasks", r.Problem)
	}
	m, err := r.Problem.Model()
	if err != nil {
		return nil, err
	}
	single := func(l nqueens.Line) bool {
		return l.Min == 1 && l.Max == 1 && !slices.ContainsFunc(l.Placements, func(i int) bool { return m.Placements[i].Kind != 0 || i >= len(m.Placements)-m.Auxiliaries })
	}
	lines := make([][]int, len(m.Placements)) // by placement: the lines that hold at most one piece
	for i, l := range m.Lines {
		for _, at := range l.Placements {
			if l.Max == 1 {
				lines[at] = append(lines[at], i)
			}
		}
	}
	ways := [][]int{nil}
	for i, l := range m.Lines {
		if len(ways) >= enoughTasks {
			break
		}
		if !single(l) {
			continue
		}
		var more [][]int
		for _, way := range ways {
			if slices.ContainsFunc(way, func(at int) bool { return slices.Contains(lines[at], i) }) {
				more = append(more, way) // filled already
				continue
			}
			for _, at := range l.Placements {
				meets := func(other int) bool {
					return slices.ContainsFunc(lines[other], func(l int) bool { return slices.Contains(lines[at], l) })
				}
				if !slices.ContainsFunc(way, meets) {
					more = append(more, append(slices.Clone(way), at))
				}
			}
		}
		ways = more
	}
	if len(ways) < 2 {
		return nil, fmt.Errorf("%v: only boards with a line that holds one piece are counted in tasks", r.Problem)
	}
	for _, way := range ways {
		var given []nqueens.Square
		for _, at := range way {
			given = append(given, m.Placements[at].Square)
		}
		tasks = append(tasks, given)
	}
	r.Problem = with(r.Problem, tasks[0])
	if err := s.Supports(r); err != nil {
		return nil, fmt.Errorf("%s does not count boards with given pieces, and each task is such a board: %w", s.Describe().Name, err)
	}
	return tasks, nil
}

// with returns the problem with more pieces given.
func with(p nqueens.Problem, given []nqueens.Square) nqueens.Problem {
	p.Given = slices.Concat(p.Given, given)
	return p
}

// Tasks returns the number of tasks of the count. All are assumed to have equal cost.
func (s split) Tasks(r nqueens.Request) (int, func(int) float64, error) {
	tasks, err := s.tasks(r)
	return len(tasks), func(int) float64 { return 1 }, err
}

// CountTasks counts the tasks, each with one thread.
func (s split) CountTasks(ctx context.Context, r nqueens.Request, numbers []int, done func(int, nqueens.Outcome)) error {
	tasks, err := s.tasks(r)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, r.Threads))
	r.Threads = 1
	if i := slices.IndexFunc(numbers, func(task int) bool { return task < 0 || task >= len(tasks) }); i >= 0 {
		return errNoTask(numbers[i], len(tasks))
	}
	for _, task := range numbers {
		group.Go(func() error {
			if ctx.Err() != nil { // start nothing that cannot be interrupted
				return ctx.Err()
			}
			one := r
			one.Problem = with(r.Problem, tasks[task])
			o := s.Run(ctx, one, nil)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !o.Status.Answered() || o.Count == nil {
				return fmt.Errorf("task %d: %s: %s %s", task, s.Describe().Name, o.Status, o.Reason)
			}
			mu.Lock()
			defer mu.Unlock()
			done(task, o)
			return nil
		})
	}
	return group.Wait()
}

func errNoTask(task, of int) error {
	return fmt.Errorf("there is no task %d: this board has %d, numbered from 0", task, of)
}

// TasksWith returns every task.
func (s split) TasksWith(r nqueens.Request, _ []nqueens.Square) (all []int, err error) {
	tasks, err := s.tasks(r)
	for task := range tasks {
		all = append(all, task)
	}
	return all, err
}

// TaskProblems returns the problem of a task: the board with more pieces given.
func (s split) TaskProblems(r nqueens.Request, task int) ([]nqueens.Summand, error) {
	tasks, err := s.tasks(r)
	if err != nil {
		return nil, err
	}
	if task < 0 || task >= len(tasks) {
		return nil, errNoTask(task, len(tasks))
	}
	return []nqueens.Summand{{Problem: with(r.Problem, tasks[task]), Times: 1}}, nil
}

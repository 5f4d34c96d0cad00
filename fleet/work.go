package fleet

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/cputime"
)

// Worker computes parts.
type Worker struct {
	Backends []backends.Backend
	Families []*nqueens.Family // beside those of nqueens.Families
	Threads  int               // 0 is one
	Memory   int64             // bytes; 0 is what the engine takes by default
	Machine  string            // what others call this machine; "" is its host name
	Build    string            // of this program
}

// Name is what others call the worker's machine.
func (w Worker) Name() string {
	host, _ := os.Hostname() // a machine without a name is one too
	return cmp.Or(w.Machine, host, "unnamed")
}

// Check says why this program cannot compute a part: it is of another version, engine or
// problem.
func (w Worker) Check(p Part) error {
	_, _, err := p.open(w.Backends, w.Families...)
	return err
}

// Do computes a part, or computes it again where the part asks for a check. When ctx ends
// first its error is returned, within a second.
func (w Worker) Do(ctx context.Context, p Part) (Result, error) {
	by, r, err := p.open(w.Backends, w.Families...)
	if err != nil {
		return Result{}, err
	}
	r.Threads, r.Memory = max(1, w.Threads), w.Memory
	if err := by.Supports(r); err != nil {
		return Result{}, err
	}
	result := Result{Part: p.Number, Key: p.Key, Found: nqueens.NewCount(0), Threads: r.Threads, Machine: w.Name(), Build: w.Build}
	tasks := make([]int, p.To-p.From)
	for i := range tasks {
		tasks[i] = p.From + i
	}
	found := map[int]*nqueens.Count{} // of each task
	start, before := time.Now(), cputime.Used()
	result.Stats = map[string]int64{}
	err = by.CountTasks(ctx, r, tasks, func(task int, o nqueens.Outcome) {
		found[task] = o.Count
		result.Found = result.Found.Plus(o.Count)
		for unit, n := range o.Stats {
			result.Stats[unit] += n
		}
	})
	if err != nil {
		return Result{}, err
	}
	if len(found) != len(tasks) {
		return Result{}, fmt.Errorf("part %d: %s did %d of its %d tasks", p.Number, p.Engine, len(found), len(tasks))
	}
	result.Seconds, result.CPU = time.Since(start).Seconds(), (cputime.Used() - before).Seconds()
	if p.Check {
		result.Check, err = w.recount(ctx, by, r, p.Seed, found, time.Since(start))
	}
	return result, err
}

// recount has another engine count tasks, chosen at random, in another way: at least one, and
// then more until that has taken so long.
func (w Worker) recount(ctx context.Context, by backends.Resumable, r nqueens.Request, seed uint64, found map[int]*nqueens.Count, long time.Duration) (*Check, error) {
	c := new(Check)
	restater, can := by.(backends.Restater)
	if !can {
		return c, nil
	}
	tasks := slices.Sorted(maps.Keys(found))
	random := rand.New(rand.NewPCG(seed, 1))
	random.Shuffle(len(tasks), func(a, b int) { tasks[a], tasks[b] = tasks[b], tasks[a] })
	for start := time.Now(); c.Tasks < len(tasks) && c.Wrong == "" && (c.Tasks == 0 || time.Since(start) < long); c.Tasks++ {
		task := tasks[c.Tasks]
		summands, err := restater.Restate(r, task)
		if err != nil {
			return nil, err
		}
		plus, minus := nqueens.NewCount(0), nqueens.NewCount(0)
		for _, s := range summands {
			one := nqueens.Request{Problem: s.Problem, Task: r.Task, Threads: r.Threads, Memory: r.Memory}
			other, err := w.other(by, one)
			if err != nil {
				return c, nil // no other engine counts such boards: the part was computed twice all the same
			}
			c.Engine = other.Describe().Name + " " + backends.Version(other)
			o := other.Run(ctx, one, nil)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case !o.Status.Answered() || o.Count == nil:
				return nil, fmt.Errorf("counting task %d again: %s: %s %s", task, c.Engine, o.Status, o.Reason)
			case s.Times < 0:
				minus = minus.Plus(o.Count.Times(uint64(-s.Times)))
			default:
				plus = plus.Plus(o.Count.Times(uint64(s.Times)))
			}
		}
		if plus.Cmp(minus.Plus(found[task])) != 0 {
			c.Wrong = fmt.Sprintf("task %d: %v by %s, %s by %s", task, found[task], by.Describe().Name, plus.Difference(minus), c.Engine)
		}
	}
	return c, nil
}

// other is the fastest backend with another engine that can answer the request.
func (w Worker) other(than backends.Backend, r nqueens.Request) (backends.Backend, error) {
	return backends.Fastest(slices.DeleteFunc(slices.Clone(w.Backends), func(b backends.Backend) bool {
		return b.Describe().Engine == than.Describe().Engine
	}), r)
}

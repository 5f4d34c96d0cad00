package fleet

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/cputime"
)

// Worker computes parts.
type Worker struct {
	Backends []backends.Backend
	Families []*nqueens.Family // beside those of family.All
	Threads  int               // 0 is one
	Memory   int64             // bytes; 0 is what the engine takes by default
	Machine  string            // what others call this machine; "" is its host name
	Build    string            // of this program
	// Measurers do parts that are measured, by their lists' Engine.
	Measurers map[string]Measurer
}

// Name is what others call the worker's machine.
func (w Worker) Name() string {
	host, _ := os.Hostname() // a machine without a name is one too
	return cmp.Or(w.Machine, host, "unnamed")
}

// Check says why this program cannot compute a part: it is of another version, engine or
// problem.
func (w Worker) Check(p Part) error {
	if p.Ask != nil {
		return w.checkAsk(p)
	}
	_, _, err := p.open(w.Backends, w.Families...)
	return err
}

// Do computes a part, or computes it again where the part asks for a check. When ctx ends
// first its error is returned, within a second.
func (w Worker) Do(ctx context.Context, p Part) (Result, error) {
	if p.Ask != nil {
		return w.measure(ctx, p)
	}
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
		nqueens.AddStats(result.Stats, o.Stats)
	})
	if err != nil {
		return Result{}, err
	}
	if len(found) != len(tasks) {
		return Result{}, fmt.Errorf("part %d: %s did %d of its %d tasks", p.Number, p.Engine, len(found), len(tasks))
	}
	_, each := by.(split)
	result.account(tasks, found, each)
	result.Seconds, result.CPU = time.Since(start).Seconds(), (cputime.Used() - before).Seconds()
	if p.Check {
		result.Check, err = w.recount(ctx, by, r, p.Seed, found, time.Since(start))
	}
	return result, err
}

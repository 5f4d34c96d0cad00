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

// A Worker computes parts.
type Worker struct {
	Backends []backends.Backend
	Families nqueens.Catalogue
	Threads  int    // 0 means one
	Memory   int64  // in bytes; 0 means the engine's default
	Machine  string // the name of this machine in results; "" means its host name
	Build    string // of this program
	// Measurers measure parts, by the Engine of their list.
	Measurers map[string]Measurer
}

// Name returns the name of the worker's machine.
func (w Worker) Name() string {
	host, _ := os.Hostname() // a machine may have no host name
	return cmp.Or(w.Machine, host, "unnamed")
}

// Check returns an error if this program cannot compute a part, because its version, engine or
// problem differs.
func (w Worker) Check(p Part) error {
	if p.Request != nil {
		return w.checkRequest(p)
	}
	_, _, err := p.open(w.Backends, w.Families)
	return err
}

// Do computes a part, and checks it if the part requests that. If ctx ends first, it returns the
// error of ctx within a second.
func (w Worker) Do(ctx context.Context, p Part) (Result, error) {
	if p.Request != nil {
		return w.measure(ctx, p)
	}
	by, r, err := p.open(w.Backends, w.Families)
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
	found := map[int]*nqueens.Count{} // by task
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

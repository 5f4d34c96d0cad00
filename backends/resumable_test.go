package backends_test

import (
	"context"
	"errors"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// TestResumable checks that the counts of the tasks add up to the whole count in any order, that a
// stopped count reports it, and that an unsupported request is refused before any work.
func TestResumable(t *testing.T) {
	for _, b := range backends.All() {
		by, can := b.(backends.Resumable)
		if !can {
			continue
		}
		name := b.Describe().Name
		r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 9}, Task: nqueens.CountAll}
		n, cost, err := by.Tasks(r)
		if err != nil || n < 2 {
			t.Fatalf("%s: %d tasks, %v", name, n, err)
		}
		tasks := make([]int, n)
		for i := range tasks {
			tasks[i] = n - 1 - i
			if cost(i) < 0 {
				t.Errorf("%s: task %d costs %v", name, i, cost(i))
			}
		}
		sum, seen := nqueens.NewCount(0), map[int]bool{}
		for threads, half := range [][]int{tasks[:n/2], tasks[n/2:]} {
			r.Threads = threads + 1
			if err := by.CountTasks(t.Context(), r, half, func(task int, o nqueens.Outcome) {
				if seen[task] || o.Status != nqueens.Solved {
					t.Errorf("%s: task %d comes again, or is %s", name, task, o.Status)
				}
				seen[task] = true
				sum = sum.Plus(o.Count)
			}); err != nil {
				t.Fatal(name, err)
			}
		}
		if sum.String() != "352" || len(seen) != n {
			t.Errorf("%s: %d of %d tasks found %v, not 352", name, len(seen), n, sum)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		ignore := func(int, nqueens.Outcome) {}
		if err := by.CountTasks(ctx, r, tasks, ignore); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: stopped, it says %v", name, err)
		}
		if err := by.CountTasks(t.Context(), r, []int{n}, ignore); err == nil {
			t.Errorf("%s: did task %d of %d", name, n, n)
		}
		r.Encoding = "nonsense"
		if _, _, err := by.Tasks(r); err == nil {
			t.Errorf("%s has tasks for what it does not support", name)
		}
	}
}

// TestTaskProblems checks that another engine, given the problems of each task, finds the task's
// count.
func TestTaskProblems(t *testing.T) {
	for _, b := range backends.All() {
		by, can := b.(backends.Recountable)
		if !can {
			continue
		}
		name := b.Describe().Name
		for n := 4; n <= 11; n++ {
			r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}
			all, _, err := by.Tasks(r)
			if err != nil {
				t.Fatal(name, n, err)
			}
			tasks := make([]int, all)
			for i := range tasks {
				tasks[i] = i
			}
			if err := by.CountTasks(t.Context(), r, tasks, func(task int, o nqueens.Outcome) {
				terms, err := by.TaskProblems(r, task)
				if err != nil {
					t.Fatal(name, n, err)
				}
				plus, minus := nqueens.NewCount(0), o.Count
				for _, term := range terms {
					c := bitmask.New().Run(t.Context(), nqueens.Request{Problem: term.Problem, Task: nqueens.CountAll}, nil)
					if c.Status != nqueens.Solved && c.Status != nqueens.Unsatisfiable {
						t.Fatalf("%v: %s %s", term.Problem, c.Status, c.Reason)
					}
					if term.Times > 0 {
						plus = plus.Plus(c.Count.Times(uint64(term.Times)))
					} else {
						minus = minus.Plus(c.Count.Times(uint64(-term.Times)))
					}
				}
				if plus.Cmp(minus) != 0 {
					t.Errorf("%s, %d queens, task %d: it finds %v, others that and %s", name, n, task, o.Count, plus.Difference(minus))
				}
			}); err != nil {
				t.Fatal(name, n, err)
			}
			if _, err := by.TaskProblems(r, all); err == nil {
				t.Errorf("%s, %d queens: restated task %d of %d", name, n, all, all)
			}
		}
	}
}

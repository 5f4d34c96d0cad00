package sat

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/encode"
)

func TestVisitorStops(t *testing.T) {
	for _, b := range []backend{Gini(), Gophersat(), GophersatPB(), GophersatModels{}} {
		visited := 0
		out := b.Run(t.Context(), nqueens.Request{Problem: parse(t, "queens(6)"), Task: nqueens.FindAll}, func(nqueens.Solution) bool {
			visited++
			return visited < 2
		})
		if visited != 2 || out.Status != nqueens.Cancelled || out.Count != nil || out.Partial.String() != "2" {
			t.Errorf("%s: %d visited, %+v", b.Describe().Name, visited, out)
		}
		waitForTurn(t)
	}
}

// waitForTurn waits until an abandoned gophersat search has ended.
func waitForTurn(t *testing.T) {
	t.Helper()
	if err := lockGophersat(t.Context()); err != nil {
		t.Fatal(err)
	}
	unlockGophersat()
}

// TestCancel checks that the end of a context stops every backend, and that the number found by
// then is not reported as a count.
func TestCancel(t *testing.T) {
	hard := map[nqueens.Task]string{nqueens.FindFirst: "torus(10)", nqueens.CountAll: "queens(14)", nqueens.FindAll: "queens(14)", nqueens.Optimise: "kings(20)"}
	for _, b := range []backend{Gini(), Gophersat(), GophersatPB(), GophersatModels{}} {
		for _, task := range b.Describe().Tasks {
			request := nqueens.Request{Problem: parse(t, hard[task]), Task: task}
			if _, ok := b.(GophersatModels); ok {
				request.Problem.N = 10 // it runs to its end, and the test waits for that
			}
			if b.Describe().Name == "gini" && task == nqueens.FindFirst {
				request.Problem.N = 12 // 10 takes it only some milliseconds, and it can be stopped
			}
			visit := func(nqueens.Solution) bool { return true }
			t.Run(fmt.Sprint(b.Describe().Name, " ", task), func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
				defer cancel()
				if out := b.Run(ctx, request, visit); out.Status != nqueens.Timeout || out.Count != nil || out.Partial == nil || out.Reason != "" {
					t.Errorf("deadline: %+v", out)
				}
				ctx, cancel = context.WithCancel(t.Context())
				cancel()
				if out := b.Run(ctx, request, visit); out.Status != nqueens.Cancelled || out.Partial.String() != "0" {
					t.Errorf("cancelled before: %+v", out)
				}
				waitForTurn(t)
			})
		}
	}
}

// TestMaxSATStops checks that gophersat-maxsat returns when its context ends, also while another
// search of gophersat runs.
func TestMaxSATStops(t *testing.T) {
	if err := lockGophersat(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer unlockGophersat()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	out := GophersatMaxSAT().Run(ctx, nqueens.Request{Problem: parse(t, "kings(4)"), Task: nqueens.Optimise}, nil)
	if out.Status != nqueens.Timeout || out.Solution != nil || out.Optimum != nil {
		t.Errorf("%+v", out)
	}
}

// TestGiniLeavesNoGoroutine checks that gini leaves no goroutine running.
func TestGiniLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		out := Gini().Run(ctx, nqueens.Request{Problem: parse(t, "torus(24)"), Task: task}, nil)
		cancel()
		if out.Status != nqueens.Timeout {
			t.Errorf("%s: %+v", task, out)
		}
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestGophersatBusy checks that while an abandoned search of gophersat runs, the next one reports
// why it has no answer.
func TestGophersatBusy(t *testing.T) {
	if err := lockGophersat(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer unlockGophersat()
	var asked sync.WaitGroup
	for _, b := range []backend{Gophersat(), GophersatPB(), GophersatModels{}} {
		asked.Go(func() {
			// Long enough that each reaches the wait on a busy machine.
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			out := b.Run(ctx, nqueens.Request{Problem: parse(t, "queens(4)"), Task: nqueens.CountAll}, nil)
			if out.Status != nqueens.Timeout || !strings.Contains(out.Reason, "busy") {
				t.Errorf("%s: %+v", b.Describe().Name, out)
			}
		})
	}
	asked.Wait()
}

// TestConcurrentRuns checks that concurrent runs do not disturb each other, although gophersat's
// solvers share memory.
func TestConcurrentRuns(t *testing.T) {
	for _, b := range exact() {
		for range 4 {
			t.Run(b.description.Name, func(t *testing.T) {
				t.Parallel()
				if n := all(t, b, parse(t, "queens(10)"), ""); n != 724 {
					t.Errorf("%d solutions", n)
				}
			})
		}
	}
}

// ending is a context that ends between the first call of Err and the second.
type ending struct {
	context.Context
	asked int
}

func (c *ending) Err() error {
	if c.asked++; c.asked == 1 {
		return nil
	}
	return context.Canceled
}

func (c *ending) Done() <-chan struct{} {
	if c.asked < 2 {
		return nil
	}
	ended := make(chan struct{})
	close(ended)
	return ended
}

// TestTurnIsGivenBack checks that a context that ends after a search has got its turn, but before
// it has begun, releases the turn.
func TestTurnIsGivenBack(t *testing.T) {
	f := encode.NewCNF(2)
	f.Add(1, 2)
	for range 20 {
		if _, err := loadClauses(f).solve(&ending{Context: t.Context()}, nil); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		waitForTurn(t)
		if _, err := countModels(&ending{Context: t.Context()}, loadClauses(f).solver); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		waitForTurn(t)
	}
}

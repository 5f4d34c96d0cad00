package run

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"nqueens/backends/isolate"
	"nqueens/internal/cputime"
)

// withCPULimit returns a context like context.WithTimeout, with a limit on the CPU time of this process. A
// process that sleeps is ended by the rule of isolate.Limits.Busy. Measuring how long threads waited means
// reading a file for each thread, which takes longer than many answers. Therefore it begins with the second
// measurement, after short answers have ended.
func withCPULimit(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	var begun time.Time
	var before time.Duration
	bounds, looks := isolate.Limits{Wall: limit, Busy: true}, 0
	used := func() time.Duration {
		switch looks++; looks {
		case 1:
			return cputime.Used()
		case 2:
			begun, before = time.Now(), isolate.SelfWaited()
		}
		waited := isolate.SelfWaited()
		if waited != isolate.NotReported {
			waited = max(0, waited-before)
		}
		if bounds.Asleep(time.Since(begun), waited) {
			return math.MaxInt64
		}
		return cputime.Used()
	}
	return spending(parent, limit, used, runtime.GOMAXPROCS(0))
}

// spending returns a context that ends when used has grown by limit. used grows at most by the elapsed time
// multiplied by the number of processors.
func spending(parent context.Context, limit time.Duration, used func() time.Duration, processors int) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(parent)
	c := &spendable{Context: inner, done: make(chan struct{})}
	begun := used()
	go func() {
		for left := limit; ; left = limit - (used() - begun) {
			if left <= 0 {
				c.end(context.DeadlineExceeded)
				cancel()
				return
			}
			timer := time.NewTimer(max(left/time.Duration(max(1, processors)), time.Millisecond))
			select {
			case <-inner.Done():
				timer.Stop()
				c.end(inner.Err())
				return
			case <-timer.C:
			}
		}
	}()
	return c, func() { c.end(context.Canceled); cancel() }
}

// spendable is a context that is cancelled with DeadlineExceeded by its maker, because deadlines of package
// context are wall-clock times.
type spendable struct {
	context.Context
	done chan struct{} // closed before Context's own, so that derived contexts have the Err of this one
	mu   sync.Mutex
	err  error
}

func (c *spendable) Done() <-chan struct{} { return c.done }

func (c *spendable) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *spendable) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
	}
}

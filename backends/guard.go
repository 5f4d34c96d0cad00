package backends

import (
	"context"
	"fmt"
	"sync"
	"time"

	"nqueens"
)

// patience is the time that Guarded waits for a backend to stop after its context has ended.
const patience = 2 * time.Second

// Guarded runs a backend in this process and returns its outcome. A panic of the backend, or an unknown
// status, is a crash, as in a child process. If a backend does not stop within two seconds after the
// end of the context, Guarded returns without it: with the outcome of a stopped run and a Reason
// that states so, and visit is not called any more.
func Guarded(ctx context.Context, b Backend, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	waiting, enough := context.WithCancel(ctx)
	defer enough()
	var showing sync.Mutex
	over, found := false, uint64(0)
	show := func(s nqueens.Solution) bool {
		showing.Lock()
		defer showing.Unlock()
		if over {
			return false
		}
		found++
		if over = !visit(s); over {
			enough()
		}
		return !over
	}
	if visit == nil {
		show = nil // some backends count without listing if there is no visitor
	}
	answer := make(chan nqueens.Outcome, 1)
	go func() {
		var o nqueens.Outcome
		defer func() {
			if why := recover(); why != nil {
				o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("panic: %v", why))
			} else if !o.Status.Valid() {
				o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("the backend returned the unknown status %q", o.Status))
			}
			answer <- o
		}()
		o = b.Run(ctx, r, show)
	}()
	select {
	case o := <-answer:
		return o
	case <-waiting.Done():
	}
	select {
	case o := <-answer:
		return o
	case <-time.After(patience):
	}
	showing.Lock()
	defer showing.Unlock()
	over = true
	o := nqueens.Stopped(waiting, found)
	o.Reason = fmt.Sprintf("%s did not stop within %v and was left behind", NameOf(b), patience)
	return o
}

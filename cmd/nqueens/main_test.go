//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestSignalBetween: a signal that came while one context was there, and that nobody saw as that
// was given up, ends the next of the same command line, and none of another.
func TestSignalBetween(t *testing.T) {
	line := func() (context.Context, chan os.Signal) {
		told := make(chan os.Signal, 1)
		return context.WithValue(t.Context(), toldKey{}, told), told
	}
	ctx, told := line()
	reading, end := context.WithCancel(ctx)
	first := stoppable(reading)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-first.Done()
	waitFor(t, "the signal", func() bool { return len(told) == 1 })
	end()
	if err, ok := errors.AsType[*exit](unheard(ctx)); !ok || err.status != limitHit {
		t.Errorf("what went on without a context: %v", err)
	}
	if stoppable(ctx).Err() == nil {
		t.Error("a signal that came before is forgotten")
	}
	if other, _ := line(); stoppable(other).Err() != nil || unheard(other) != nil {
		t.Error("another command line was told")
	}
}

//go:build !linux

package isolate

import (
	"time"

	"nqueens/internal/cputime"
)

// threadTime returns the CPU time of this process; its other threads are nearly idle during Share.
func threadTime() time.Duration { return cputime.Used() }

// pin does nothing: this system cannot bind a thread to a core, or only in another way.
func pin([]int) (restore func() error, err error) { return func() error { return nil }, nil }

// SelfWaited returns NotReported.
func SelfWaited() time.Duration { return NotReported }

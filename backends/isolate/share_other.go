//go:build !linux

package isolate

import (
	"time"

	"nqueens/internal/cputime"
)

// threadTime is how long this process has computed: other threads have little to do meanwhile.
func threadTime() time.Duration { return cputime.Used() }

// pin does nothing: a thread cannot be bound to a core, or not in the same way.
func pin([]int) (restore func() error, err error) { return func() error { return nil }, nil }

// SelfWaited is NotTold.
func SelfWaited() time.Duration { return NotTold }

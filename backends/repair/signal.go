package repair

import (
	"runtime"
	"slices"
	"sync/atomic"
)

// signal is set when the context ends.
type signal struct{ atomic.Bool }

// at reports whether the signal is set. It looks only at some of the steps i of
// a loop, often enough for steps of less than a microsecond.
func (s *signal) at(i int) bool { return i&0xfff == 0 && s.Load() }

// wipe sets all counters to zero, or returns false if it is stopped. A large
// slice takes long when its memory is touched for the first time. It yields
// between parts, since nothing can interrupt a part, and a garbage collection
// that waits for one holds up whoever is to set the signal.
func wipe[T uint8 | int32](counters []T, stop *signal) bool {
	for part := range slices.Chunk(counters, 1<<16) {
		if stop.Load() {
			return false
		}
		clear(part)
		runtime.Gosched()
	}
	return true
}

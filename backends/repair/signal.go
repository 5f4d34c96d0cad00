package repair

import "sync/atomic"

// signal is set when the context ends.
type signal struct{ atomic.Bool }

// at reports whether the signal is set. It looks only at some of the steps i of
// a loop, often enough for steps of less than a microsecond.
func (s *signal) at(i int) bool { return i&0xfff == 0 && s.Load() }

package isolate

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration { return readClock(unix.CLOCK_THREAD_CPUTIME_ID) }

// SelfWaited returns how long the live threads of this process were ready to run and waited for a
// core, or NotReported.
func SelfWaited() time.Duration {
	w := waits{}
	if w.look(os.Getpid()); len(w) == 0 {
		return NotReported
	}
	return w.total()
}

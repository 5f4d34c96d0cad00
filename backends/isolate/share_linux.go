package isolate

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is how long the calling thread has computed.
func threadTime() time.Duration { return readClock(unix.CLOCK_THREAD_CPUTIME_ID) }

// SelfWaited is how long the threads of this process that live now were ready to run and waited
// for a core, or NotTold.
func SelfWaited() time.Duration {
	w := waits{}
	if w.look(os.Getpid()); len(w) == 0 {
		return NotTold
	}
	return w.total()
}

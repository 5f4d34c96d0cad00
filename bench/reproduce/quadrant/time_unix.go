//go:build unix

package quadrant

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is how long this process has computed, which other work on the
// machine hardly changes.
func processorTime() time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano())
}

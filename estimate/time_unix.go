//go:build unix

package estimate

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is how long this process has computed, which other work on the
// machine hardly changes.
func processorTime() time.Duration {
	used := usage()
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// peak is the most memory that this process had, in bytes.
func peak() int64 {
	if most := int64(usage().Maxrss); runtime.GOOS != "darwin" { // which counts bytes
		return most << 10
	}
	return int64(usage().Maxrss)
}

func usage() (used unix.Rusage) {
	unix.Getrusage(unix.RUSAGE_SELF, &used) //nolint:errcheck // of this process it has no error
	return used
}

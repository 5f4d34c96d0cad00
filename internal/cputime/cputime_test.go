//go:build unix

package cputime

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestUsed checks that system time is included.
func TestUsed(t *testing.T) {
	all := func() (of, system time.Duration) {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			t.Fatal(err)
		}
		system = time.Duration(used.Stime.Nano())
		return time.Duration(used.Utime.Nano()) + system, system
	}
	before, system := all()
	for ; system < 10*time.Millisecond; before, system = all() {
		os.Stat(".") //nolint:errcheck // it is work for the system
	}
	used := Used()
	if after, _ := all(); used < before || used > after {
		t.Errorf("%v, which is not between %v and %v", used, before, after)
	}
}

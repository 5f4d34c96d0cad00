package isolate

import (
	"runtime"
	"time"
)

// Share computes for so long on one of the cores, which it claims like a run, and returns the
// part of that time that it got: 1 beside no rival, a half beside one. Without cores it
// computes wherever the system lets it.
func Share(cores []int, long time.Duration) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	chosen, release := Claim(cores, 1)
	defer release()
	if restore, err := pin(chosen); err == nil {
		defer restore() //nolint:errcheck // a thread that stays on its core measures too
	}
	begin, used := time.Now(), threadTime()
	for time.Since(begin) < long { //nolint:revive // computing is what it is for
	}
	elapsed := time.Since(begin)
	return min(1, (threadTime()-used).Seconds()/elapsed.Seconds())
}

package isolate

import (
	"runtime"
	"time"
)

// Share runs a busy loop for the given time on one of the cores, which it claims with Claim. It
// returns the fraction of that time in which the loop had the core: 1 without a rival process, a
// half with one. If cores is empty, the loop runs wherever the system schedules it.
func Share(cores []int, long time.Duration) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	chosen, release := Claim(cores, 1)
	defer release()
	if restore, err := pin(chosen); err == nil {
		defer restore() //nolint:errcheck // a thread that stays bound to its core can measure, too
	}
	begin, used := time.Now(), threadTime()
	for time.Since(begin) < long { //nolint:revive // the loop is meant to be busy
	}
	elapsed := time.Since(begin)
	return min(1, (threadTime()-used).Seconds()/elapsed.Seconds())
}

package isolate

import (
	"runtime"
	"time"
)

// Share runs a busy loop for the given time on one of the cores, which it claims like a run. It
// returns the fraction of that time in which it ran: 1 without a rival, a half with one. Without
// cores it runs wherever the system schedules it.
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

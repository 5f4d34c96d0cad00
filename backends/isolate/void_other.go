//go:build !linux

package isolate

import "time"

// clocks is one moment on two clocks: one that runs while the machine is suspended, and one that
// does not.
type clocks struct{ began time.Time }

func readClocks([]int) clocks { return clocks{time.Now()} }

// passed returns how long the machine has been suspended since then (or by how much its clock was
// set forward). The time taken by a hypervisor and the waits of threads are not reported.
func (c clocks) passed() (slept, stolen, pressed time.Duration) {
	now := time.Now()
	return now.Round(0).Sub(c.began.Round(0)) - now.Sub(c.began), 0, NotReported
}

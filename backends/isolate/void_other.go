//go:build !linux

package isolate

import "time"

// clocks is one moment by the clock that goes on while the machine sleeps and by the one that does not.
type clocks struct{ began time.Time }

func readClocks([]int) clocks { return clocks{time.Now()} }

// passed is how long the machine has slept since then (or its clock was set forward by so
// much). What a hypervisor took, and who waited for a core, is not told.
func (c clocks) passed() (slept, stolen, pressed time.Duration) {
	now := time.Now()
	return now.Round(0).Sub(c.began.Round(0)) - now.Sub(c.began), 0, NotTold
}

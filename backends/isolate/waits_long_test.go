//go:build long && linux

package isolate

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestWaitsDistribution measures the part of its time that a busy run loses beside a number of busy
// processes on its core, and the delays of this process's samples. mostLost and longestGap are
// based on it. On an otherwise idle machine it takes about four minutes:
//
//	go test -tags long -run WaitsDistribution -v ./backends/isolate
func TestWaitsDistribution(t *testing.T) {
	var set unix.CPUSet
	unix.SchedGetaffinity(0, &set)
	all := cores(&set)
	core := all[len(all)-1:] // the first serves the system's interrupts
	const runs = 15
	for _, rivals := range []int{0, 1, 2, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		for range rivals {
			busy.Go(func() {
				c := child("spin")
				c.CPUs = core
				Run(ctx, c)
			})
		}
		for _, wall := range []time.Duration{20, 50, 100, 300, 1000, 2000} {
			var lost []float64
			var gap time.Duration
			void := 0
			for range runs {
				c := child("spin")
				c.CPUs, c.Wall = core, wall*time.Millisecond
				r := run(t, t.Context(), c)
				lost = append(lost, 100*float64(min(r.Wall-r.CPU, r.Waited+r.Stolen))/float64(r.Wall))
				gap = max(gap, r.Gap)
				if r.Void(1) != "" {
					void++
				}
			}
			slices.Sort(lost)
			t.Logf("%d rivals, %4d ms: lost %3.0f %% at least, %3.0f median, %3.0f at most; void %2d of %d; latest look %v",
				rivals, wall, lost[0], lost[runs/2], lost[runs-1], void, runs, gap.Round(time.Millisecond))
		}
		cancel()
		busy.Wait()
	}
}

package run

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"nqueens/backends/isolate"
)

// TestPinned checks that a run is bound to as many cores as it has threads.
func TestPinned(t *testing.T) {
	t.Parallel()
	cores := isolate.Probe().CPUs
	if len(cores) == 0 {
		t.Skip("runs cannot be pinned here")
	}
	for threads := 1; threads <= min(2, len(cores)); threads++ {
		result, err := run(t.Context(), isolate.Run, cores, threads, isolate.Command{Path: "sed", Args: []string{"-n", "s/Cpus_allowed:[[:space:]]*//p", "/proc/self/status"}})
		if err != nil {
			t.Fatal(err)
		}
		bound := 0
		for word := range strings.SplitSeq(strings.TrimSpace(string(result.Stdout)), ",") {
			mask, err := strconv.ParseUint(word, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			bound += bits.OnesCount64(mask)
		}
		if bound != threads || !result.Pinned {
			t.Errorf("bound to %d cores (%s) with %d threads", bound, result.Stdout, threads)
		}
	}
}

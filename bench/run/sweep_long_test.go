//go:build long

package run

import (
	"testing"
	"time"
)

// TestSweepHangs checks that a backend that ignores its limit is killed with its process.
func TestSweepHangs(t *testing.T) {
	b := boardsOf(4)
	b.Backend, b.Limits.Time = "hangs", 10*time.Millisecond
	f, err := swept(t, t.Context(), sweepRunner(t), t.TempDir(), b)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts(f, b); got != "t" {
		t.Errorf("%q", got)
	}
}

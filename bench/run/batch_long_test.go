//go:build long

package run

import (
	"testing"
	"time"
)

// TestBatchHangs: what does not heed its limit is ended with its process.
func TestBatchHangs(t *testing.T) {
	l, b := ledger(t, t.TempDir()), boardsOf(4)
	b.Backend, b.Limits.Time = "hangs", 10*time.Millisecond
	if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
		t.Fatal(err)
	}
	if got := verdicts(l, b); got != "t" {
		t.Errorf("%q", got)
	}
}

package starts

import (
	"path/filepath"
	"testing"
	"time"
)

// TestNote checks that each start adds a byte and takes the delay.
func TestNote(t *testing.T) {
	file := filepath.Join(t.TempDir(), "starts")
	t.Setenv(File, file)
	t.Setenv(Delay, "10ms")
	for want := range 3 {
		if got := Count(file); got != want {
			t.Errorf("%d starts, want %d", got, want)
		}
		begun := time.Now()
		Note()
		if took := time.Since(begun); took < 10*time.Millisecond {
			t.Errorf("a start of %v", took)
		}
	}
	if err := Add(file, 4); err != nil || Count(file) != 7 {
		t.Errorf("%d starts and %v, want 7", Count(file), err)
	}
	t.Setenv(File, "")
	if Note(); Count(file) != 7 {
		t.Errorf("%d starts, want 7: the last was to be counted nowhere", Count(file))
	}
}

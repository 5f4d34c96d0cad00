package fleet

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nqueens/internal/journal"
)

// TestStoppedWorker: a process that stands still keeps its locks; its part is taken over all the
// same, and it is not waited for to compute again what others found.
func TestStoppedWorker(t *testing.T) {
	t.Parallel()
	l := listOf(t, 9, 3)
	l.Recheck = 1
	f := written(t, l)
	f.Lease = 50 * time.Millisecond
	var stopped []*journal.Lock
	for _, name := range []string{claimsFolder + "/2", workersFolder + "/" + nameplate("stopped")} {
		name = filepath.Join(f.Dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		lock, err := journal.TryLock(name)
		if err != nil {
			t.Fatal(err)
		}
		stopped = append(stopped, lock)
	}
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	if err := f.Work(ctx, worker("a"), nil, nil); err != nil || f.Tally.Sum().String() != "352" || len(f.Tally.Unchecked()) > 0 {
		t.Errorf("%v, unchecked %v, %v", f.Tally.Sum(), f.Tally.Unchecked(), err)
	}
	// When it goes on it takes no lock away from others.
	other, err := f.take(claimsFolder, "2")
	if err != nil {
		t.Fatal(err)
	}
	for _, lock := range stopped {
		if err := lock.Unlock(); err != nil {
			t.Error(err)
		}
	}
	if c, err := f.claim(l.Part(2)); c != nil || err != nil {
		t.Errorf("the claim of another is gone, %v", err)
	}
	if err := other.Unlock(); err != nil {
		t.Error(err)
	}
}

// TestSignOfLife: who holds a lock touches its file; it has lapsed when that was not so for a
// lease, whatever the time of the file.
func TestSignOfLife(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 9, 3))
	f.Lease = 50 * time.Millisecond
	if err := os.Mkdir(filepath.Join(f.Dir, claimsFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	c, err := f.take(claimsFolder, "1")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(f.Dir, claimsFolder, "1.lock")
	touched := func() time.Time {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	for first := touched(); touched().Equal(first); { // for ever if it is not
		time.Sleep(time.Millisecond)
	}
	c.end()
	c.done.Wait()
	for _, at := range []time.Time{time.Now().Add(-24 * time.Hour), time.Now().Add(24 * time.Hour)} {
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		if f.lapsed(file) {
			t.Error("it has lapsed when it was just touched")
		}
		time.Sleep(2 * f.Lease)
		if !f.lapsed(file) {
			t.Error("it has not lapsed")
		}
	}
	if err := c.Unlock(); err != nil {
		t.Error(err)
	}
}

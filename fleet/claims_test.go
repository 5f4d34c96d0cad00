package fleet

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"nqueens/internal/journal"
)

// TestStoppedWorker checks that the part of a stopped process, which keeps its locks, is taken
// over, and that nobody waits for it to check the others' results.
func TestStoppedWorker(t *testing.T) {
	l := listOf(t, 9, 3)
	l.Recheck = 1
	f := written(t, l)
	synctest.Test(t, func(t *testing.T) { takesOver(t, l, f) })
}

// takesOver runs a worker next to one that is stopped.
func takesOver(t *testing.T, l *List, f *Folder) {
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
	ctx, stop := context.WithTimeout(t.Context(), time.Hour)
	defer stop()
	if err := f.Work(ctx, worker("a"), nil, nil); err != nil || f.Tally.Sum().String() != "352" || len(f.Tally.Unchecked()) > 0 {
		t.Errorf("%v, unchecked %v, %v", f.Tally.Sum(), f.Tally.Unchecked(), err)
	}
	// When it resumes, it removes no locks of others.
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

// TestSignOfLife checks that the holder of a lock touches its file, and that the lock lapses after
// a lease without a touch, whatever the time of the file.
func TestSignOfLife(t *testing.T) {
	f := written(t, listOf(t, 9, 3))
	if err := os.Mkdir(filepath.Join(f.Dir, claimsFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(f.Dir, claimsFolder, "1.lock")
	for _, lease := range []time.Duration{0, time.Minute} {
		f.Lease = lease
		synctest.Test(t, func(t *testing.T) {
			lease := cmp.Or(lease, DefaultLease)
			c, err := f.take(claimsFolder, "1")
			if err != nil {
				t.Fatal(err)
			}
			for range 30 { // five leases
				time.Sleep(lease / 6)
				synctest.Wait()
				if info, err := os.Stat(file); err != nil || !info.ModTime().Equal(time.Now()) {
					t.Fatalf("it was touched at %v, not %v: %v", info.ModTime(), time.Now(), err)
				}
				if f.lapsed(file) {
					t.Fatal("it has lapsed when it was just touched")
				}
			}
			c.end()
			c.done.Wait()
			for _, at := range []time.Time{time.Now().Add(-24 * time.Hour), time.Now().Add(24 * time.Hour)} {
				if err := os.Chtimes(file, at, at); err != nil {
					t.Fatal(err)
				}
				touched := time.Now()
				for _, after := range []time.Duration{0, lease/4 + 1, lease / 2, lease - 1, lease, lease + 1} {
					time.Sleep(after - time.Since(touched))
					if f.lapsed(file) != (after > lease) {
						t.Errorf("%v after it was touched, of a lease of %v: lapsed: %v", after, lease, after <= lease)
					}
				}
			}
			if err := c.Unlock(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestClaimsApart checks that a part and its check are claimed separately, and each by one process
// at a time.
func TestClaimsApart(t *testing.T) {
	f := written(t, listOf(t, 9, 3))
	if err := os.Mkdir(filepath.Join(f.Dir, claimsFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	check := f.List.Part(2)
	check.Check = true
	for _, p := range []Part{f.List.Part(1), f.List.Part(2), check} {
		c, err := f.claim(p)
		if c == nil || err != nil {
			t.Fatalf("part %d, check %v: %v", p.Number, p.Check, err)
		}
		defer c.Unlock() //nolint:errcheck // the folder is removed with the test
		if again, err := f.claim(p); again != nil || err != nil {
			t.Errorf("part %d, check %v, is claimed twice, %v", p.Number, p.Check, err)
		}
	}
	if n := f.Claimed(); n != 3 {
		t.Errorf("%d claims", n)
	}
}

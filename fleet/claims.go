package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nqueens/internal/journal"
)

// DefaultLease is how long a worker that shares a folder may give no sign of life.
const DefaultLease = 30 * time.Second

func (f *Folder) lease() time.Duration { return cmp.Or(f.Lease, DefaultLease) }

// claim is a lock in the folder whose file is touched from time to time: a process that is stopped
// keeps its locks, and so would keep its part for ever.
type claim struct {
	lock *journal.Lock
	end  context.CancelFunc // of the touching
	done *sync.WaitGroup
}

// Unlock gives the lock back.
func (c *claim) Unlock() error {
	c.end()
	c.done.Wait()
	return c.lock.Unlock()
}

// take has this process alone hold the lock NAME in one of the folders, until it releases it, ends,
// or stands still; the error is ErrLocked where another has it.
func (f *Folder) take(folder, name string) (*claim, error) {
	name = filepath.Join(f.Dir, folder, name)
	file := name + ".lock"
	lock, err := journal.TryLock(name)
	if errors.Is(err, ErrLocked) && f.lapsed(file) {
		os.Remove(file) //nolint:errcheck // where it cannot be, the lock stays the other's
		lock, err = journal.TryLock(name)
	}
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	c := &claim{lock, end, new(sync.WaitGroup)}
	c.done.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(f.lease() / 6):
				now := time.Now()
				os.Chtimes(file, now, now) //nolint:errcheck // who hears nothing computes the part too
			}
		}
	})
	return c, nil
}

// sign is what was seen last of who holds a lock: when its file was touched, by whatever clock,
// and since when that is so, by ours.
type sign struct{ touched, since time.Time }

// lapsed reports whether who holds a lock has given no sign of life for as long as this process
// looks, and for a lease at least.
func (f *Folder) lapsed(file string) bool {
	info, err := os.Stat(file)
	if err != nil {
		return false
	}
	if last, known := f.heard[file]; known && info.ModTime().Equal(last.touched) {
		return time.Since(last.since) > f.lease()
	}
	f.heard[file] = sign{info.ModTime(), time.Now()}
	return false
}

// claim has this process alone compute a part; nil where another does.
func (f *Folder) claim(p Part) (*claim, error) {
	name := strconv.Itoa(p.Number)
	if p.Check {
		name = "check-" + name
	}
	c, err := f.take(claimsFolder, name)
	if errors.Is(err, ErrLocked) {
		return nil, nil
	}
	return c, err
}

// Claimed are the parts that processes compute now, by the locks that they hold.
func (f *Folder) Claimed() int { return len(f.locked(claimsFolder)) }

// locked names the locks in a folder that processes hold. Those left by processes that were
// killed are removed.
func (f *Folder) locked(folder string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(f.Dir, folder, "*.lock"))
	for _, file := range files {
		lock, err := journal.TryLock(strings.TrimSuffix(file, ".lock"))
		if errors.Is(err, ErrLocked) && !f.lapsed(file) {
			names = append(names, filepath.Base(file))
		}
		if err == nil {
			lock.Unlock() //nolint:errcheck // a lock ends with the process in any case
		}
	}
	return names
}

// attend tells others that a worker of the machine is there.
func (f *Folder) attend(machine string) (*claim, error) {
	f.locked(workersFolder)
	for {
		c, err := f.take(workersFolder, nameplate(machine)+rand.Text())
		if !errors.Is(err, ErrLocked) { // by one that looks who is there, before we had it
			return c, err
		}
	}
}

// nameplate is how names of locks of a machine's workers begin.
func nameplate(machine string) string {
	digest := sha256.Sum256([]byte(machine))
	return fmt.Sprintf("%x-", digest[:8])
}

// others reports whether workers of other machines are there.
func (f *Folder) others(machine string) bool {
	return slices.ContainsFunc(f.locked(workersFolder), func(name string) bool {
		return !strings.HasPrefix(name, nameplate(machine))
	})
}

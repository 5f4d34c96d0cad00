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

// DefaultLease is the time without a sign of life after which a worker that shares a folder counts
// as dead.
const DefaultLease = 30 * time.Second

func (f *Folder) lease() time.Duration { return cmp.Or(f.Lease, DefaultLease) }

// A claim is a lock in the folder whose file is touched regularly. A stopped process keeps its
// locks and would otherwise keep its part forever.
type claim struct {
	lock *journal.Lock
	end  context.CancelFunc // ends the touching
	done *sync.WaitGroup
}

// Unlock releases the lock.
func (c *claim) Unlock() error {
	c.end()
	c.done.Wait()
	return c.lock.Unlock()
}

// take locks NAME in one of the folders for this process, until it unlocks it, ends, or gives no
// sign of life. The error is ErrLocked if another process holds the lock.
func (f *Folder) take(folder, name string) (*claim, error) {
	name = filepath.Join(f.Dir, folder, name)
	file := name + ".lock"
	lock, err := journal.TryLock(name)
	if errors.Is(err, ErrLocked) && f.lapsed(file) {
		os.Remove(file) //nolint:errcheck // if it cannot be removed, the other process keeps the lock
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
				os.Chtimes(file, now, now) //nolint:errcheck // without the sign another worker computes the part too
			}
		}
	})
	return c, nil
}

// A sign is the last sign of life of the process that holds a lock. touched is the time at which
// its file was touched, which may be by the clock of another machine. since is the time, by the
// clock of this process, at which this process first saw that value.
type sign struct{ touched, since time.Time }

// lapsed reports whether the holder of a lock has given no sign of life since this process first
// looked, and for at least a lease.
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

// claim locks a part for this process. It returns nil if another process computes the part.
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

// Claimed returns the number of parts that processes are computing, according to their locks.
func (f *Folder) Claimed() int { return len(f.locked(claimsFolder)) }

// locked returns the names of the held locks in a folder. It removes locks of processes that were
// killed.
func (f *Folder) locked(folder string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(f.Dir, folder, "*.lock"))
	for _, file := range files {
		lock, err := journal.TryLock(strings.TrimSuffix(file, ".lock"))
		if errors.Is(err, ErrLocked) && !f.lapsed(file) {
			names = append(names, filepath.Base(file))
		}
		if err == nil {
			lock.Unlock() //nolint:errcheck // the lock ends with the process at the latest
		}
	}
	return names
}

// attend registers a worker of the machine by a lock that others can see.
func (f *Folder) attend(machine string) (*claim, error) {
	f.locked(workersFolder)
	for {
		c, err := f.take(workersFolder, nameplate(machine)+rand.Text())
		if !errors.Is(err, ErrLocked) { // held for a moment by a process that lists the workers
			return c, err
		}
	}
}

// nameplate returns the prefix of the names of a machine's worker locks.
func nameplate(machine string) string {
	digest := sha256.Sum256([]byte(machine))
	return fmt.Sprintf("%x-", digest[:8])
}

// others reports whether workers of other machines are present.
func (f *Folder) others(machine string) bool {
	return slices.ContainsFunc(f.locked(workersFolder), func(name string) bool {
		return !strings.HasPrefix(name, nameplate(machine))
	})
}

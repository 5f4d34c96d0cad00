package journal

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
)

// ErrLocked is the error for a file that another process holds.
var ErrLocked = errors.New("locked")

// A Lock keeps others from writing a file. It is the file NAME.lock next to it, because on some
// systems a locked NAME could not be read or replaced. It ends with the process. It uses
// gofrs/flock, because go-internal's lockedfile can only wait for the lock.
type Lock struct{ file *flock.Flock }

// TryLock locks a file for this process. If another process holds the lock, the error is ErrLocked.
func TryLock(name string) (*Lock, error) {
	l := &Lock{flock.New(name + ".lock")}
	mine, err := l.file.TryLock()
	// A process that unlocked it at this moment has removed the file that was locked.
	if err == nil && !(mine && l.inPlace()) {
		err = ErrLocked
	}
	if err != nil {
		l.file.Close() //nolint:errcheck // another error is returned
		return nil, err
	}
	return l, nil
}

// inPlace reports whether the locked file is the one at its path.
func (l *Lock) inPlace() bool {
	ours, err := l.file.Stat()
	found, other := os.Stat(l.file.Path())
	return err == nil && other == nil && os.SameFile(ours, found)
}

// Unlock releases the lock.
func (l *Lock) Unlock() error {
	if !l.inPlace() { // a file at that path belongs to another process
		return l.file.Close()
	}
	removed := os.Remove(l.file.Path())
	err := l.file.Close()
	if removed != nil { // some systems cannot remove a locked file
		os.Remove(l.file.Path()) //nolint:errcheck // the file does no harm
	}
	return err
}

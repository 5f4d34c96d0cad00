package journal

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
)

// ErrLocked is the error for a file that another process has.
var ErrLocked = errors.New("locked")

// Lock keeps others from writing a file. It is NAME.lock beside it, for a locked NAME
// could not be read everywhere, nor be replaced. It ends with the process. By gofrs/flock:
// go-internal's lockedfile can only wait for whoever has the lock.
type Lock struct{ file *flock.Flock }

// TryLock has a file written by this process alone. Where another has it the error is
// ErrLocked.
func TryLock(name string) (*Lock, error) {
	l := &Lock{flock.New(name + ".lock")}
	mine, err := l.file.TryLock()
	// Who unlocked it in this moment has removed the file that was locked.
	if err == nil && !(mine && l.inPlace()) {
		err = ErrLocked
	}
	if err != nil {
		l.file.Close() //nolint:errcheck // another error is on its way already
		return nil, err
	}
	return l, nil
}

// inPlace reports whether the locked file is the one that others find.
func (l *Lock) inPlace() bool {
	ours, err := l.file.Stat()
	found, other := os.Stat(l.file.Path())
	return err == nil && other == nil && os.SameFile(ours, found)
}

// Unlock lets others write the file.
func (l *Lock) Unlock() error {
	if !l.inPlace() { // the file that is there, if one is, is another's
		return l.file.Close()
	}
	removed := os.Remove(l.file.Path())
	err := l.file.Close()
	if removed != nil { // where a locked file cannot be
		os.Remove(l.file.Path()) //nolint:errcheck // it is no harm that it stays
	}
	return err
}

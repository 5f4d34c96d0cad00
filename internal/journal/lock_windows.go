package journal

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes the file for this process alone, until it is closed or the
// process ends in whatever way. It does not wait. What is locked is a byte far
// beyond the records, since nobody else can read a locked byte.
func lock(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

// Package atomicfile writes files that get their name only when they are complete. After an error,
// such as a full disk, or a kill, the previous file still exists.
//
// While it is being written, a file NAME is NAME.new-MACHINE-PROCESS-NUMBER in the same folder.
// Files left behind by a kill are removed when NAME is written again.
//
// A name that is not a regular file (a pipe, a device) is written directly. Existing libraries
// cannot abandon a file (moby's atomicwriter) or do not support Windows (renameio, whose
// maybe.WriteFile writes in place there).
package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"nqueens/internal/leftover"
)

// Ending separates a file's name from the rest of its temporary name.
const Ending = ".new-"

// A File is a file that is being written.
type File struct {
	name   string // its final name
	file   *os.File
	direct bool // it has its name already: a pipe or a device
	begun  bool
	// sync puts the content on the disk before the file gets its name, and syncFolder then the name. Tests
	// replace them.
	sync       func(*os.File) error
	syncFolder func(string) error
}

// Create starts a file that will replace an existing one and gets its permissions; links are
// followed. It returns an error if the file cannot be written.
func Create(name string) (*File, error) {
	if isStream(name) {
		return open(name)
	}
	for range 40 { // follow links to files that do not exist yet
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	permissions := fs.FileMode(0o666) // reduced by the user's umask
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return open(name)
	case err == nil:
		there, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err // it could be replaced, but is write-protected
		}
		if err := there.Close(); err != nil {
			return nil, err
		}
		permissions = info.Mode().Perm()
	}
	dir, base := filepath.Split(name)
	leftover.Collect(cmp.Or(dir, "."), fmt.Sprintf("%.150s%s", base, Ending))
	for {
		file, err := os.OpenFile(fmt.Sprintf("%s%.150s%s%s%d", dir, base, Ending, leftover.Mark(), rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
		if err == nil && info != nil {
			err = file.Chmod(permissions)
		}
		if !errors.Is(err, fs.ErrExist) {
			return &File{name: name, file: file, sync: (*os.File).Sync, syncFolder: SyncFolder}, about(name, err)
		}
	}
}

// isStream reports whether the name refers to a file that is open already. Replacing it would not
// write to what the shell has opened.
func isStream(name string) bool {
	name = filepath.Clean(name)
	return strings.HasPrefix(name, "/dev/std") || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/")
}

func open(name string) (*File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	return &File{name: name, file: file, direct: true}, err
}

// about returns the error with the file's final name.
func about(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

// Begun reports whether anything was written.
func (f *File) Begun() bool { return f.begun }

// Write appends to the file.
func (f *File) Write(b []byte) (int, error) {
	f.begun = true
	n, err := f.file.Write(b)
	return n, about(f.name, err)
}

// Commit closes the file, puts it on the disk and gives it its name. On an error the previous file
// stays.
func (f *File) Commit() error {
	if f.direct {
		return f.file.Close()
	}
	err := f.sync(f.file)
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.file.Name()) //nolint:errcheck // another error is returned
		return about(f.name, err)
	}
	f.syncFolder(filepath.Dir(f.name)) //nolint:errcheck // systems that cannot sync a folder do not need it
	return nil
}

// Discard abandons the file; the previous file stays.
func (f *File) Discard() error {
	err := f.file.Close()
	if !f.direct {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}

// WriteFile writes a whole file.
func WriteFile(name string, content []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		f.Discard() //nolint:errcheck // another error is returned
		return err
	}
	return f.Commit()
}

// SyncFolder puts the names of a folder's files on the disk.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

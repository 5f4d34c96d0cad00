// Package atomicfile writes files that take their name when they are complete: on a
// full disk, or after a kill, what was there before is there still.
//
// Until then a file NAME is NAME.new-MACHINE-PROCESS-NUMBER beside it. What a kill leaves
// behind is removed when NAME is written again.
// What is no regular file (a pipe, a device) is written as it is. The kept libraries
// for this cannot give a file up half-way (moby's atomicwriter) or are not built for
// Windows (renameio, whose maybe.WriteFile writes in place there).
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

// Ending is what comes between a file's name and a number while it is written.
const Ending = ".new-"

// File is a file being written.
type File struct {
	name   string // that it takes
	file   *os.File
	direct bool // it has its name already: a pipe, a device
	begun  bool
	// For tests: the content is on the disk before it has its name, and then the name is.
	sync       func(*os.File) error
	syncFolder func(string) error
}

// Create begins a file, in the place of one that is there, whose permissions it
// takes; links are followed. What cannot be written is refused now.
func Create(name string) (*File, error) {
	if isStream(name) {
		return open(name)
	}
	for range 40 { // a link to a file that is not there yet is followed too
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	permissions := fs.FileMode(0o666) // less what the user's mask takes
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return open(name)
	case err == nil:
		there, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err // it could be replaced, but is not meant to be written
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

// isStream reports whether the name is that of what is open already: another file in
// its place would not be what a shell has opened.
func isStream(name string) bool {
	name = filepath.Clean(name)
	return strings.HasPrefix(name, "/dev/std") || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/")
}

func open(name string) (*File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	return &File{name: name, file: file, direct: true}, err
}

// about is an error that names the file as the user does.
func about(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

// Begun reports whether anything was written.
func (f *File) Begun() bool { return f.begun }

// Write adds to the file.
func (f *File) Write(b []byte) (int, error) {
	f.begun = true
	n, err := f.file.Write(b)
	return n, about(f.name, err)
}

// Commit ends the file, which is then on the disk under its name. When that fails
// what was there stays.
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
		os.Remove(f.file.Name()) //nolint:errcheck // another error is on its way already
		return about(f.name, err)
	}
	f.syncFolder(filepath.Dir(f.name)) //nolint:errcheck // systems that cannot sync a folder do not need it
	return nil
}

// Discard gives the file up: what was there stays.
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
		f.Discard() //nolint:errcheck // another error is on its way already
		return err
	}
	return f.Commit()
}

// SyncFolder makes it last that a file in a folder has its name.
func SyncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Package journal keeps records in a file, one a line. The records survive a kill, a full disk, and
// compression of the file.
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nqueens/internal/atomicfile"
	"nqueens/internal/unpack"
)

// A Journal is a file of records, one a line, to which one process at a time appends. The records
// in NAME.gz next to it come before its own, so that the records of a run can be compressed and the
// run continued.
type Journal struct {
	name   string
	lock   *Lock
	packed bool     // NAME.gz exists
	file   *os.File // NAME; nil if there is a NAME.gz and no further record yet
	size   int64    // of the complete lines in NAME
	// sync puts the file's content on the disk, and syncFolder the name of a new file. Tests replace them.
	sync       func(*os.File) error
	syncFolder func(string) error
}

// HolderFile is the file in a journal's folder that names the writing process. It is only for
// information: the lock, which ends with the process, keeps others out.
const HolderFile = "running"

// holder returns the path of the journal's HolderFile.
func holder(name string) string { return filepath.Join(filepath.Dir(name), HolderFile) }

// Holder returns a description of the process that holds a journal, for use as the subject of a
// sentence.
func Holder(name string) string {
	if who, _ := os.ReadFile(holder(name)); len(who) > 0 { // it may be just starting
		return string(who)
	}
	return "another process"
}

// packedEnding is the suffix of a packed journal's name.
const packedEnding = ".gz"

// Open opens a journal for this process alone, or creates it. If another process holds it, the
// error wraps ErrLocked and names the process.
func Open(name string) (*Journal, error) {
	lock, err := TryLock(name)
	if errors.Is(err, ErrLocked) {
		err = fmt.Errorf("%w: %s writes to it; wait until that process ends, or choose another folder with -o", ErrLocked, Holder(name))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Dir(name), err)
	}
	j := &Journal{name: name, lock: lock, sync: (*os.File).Sync, syncFolder: atomicfile.SyncFolder}
	host, _ := os.Hostname() // without a host name the lock still works
	who := fmt.Sprintf("process %d on %s, since %s,", os.Getpid(), host, time.Now().Format("2006-01-02 15:04:05"))
	os.WriteFile(holder(name), []byte(who), 0o644) //nolint:errcheck // a full disk shows when records are written
	if err := regular(name); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	flags := os.O_RDWR
	if _, err := os.Stat(name + packedEnding); err == nil {
		j.packed = true
	} else {
		flags |= os.O_CREATE
	}
	j.file, err = os.OpenFile(name, flags, 0o666)
	if err != nil && !(j.packed && errors.Is(err, fs.ErrNotExist)) {
		j.Close() //nolint:errcheck // another error is returned
		return nil, err
	}
	return j, nil
}

// regular returns an error if the name is not a regular file. Reading a pipe, for example, could
// block forever.
func regular(name string) error {
	for _, name := range []string{name, name + packedEnding} {
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file", name)
		}
	}
	return nil
}

// Empty reports whether nothing was ever recorded.
func (j *Journal) Empty() bool {
	info, err := os.Stat(j.name)
	return !j.packed && err == nil && info.Size() == 0
}

// Read calls record with each line, in order. If the last line is incomplete, the error is a
// *CutOff.
func (j *Journal) Read(record func(at Place, line []byte) error) error {
	first, err := readPacked(j.name, record)
	if err == nil && j.file != nil {
		j.size, err = Lines(j.name, j.file, others(first, j.name, record))
	}
	return err
}

// Append writes records, each with its digest, and waits until they are on the disk. On an error it
// restores the file.
func (j *Journal) Append(records ...any) error {
	lines, err := linesOf(records)
	if err != nil {
		return err
	}
	if j.file == nil {
		if j.file, err = os.OpenFile(j.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil { // if the file existed now, an unknown program would have written it
			return err
		}
	}
	_, err = j.file.WriteAt(lines, j.size)
	if err == nil {
		err = j.sync(j.file)
	}
	if err != nil {
		return errors.Join(err, j.file.Truncate(j.size)) // leave no partly written line
	}
	if j.size == 0 {
		j.syncFolder(filepath.Dir(j.name)) //nolint:errcheck // systems that cannot sync a folder do not need it
	}
	j.size += int64(len(lines))
	return nil
}

func linesOf(records []any) (lines []byte, err error) {
	for _, record := range records {
		line, err := Line(record)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line...)
	}
	return lines, nil
}

// Fixed returns an error if Drop cannot remove records from this journal.
func (j *Journal) Fixed() error {
	if j.packed {
		return fmt.Errorf("%s is packed: unpack it with gunzip", j.name+packedEnding)
	}
	return nil
}

// Drop removes records by their numbers, counted from 0; the others remain as they were written. On
// an error the journal is unchanged.
func (j *Journal) Drop(gone func(i int) bool) error {
	if err := j.Fixed(); err != nil {
		return err
	}
	var kept []byte
	_, err := Lines(j.name, io.NewSectionReader(j.file, 0, j.size), func(at Place, line []byte) error {
		if !gone(at.Line - 1) {
			kept = append(append(kept, line...), '\n')
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = j.file.Close() // some systems cannot replace an open file
	if err == nil {
		err = atomicfile.WriteFile(j.name, kept)
	}
	if err == nil {
		j.size = int64(len(kept))
	}
	file, there := os.OpenFile(j.name, os.O_RDWR, 0o666)
	j.file = file
	return errors.Join(err, there)
}

// ReadWhole does what Read does, but removes an incomplete last line. The work it recorded is done
// again.
func (j *Journal) ReadWhole(record func(at Place, line []byte) error) error {
	err := j.Read(record)
	if cut, ok := errors.AsType[*CutOff](err); ok && !cut.Packed() {
		return j.Cut()
	}
	return err
}

// Cut removes an incomplete last line.
func (j *Journal) Cut() error { return j.file.Truncate(j.size) }

// Close closes the journal, so that others can write it.
func (j *Journal) Close() (err error) {
	os.Remove(holder(j.name)) //nolint:errcheck // it only informs, and only while the lock is held
	if j.file != nil {
		err = j.file.Close()
	}
	return errors.Join(err, j.lock.Unlock())
}

// Read reads a journal that another process may be writing. The journal need not exist.
func Read(name string, record func(at Place, line []byte) error) error {
	if err := regular(name); err != nil {
		return err
	}
	first, err := readPacked(name, record)
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = Lines(name, f, others(first, name, record))
	return err
}

// ReadPacked reads the packed part of a journal, NAME.gz, if it exists.
func ReadPacked(name string, record func(at Place, line []byte) error) error {
	if err := regular(name); err != nil {
		return err
	}
	_, err := readPacked(name, record)
	return err
}

// readPacked reads the packed part of a journal, if it exists, and returns its first line.
func readPacked(name string, record func(at Place, line []byte) error) (first []byte, err error) {
	name += packedEnding
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := unpack.Gunzip(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	_, err = Lines(name, in, func(at Place, line []byte) error {
		if at.Line == 1 {
			first = bytes.Clone(line)
		}
		return record(at, line)
	})
	return first, err
}

// others returns a function that calls record for each line, or returns an error if the first line equals the
// first packed line. If a
// file was unpacked and the packed one kept, every record would be read twice.
func others(first []byte, name string, record func(at Place, line []byte) error) func(at Place, line []byte) error {
	return func(at Place, line []byte) error {
		if at.Line == 1 && first != nil && bytes.Equal(line, first) {
			return fmt.Errorf("%v: the record of %v again; if one file was unpacked from the other, remove the shorter", at, Place{name + packedEnding, 1})
		}
		return record(at, line)
	}
}

// A Place is the position of a record.
type Place struct {
	File string
	Line int // counted from 1
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Relative returns the place as text for a message that begins with another place.
func (p Place) Relative(to Place) string {
	if p.File == to.File {
		return fmt.Sprintf("line %d", p.Line)
	}
	return p.String()
}

// CutOff is the error for an incomplete last line, which a process that was killed while it wrote leaves.
type CutOff struct {
	Place Place
	Piece []byte
}

func (c *CutOff) Error() string {
	repair := "`nqueens bench` into its folder repeats that run if it was never finished, otherwise restore the file or delete the line"
	if c.Packed() {
		repair = "unpack the file with gunzip, and the command that wrote it repeats what is missing"
	}
	return fmt.Sprintf("%v: the last record is cut off; %s", c.Place, repair)
}

// Packed reports whether the line is in a packed file, which is never changed.
func (c *CutOff) Packed() bool { return strings.HasSuffix(c.Place.File, packedEnding) }

// longestLine limits the length of a line. Otherwise a small gzipped file could contain a line of
// any length.
const longestLine = 64 << 20

// Lines calls record with each complete line, without its end, and returns the number of bytes of
// these lines.
func Lines(name string, r io.Reader, record func(at Place, line []byte) error) (whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	for at := (Place{name, 1}); ; at.Line++ {
		line = line[:0]
		for err = bufio.ErrBufferFull; errors.Is(err, bufio.ErrBufferFull); {
			var more []byte
			more, err = in.ReadSlice('\n')
			line = append(line, more...)
			if len(line) > longestLine {
				return whole, fmt.Errorf("%v: longer than any record: more than %d MiB without a line end", at, longestLine>>20)
			}
		}
		switch {
		case err == io.EOF && len(line) == 0:
			return whole, nil
		case err == io.EOF:
			return whole, &CutOff{at, line}
		case err != nil:
			return whole, fmt.Errorf("%v: %w", at, err)
		}
		if err := record(at, line[:len(line)-1]); err != nil {
			return whole, err
		}
		whole += int64(len(line))
	}
}

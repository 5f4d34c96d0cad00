package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"nqueens/internal/gunzip"
)

// journal is a file of records, one a line, to which one process at a time
// appends. What NAME.gz beside it holds comes before its own lines, so that the
// records of a run can be packed away and the run goes on all the same.
type journal struct {
	name   string
	packed *os.File // NAME.gz, if it is there
	file   *os.File // NAME; nil beside a NAME.gz until there is a record to write
	size   int64    // of the whole lines in NAME
}

// packedEnding is the end of a packed journal's name.
const packedEnding = ".gz"

// openJournal opens a journal for this process alone, or begins one. Where
// another process has it the error is ErrLocked.
func openJournal(name string) (*journal, error) {
	j := &journal{name: name}
	flags := os.O_RDWR
	var err error
	if j.packed, err = os.Open(name + packedEnding); errors.Is(err, fs.ErrNotExist) {
		flags |= os.O_CREATE
	} else if err != nil {
		return nil, err
	}
	j.file, err = os.OpenFile(name, flags, 0o666)
	if j.packed != nil && errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil {
		if err = lock(j.locked()); err != nil {
			err = fmt.Errorf("locking %s: %w", name, err)
		}
	}
	if err != nil {
		j.close() //nolint:errcheck // another error is on its way already
		return nil, err
	}
	return j, nil
}

// locked is the file on which the lock is: there is always one.
func (j *journal) locked() *os.File {
	if j.packed != nil {
		return j.packed
	}
	return j.file
}

// empty reports whether nothing was ever recorded.
func (j *journal) empty() bool {
	info, err := j.locked().Stat()
	return err == nil && info.Size() == 0
}

// read calls record with each line, in the order in which they were written. A
// last line that was cut off is a *cutOff.
func (j *journal) read(record func(at place, line []byte) error) error {
	if err := readPacked(j.name, record); err != nil {
		return err
	}
	if j.file == nil {
		return nil
	}
	var err error
	j.size, err = readLines(j.name, j.file, record)
	return err
}

// append writes one record and waits until it is on the disk. When that fails
// the file is left as it was before.
func (j *journal) append(record any) error {
	line, err := json.Marshal(record)
	if err == nil && j.file == nil {
		j.file, err = os.OpenFile(j.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666) // were it there now, who wrote it?
	}
	if err != nil {
		return err
	}
	line = append(line, '\n')
	_, err = j.file.WriteAt(line, j.size)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return errors.Join(err, j.file.Truncate(j.size)) // no half-written line may stay
	}
	j.size += int64(len(line))
	return nil
}

// cut takes a last line away that has no end.
func (j *journal) cut() error { return j.file.Truncate(j.size) }

// close closes the journal and lets others write into it.
func (j *journal) close() (err error) {
	for _, f := range []*os.File{j.file, j.packed} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

// readJournal reads a journal that another process may be writing, or none.
func readJournal(name string, record func(at place, line []byte) error) error {
	if err := readPacked(name, record); err != nil {
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
	_, err = readLines(name, f, record)
	return err
}

// readPacked reads what was packed away of a journal, if anything was.
func readPacked(name string, record func(at place, line []byte) error) error {
	name += packedEnding
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := gunzip.Reader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, err = readLines(name, in, record)
	return err
}

// place is where a record stands.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// relative names the place in a message that begins with another.
func (p place) relative(to place) string {
	if p.file == to.file {
		return fmt.Sprintf("line %d", p.line)
	}
	return p.String()
}

// cutOff is the error for a last line without its end.
type cutOff struct {
	place
	piece []byte
}

func (c *cutOff) Error() string {
	repair := "`nqueens bench` into its folder repeats that run if it was never finished, otherwise restore the file or delete the line"
	if c.packed() {
		repair = "unpack the file with gunzip, and the command that wrote it repeats what is missing"
	}
	return fmt.Sprintf("%v: the last record is cut off; %s", c.place, repair)
}

// packed reports whether the line stands in a packed file, which is never
// changed.
func (c *cutOff) packed() bool { return strings.HasSuffix(c.file, packedEnding) }

// longestLine bounds a line of a journal, which a small gzipped file could
// otherwise make as long as it likes.
const longestLine = 64 << 20

// readLines calls record with each line that is whole, without its end, and
// returns how many bytes they are.
func readLines(name string, r io.Reader, record func(at place, line []byte) error) (whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	for at := (place{name, 1}); ; at.line++ {
		line = line[:0]
		for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
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
			return whole, &cutOff{at, line}
		case err != nil:
			return whole, fmt.Errorf("%v: %w", at, err)
		}
		if err := record(at, line[:len(line)-1]); err != nil {
			return whole, err
		}
		whole += int64(len(line))
	}
}

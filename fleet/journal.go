package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nqueens/internal/journal"
)

// JournalFile is the name of the journal in a list's folder.
const JournalFile = "journal.jsonl"

// A Journal is the only record of the results: a file to which they are appended, each with a
// digest. When Add returns without an error, they are on the disk. One process at a time can write
// it; several of its goroutines may.
type Journal struct {
	// Repaired describes an incomplete entry, as a kill leaves it, that was removed from the end of
	// the file, or is "".
	Repaired string

	mu    sync.Mutex
	file  *journal.Journal
	tally *Tally
}

// ErrLocked is the error if another process writes the journal.
var ErrLocked = journal.ErrLocked

// OpenJournal opens the journal of a list's folder, or creates it. An entry that was edited or
// belongs to another list is an error, which gives the line.
func OpenJournal(dir string, l *List) (*Journal, error) {
	name := filepath.Join(dir, JournalFile)
	file, err := journal.Open(name)
	if errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("%s: %w: %s uses it to hand out or collect these parts; wait until that process ends", name, ErrLocked, journal.Holder(name))
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, tally: NewTally(l)}
	err = file.Read(j.tally.line)
	if cut, ok := errors.AsType[*journal.CutOff](err); ok && !cut.Packed() {
		j.Repaired = fmt.Sprintf("%v: the last entry, of %d bytes, was incomplete and is removed; its part is computed again", cut.Place, len(cut.Piece))
		err = file.Cut()
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// lookTime is the longest time for which a process that only collects results (a worker, sum,
// status) holds a journal.
const lookTime = 3 * time.Second

// AwaitJournal opens the journal as OpenJournal does, but waits for processes that hold it only for
// a moment.
func AwaitJournal(ctx context.Context, dir string, l *List) (*Journal, error) {
	for begun := time.Now(); ; {
		j, err := OpenJournal(dir, l)
		if !errors.Is(err, ErrLocked) || time.Since(begun) > lookTime {
			return j, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// line adds a line of the journal.
func (t *Tally) line(at journal.Place, line []byte) error {
	e, err := decode(line)
	if err == nil {
		err = t.add(e)
	}
	if err != nil {
		return fmt.Errorf("%v is not an entry of this list's journal: %w", at, err)
	}
	return nil
}

// Add records results and other entries, each a Result, Failure, Draw or Distrust. It returns when
// they are on the disk. Entries that are recorded already are not recorded again. If a Result does
// not belong to the list, Add returns an error and records nothing.
func (j *Journal) Add(records ...any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.add(records...)
}

// add is Add with j.mu held.
func (j *Journal) add(records ...any) error {
	var fresh []any
	for _, record := range records {
		e := entryOf(record)
		if e.Result != nil {
			if err := j.tally.Accept(*e.Result); err != nil {
				return fmt.Errorf("a result was refused: %w", err)
			}
		}
		if !j.tally.has(e) {
			fresh = append(fresh, e)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := j.file.Append(fresh...); err != nil {
		return fmt.Errorf("writing results: %w", err)
	}
	for _, e := range fresh {
		if err := j.tally.add(e.(entry)); err != nil {
			return err
		}
	}
	return nil
}

// View calls look with the current tally, which does not change during the call and must not be
// changed.
func (j *Journal) View(look func(*Tally)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	look(j.tally)
}

// DrawChecks draws the parts to be computed again, unless that was done or parts are missing. It
// reports whether parts are drawn.
func (j *Journal) DrawChecks() (bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch t := j.tally; {
	case t.Draw != nil:
		return true, nil
	case len(t.Missing()) > 0:
		return false, nil
	default:
		err := j.add(Draw{Share: t.List.Recheck, Seed: rand.Uint64()})
		return err == nil, err
	}
}

// Close closes the file, so that another process can write it.
func (j *Journal) Close() error { return j.file.Close() }

// A follower reads a journal that another process may be writing.
type follower struct {
	name   string
	packed bool  // the packed part of the journal has been read
	at     int64 // number of bytes read
	lines  int
}

// read reads the entries that were added since the last call.
func (f *follower) read(t *Tally) error {
	if !f.packed {
		if err := journal.ReadPacked(f.name, t.line); err != nil {
			return err
		}
		f.packed = true
	}
	info, err := os.Stat(f.name)
	if err == nil && info.Size() >= f.at {
		err = f.rest(t)
	}
	if f.at > 0 && (err != nil || info.Size() < f.at) { // a writer with a full disk has removed entries
		f.at, f.lines = 0, 0
		err = f.rest(t)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func (f *follower) rest(t *Tally) error {
	file, err := os.Open(f.name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(f.at, io.SeekStart); err != nil {
		return err
	}
	before := f.lines
	whole, err := journal.Lines(f.name, file, func(at journal.Place, line []byte) error {
		f.lines++
		at.Line += before
		return t.line(at, line)
	})
	f.at += whole
	if _, cut := errors.AsType[*journal.CutOff](err); cut {
		err = nil // it is being written, or its writer was killed
	}
	return err
}

package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
	"nqueens/internal/leftover"
	"nqueens/internal/table"
)

// The folders next to a list: results that are not in the journal yet, one file each, locks of
// parts that are being computed, and locks of workers.
const (
	resultsFolder = "results"
	claimsFolder  = "claims"
	workersFolder = "workers" // a lock for each present worker
)

// A Folder is a list with its journal and the files of workers. Any number of processes, on
// machines that share it, can use it at the same time.
type Folder struct {
	Dir   string
	List  *List
	Tally *Tally
	// Damaged are the errors of result files that were not accepted: see Foreign.
	Damaged []error
	// Taken reports that another process held the journal at the last Collect. That process
	// collects the results itself, or distributes the parts over a network.
	Taken bool
	// Lease is the time without a sign of life after which a part or a worker counts as dead; 0
	// means DefaultLease.
	Lease time.Duration

	journal follower
	seen    map[string]bool      // result files already read
	unable  map[int]*UnableError // parts that this worker cannot compute
	heard   map[string]sign      // of locks, by file
}

// OpenFolder reads a list's folder: its journal, and the results that are not in it yet.
func OpenFolder(dir string) (*Folder, error) {
	l, err := ReadList(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{
		Dir: dir, List: l, Tally: NewTally(l),
		journal: follower{name: filepath.Join(dir, JournalFile)}, seen: map[string]bool{}, unable: map[int]*UnableError{}, heard: map[string]sign{},
	}
	return f, f.Refresh()
}

// Refresh reads the entries that were added since the folder was read.
func (f *Folder) Refresh() error {
	_, err := f.loose()
	return err
}

// loose reads the entries that were added, and returns the names of the result files that are not
// in the journal yet.
func (f *Folder) loose() (names []string, err error) {
	dir := filepath.Join(f.Dir, resultsFolder)
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	type arrival struct {
		name string
		entry
		err error
	}
	var came []arrival
	for _, file := range files {
		name := filepath.Join(dir, file.Name())
		if !strings.HasSuffix(name, ".json") { // it is still being written
			continue
		}
		names = append(names, name)
		if f.seen[name] {
			continue
		}
		line, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // it was moved into the journal
			continue
		}
		r := arrival{name: name, err: err}
		if r.err == nil {
			r.entry, r.err = decode(bytes.TrimSuffix(line, []byte("\n")))
		}
		if r.err == nil && r.Result == nil && r.Failure == nil {
			r.err = errors.New("it contains neither a result nor a failure")
		}
		came = append(came, r)
	}
	// The journal is read after the files, because it contains files that were removed meanwhile.
	// It is read before they are counted, because the first of two results of a part must stay the
	// first.
	if err := f.journal.read(f.Tally); err != nil {
		return nil, err
	}
	for _, r := range came {
		if r.err == nil {
			r.err = f.Tally.add(r.entry)
		}
		if r.err != nil {
			f.Damaged = append(f.Damaged, fmt.Errorf("%s is not a result of this list: %w; remove the file, and its part is computed again", r.name, r.err))
		}
		f.seen[r.name] = true
	}
	return names, nil
}

// Foreign returns the first error in Damaged with the number of others, or nil. A folder may have
// thousands of results of another list.
func (f *Folder) Foreign() error {
	switch more := len(f.Damaged) - 1; {
	case more > 0:
		return fmt.Errorf("%w (and %s like it)", f.Damaged[0], table.Plural(more, "more file"))
	case more == 0:
		return f.Damaged[0]
	}
	return nil
}

// Put writes a Result or a Failure into the folder, as a separate file. The file is on the disk
// when Put returns.
func (f *Folder) Put(record any) error {
	e := entryOf(record)
	line, err := journal.Line(e)
	if err != nil {
		return err
	}
	part := 0
	switch {
	case e.Result != nil:
		part = e.Result.Part
	case e.Failure != nil:
		part = e.Failure.Part
	}
	dir := filepath.Join(f.Dir, resultsFolder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	digest := sha256.Sum256(line)
	return atomicfile.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%x.json", part, digest[:4])), line)
}

// Collect moves the results from their files into the journal, and draws the parts to be computed
// again if all are done. If another process holds the journal, the error is ErrLocked and nothing
// has changed.
func (f *Folder) Collect() (repaired string, err error) {
	j, err := OpenJournal(f.Dir, f.List)
	f.Taken = errors.Is(err, ErrLocked)
	if err != nil {
		return "", err
	}
	names, err := f.collect(j)
	if err = errors.Join(err, j.Close()); err == nil {
		for _, name := range names {
			os.Remove(name) //nolint:errcheck // a result that comes twice does no harm
		}
		f.sweep()
		err = f.Refresh()
	}
	return j.Repaired, err
}

// sweep removes what killed workers left behind: partly written results, and locks.
func (f *Folder) sweep() {
	f.Claimed()
	dir := filepath.Join(f.Dir, resultsFolder)
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		if _, mark, half := strings.Cut(file.Name(), atomicfile.Ending); half && leftover.Abandoned(mark) {
			os.Remove(filepath.Join(dir, file.Name())) //nolint:errcheck // the next collector tries again
		}
	}
}

// Distrust discards all results of a machine.
func (f *Folder) Distrust(ctx context.Context, machine string) error {
	if !slices.ContainsFunc(f.Tally.Status(0).Workers, func(w WorkerStatus) bool { return w.Machine == machine }) {
		return fmt.Errorf("no result is of a machine %q", machine)
	}
	j, err := AwaitJournal(ctx, f.Dir, f.List)
	if err != nil {
		return err
	}
	if err := errors.Join(j.Add(Distrust{machine}), j.Close()); err != nil {
		return err
	}
	return f.Refresh()
}

// collect records the content of the result files and returns the names of those that can be
// removed.
func (f *Folder) collect(j *Journal) (names []string, err error) {
	loose, err := f.loose()
	if err != nil {
		return nil, err
	}
	var records []any
	for _, name := range loose {
		line, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		e, err := decode(bytes.TrimSuffix(line, []byte("\n")))
		switch {
		case err != nil: // it is in Damaged
		case e.Failure != nil:
			records, names = append(records, *e.Failure), append(names, name)
		case e.Result != nil && f.Tally.Accept(*e.Result) == nil:
			records, names = append(records, *e.Result), append(names, name)
		}
	}
	if err := j.Add(records...); err != nil {
		return nil, err
	}
	_, err = j.DrawChecks()
	return names, err
}

// poll is the interval at which a waiting worker checks for new parts.
const poll = 200 * time.Millisecond

// Work computes the parts that are not done, one after the other, and then those to be computed
// again. Other workers may work at the same time; Work takes over parts of workers that die or give
// no sign of life for a Lease. If only is not empty, Work computes only those parts, without
// checks. told, if not nil, is called with each result. If ctx ends first, Work returns its error
// and releases the part in work. If the remaining parts need something that this worker lacks, the
// error is an UnableError.
func (f *Folder) Work(ctx context.Context, w Worker, only []int, told func(Part, Result)) error {
	if err := w.Check(f.List.Part(1)); err != nil && !Unable(err) {
		return fmt.Errorf("%s: %w", filepath.Join(f.Dir, ListFile), err)
	}
	for _, dir := range []string{resultsFolder, claimsFolder, workersFolder} {
		if err := os.MkdirAll(filepath.Join(f.Dir, dir), 0o777); err != nil {
			return err
		}
	}
	if len(only) == 0 {
		there, err := f.attend(w.Name())
		if err != nil {
			return err
		}
		defer there.Unlock() //nolint:errcheck // a lock ends with the process in any case
	}
	for {
		again, waiting, err := f.next(ctx, w, only, told)
		if err != nil || !again && !waiting {
			return err
		}
		if !again {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(poll):
			}
		}
	}
}

// next computes one part that no other worker computes, if there is one; again is then true.
// waiting reports that others compute parts.
func (f *Folder) next(ctx context.Context, w Worker, only []int, told func(Part, Result)) (again, waiting bool, err error) {
	if err := f.Refresh(); err != nil {
		return false, false, err
	}
	if err := f.Tally.Trusts(w.Name()); err != nil {
		return false, false, err
	}
	p, lock, left, waiting, err := f.choose(w.Name(), only)
	if err != nil {
		return false, false, err
	}
	if lock != nil {
		err := f.do(ctx, w, p, told)
		if lacks, ok := errors.AsType[*UnableError](err); ok {
			f.unable[p.Number], err = lacks, nil
		}
		return true, true, errors.Join(err, lock.Unlock())
	}
	if !waiting && len(left) > 0 {
		parts := fmt.Sprintf("part %d is", left[0])
		if len(left) > 1 {
			parts = fmt.Sprintf("parts %s are", table.Ranges(left, "-"))
		}
		return false, false, &UnableError{fmt.Sprintf("%s left to others: %s", parts, f.unable[left[0]].Lacks)}
	}
	if waiting || len(only) > 0 || f.Tally.Draw != nil {
		return false, waiting, nil
	}
	_, err = f.Collect()
	if errors.Is(err, ErrLocked) {
		err = nil
	}
	return false, true, err // parts have been drawn, or will be soon
}

// choose claims a part for a worker of the machine, according to the last Refresh. If there is
// none, the lock is nil, left are the parts for which the worker lacks something, and waiting
// reports that others compute parts.
func (f *Folder) choose(machine string, only []int) (p Part, lock *claim, left []int, waiting bool, err error) {
	own := func(p Part) bool { return p.Check && f.Tally.Done(p.Number).Machine == machine }
	for _, mine := range []bool{false, true} { // prefer parts of other machines: a check by the same machine finds fewer errors
		alone := !mine || !f.others(machine)
		for p := range f.Tally.Todo() {
			switch {
			case own(p) != mine || len(only) > 0 && (p.Check || !slices.Contains(only, p.Number)):
				continue
			case !alone:
				return p, nil, left, true, nil
			case f.unable[p.Number] != nil:
				left = append(left, p.Number)
				continue
			}
			if lock, err = f.claim(p); lock != nil || err != nil {
				return p, lock, left, waiting, err
			}
			waiting = true
		}
	}
	return p, nil, left, waiting, nil
}

// do computes a claimed part, unless another worker has completed it meanwhile, or it need not be
// computed any more because a machine is no longer trusted.
func (f *Folder) do(ctx context.Context, w Worker, p Part, told func(Part, Result)) error {
	if err := f.Refresh(); err != nil {
		return err
	}
	if p.Check && !slices.Contains(f.Tally.Unchecked(), p.Number) || !p.Check && f.Tally.Done(p.Number) != nil {
		return nil
	}
	r, err := w.Do(ctx, p)
	if err != nil && ctx.Err() == nil && !Unable(err) {
		err = errors.Join(err, f.Put(Failure{p.Number, w.Name(), err.Error()}))
	}
	if err != nil {
		return err
	}
	if err := f.Put(r); err != nil {
		return err
	}
	if told != nil {
		told(p, r)
	}
	return nil
}

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

// The folders beside a list: results that are not in the journal yet, a file each, and
// locks of parts that are being computed and of those who compute.
const (
	resultsFolder = "results"
	claimsFolder  = "claims"
	workersFolder = "workers" // a lock for each worker that is there
)

// Folder is a list with its journal and what workers put beside them. Any number of
// processes, on any machines that share it, can use one at a time.
type Folder struct {
	Dir   string
	List  *List
	Tally *Tally
	// Damaged are results that are not taken, each with its file and why: see Foreign.
	Damaged []error
	// Taken says that another process had the journal when results were to be collected: it
	// does so itself, or hands parts out over a network.
	Taken bool
	// Lease is after which time a part, or a worker, that gives no sign of life is taken for
	// dead: 0 is DefaultLease.
	Lease time.Duration

	journal follower
	seen    map[string]bool      // files of results
	unable  map[int]*UnableError // parts that are left to others
	heard   map[string]sign      // of locks, by their files
}

// OpenFolder reads a list's folder: its journal, and results that are not in it yet.
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

// Refresh takes in what came since the folder was read.
func (f *Folder) Refresh() error {
	_, err := f.loose()
	return err
}

// loose takes in what came, and names the files of results that are not in the journal yet.
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
		if !strings.HasSuffix(name, ".json") { // it is being written
			continue
		}
		names = append(names, name)
		if f.seen[name] {
			continue
		}
		line, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // it was taken into the journal
			continue
		}
		r := arrival{name: name, err: err}
		if r.err == nil {
			r.entry, r.err = decode(bytes.TrimSuffix(line, []byte("\n")))
		}
		if r.err == nil && r.Result == nil && r.Failure == nil {
			r.err = errors.New("it says neither what was found nor why not")
		}
		came = append(came, r)
	}
	// After the files, since one that has gone by then is there; and before they count, since of
	// two results of a part the first is to stay the first.
	if err := f.journal.read(f.Tally); err != nil {
		return nil, err
	}
	for _, r := range came {
		if r.err == nil {
			r.err = f.Tally.add(r.entry)
		}
		if r.err != nil {
			f.Damaged = append(f.Damaged, fmt.Errorf("%s is no result of this list: %w; remove it, and its part is computed again", r.name, r.err))
		}
		f.seen[r.name] = true
	}
	return names, nil
}

// Foreign names the first of the results that are not taken, and how many there are beside it, or
// is nil: of another list there may be thousands.
func (f *Folder) Foreign() error {
	switch more := len(f.Damaged) - 1; {
	case more > 0:
		return fmt.Errorf("%w (so with %s there)", f.Damaged[0], table.Plural(more, "more file"))
	case more == 0:
		return f.Damaged[0]
	}
	return nil
}

// Put writes a Result or a Failure into the folder, as a file of its own. It is on the disk
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

// Collect takes the results into the journal, where they are no files of their own any
// more, and draws which parts are computed again when all are done. Where another process
// has the journal the error is ErrLocked and nothing has changed.
func (f *Folder) Collect() (repaired string, err error) {
	j, err := OpenJournal(f.Dir, f.List)
	f.Taken = errors.Is(err, ErrLocked)
	if err != nil {
		return "", err
	}
	names, err := f.collect(j)
	if err = errors.Join(err, j.Close()); err == nil {
		for _, name := range names {
			os.Remove(name) //nolint:errcheck // twice there is no harm
		}
		f.sweep()
		err = f.Refresh()
	}
	return j.Repaired, err
}

// sweep removes what killed workers have left: results half-written, and locks.
func (f *Folder) sweep() {
	f.Claimed()
	dir := filepath.Join(f.Dir, resultsFolder)
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		if _, mark, half := strings.Cut(file.Name(), atomicfile.Ending); half && leftover.Abandoned(mark) {
			os.Remove(filepath.Join(dir, file.Name())) //nolint:errcheck // the next one tries again
		}
	}
}

// Distrust takes back all that a machine found.
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

// collect records what the files hold and names those that can go.
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
		case err != nil: // it is among the Damaged
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

// poll is how often a worker that has to wait for others looks again.
const poll = 200 * time.Millisecond

// Work computes the parts that are not done, one after the other, and then those that are
// to be computed again, beside any other workers; it takes over the parts of those that
// die, or stand still for a Lease. Only the parts named, if any are, are computed, without any checks. told, if not
// nil, hears of each result. When ctx ends first its error is returned, and the part that
// was being computed is free for others. An UnableError says that only parts are left that
// this worker lacks something for.
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

// next computes one part, if there is one that no other worker computes, and then there may be
// more to do at once. waiting says that others compute parts.
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
	return false, true, err // now parts are drawn, or soon will be
}

// choose claims a part for a worker of the machine, by what was read last. Where there is none,
// and no lock, it names the parts that the worker lacks something for, and waiting says that others
// compute some.
func (f *Folder) choose(machine string, only []int) (p Part, lock *claim, left []int, waiting bool, err error) {
	own := func(p Part) bool { return p.Check && f.Tally.Done(p.Number).Machine == machine }
	for _, mine := range []bool{false, true} { // another machine finds more than the same one
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

// do computes a part that is claimed, unless another worker has done it meanwhile, or it is not to be
// done any more, as a machine is not trusted.
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

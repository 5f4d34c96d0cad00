package fleet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
)

// ListFile is the name of a list in its folder.
const ListFile = "parts.json"

// A List is a count divided into parts, numbered from 1. Each part is a range of the tasks of an
// engine.
type List struct {
	Problem string       `json:"problem"`
	Task    nqueens.Task `json:"task"`
	Engine  string       `json:"engine"`  // the backend that defines the tasks
	Version string       `json:"version"` // of the engine; another version divides a count into other tasks
	Build   string       `json:"build"`   // of the program that made the list
	Seconds float64      `json:"seconds"` // expected time of a part on that machine, for a count with one thread; 0 if unknown
	Recheck float64      `json:"recheck"` // the share of the parts that is computed again
	Cuts    []int        `json:"cuts"`    // part k is the tasks from Cuts[k-1] up to Cuts[k]
	// Requests replaces Cuts if parts are measured: see NewMeasured.
	Requests []json.RawMessage `json:"asks,omitempty"`
	Head     json.RawMessage   `json:"head,omitempty"` // data that no part needs
}

// Parts returns the number of parts.
func (l *List) Parts() int { return max(len(l.Cuts)-1, len(l.Requests)) }

// Part returns part k, counted from 1.
func (l *List) Part(k int) Part {
	p := Part{Number: k, Problem: l.Problem, Task: l.Task, Engine: l.Engine, Version: l.Version}
	if l.Measures() {
		p.Request = l.Requests[k-1]
	} else {
		p.Of, p.From, p.To = l.Cuts[l.Parts()], l.Cuts[k-1], l.Cuts[k]
	}
	p.Key = p.key()
	return p
}

// tasks returns the range of tasks of part k. It is empty if parts are measured.
func (l *List) tasks(k int) (from, to int) {
	if l.Measures() {
		return 0, 0
	}
	return l.Cuts[k-1], l.Cuts[k]
}

// validate returns an error if the list is not valid.
func (l *List) validate() error {
	switch {
	case l.Problem == "" || l.Engine == "" || l.Version == "":
		return errors.New("the problem, the engine or its version is missing")
	case l.Measures() && len(l.Cuts) == 0:
		return nil
	case l.Task != nqueens.CountAll:
		return fmt.Errorf("the task is %q, but only counts can be cut into parts", l.Task)
	case len(l.Cuts) < 2 || l.Cuts[0] != 0:
		return errors.New("the first part does not begin at task 0")
	case !slices.IsSorted(l.Cuts) || len(slices.Compact(slices.Clone(l.Cuts))) < len(l.Cuts):
		return errors.New("a part is empty")
	case !(l.Recheck >= 0 && l.Recheck <= 1):
		return fmt.Errorf("the share of parts to compute again is %v: it must be from 0 to 1", l.Recheck)
	}
	return nil
}

// Write writes the list into a folder, which it creates if needed. If the folder has another list,
// Write returns an error and leaves it.
func (l *List) Write(dir string) error {
	text, err := journal.Line(l)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, ListFile)
	switch there, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(there, text):
		return nil
	case err == nil:
		return fmt.Errorf("%s exists and is another list: name another folder, or remove this one with its results", name)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return atomicfile.WriteFile(name, text)
}

// Vacant returns an error if no list can be written into a folder, because it has one, is a file,
// or cannot be created or written.
func Vacant(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: name a folder for the list", dir)
	}
	name := filepath.Join(dir, ListFile)
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("%s exists: name another folder, or remove this one with its results", name)
	}
	for { // up to the existing folder in which the others would be created
		_, err := os.Stat(dir)
		parent := filepath.Dir(dir)
		if !errors.Is(err, os.ErrNotExist) || parent == dir {
			break
		}
		dir = parent
	}
	file, err := os.CreateTemp(dir, ListFile+atomicfile.Ending)
	if refused, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("nothing can be written into %s: %w", dir, refused.Err)
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// ReadList reads the list of a folder.
func ReadList(dir string) (*List, error) {
	name := filepath.Join(dir, ListFile)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		if filepath.Base(dir) == ListFile {
			return nil, fmt.Errorf("%s is a list: name its folder, %s", dir, filepath.Dir(dir))
		}
		return nil, fmt.Errorf("%s is a file: name the folder of a list, as `nqueens plan-parts` makes one", dir)
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no %s: `nqueens plan-parts` makes one", dir, ListFile)
	}
	if err != nil {
		return nil, err
	}
	line, whole := bytes.CutSuffix(text, []byte("\n"))
	l := new(List)
	switch err := json.Unmarshal(line, l); {
	case err != nil || !whole:
		return nil, fmt.Errorf("%s is not a list of parts, or is incomplete", name)
	case journal.SealOf(line) != journal.Signed:
		return nil, fmt.Errorf("%s was edited or damaged: its digest does not match its content", name)
	}
	if err := l.validate(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", name, err)
	}
	return l, nil
}

// A Part is a share of a count: the tasks of an engine from From up to To. It contains all that a
// worker needs. Every computation of it gives the same result.
type Part struct {
	Number  int          `json:"part"`
	Key     string       `json:"key"` // a digest of the other fields except the number
	Problem string       `json:"problem"`
	Task    nqueens.Task `json:"task"`
	Engine  string       `json:"engine"`
	Version string       `json:"version"`
	Of      int          `json:"of"` // the number of tasks of the whole count
	From    int          `json:"from"`
	To      int          `json:"to"`
	// Check requests a second computation of the part, in which another engine counts a sample of
	// its tasks. It is not part of the Key.
	Check bool `json:"check,omitempty"`
	// Seed selects the sample.
	Seed uint64 `json:"seed,omitempty"`
	// Request replaces the tasks if the part is measured. It is data, never a command.
	Request json.RawMessage `json:"ask,omitempty"`
}

func (p Part) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s %s\n%d\n%d-%d\n%s", p.Problem, p.Task, p.Engine, p.Version, p.Of, p.From, p.To, p.Request))
	return hex.EncodeToString(sum[:12])
}

// open returns the engine and the request for the part. It returns an error if this program would
// compute something else.
func (p Part) open(all []backends.Backend, known nqueens.Catalogue) (backends.Resumable, nqueens.Request, error) {
	r := nqueens.Request{Task: p.Task}
	if p.Key != p.key() || p.From < 0 || p.From >= p.To || p.To > p.Of {
		return nil, r, fmt.Errorf("part %d is damaged: its key does not match its content, or it has no tasks", p.Number)
	}
	var err error
	if r.Problem, err = known.Parse(p.Problem); err != nil {
		return nil, r, fmt.Errorf("part %d is of %q, which this program does not know: %w", p.Number, p.Problem, err)
	}
	b, err := backends.Named(all, p.Engine)
	if err != nil {
		return nil, r, fmt.Errorf("part %d is of the engine %q, which this program does not have", p.Number, p.Engine)
	}
	by, err := InTasks(b)
	if err != nil {
		return nil, r, err
	}
	if v := backends.Version(by); v != p.Version {
		return nil, r, fmt.Errorf("part %d is of %s %s, but this program has %s %s, which has other tasks: use the program that made the list", p.Number, p.Engine, p.Version, p.Engine, v)
	}
	tasks, _, err := by.Tasks(r)
	if err == nil && tasks != p.Of {
		err = fmt.Errorf("part %d is of a count in %d tasks, but this program divides the count into %d tasks", p.Number, p.Of, tasks)
	}
	return by, r, err
}

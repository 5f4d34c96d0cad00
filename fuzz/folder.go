package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// The names in a folder of results.
const (
	stateFile      = "state.json"
	lockFile       = "running"
	corpusFolder   = "corpus"
	findingsFolder = "findings"
	trialFile      = "trial.json"
)

// A Folder holds the results of runs: the summary, a folder for each finding, and the corpus, whose
// trials each run repeats first. A file of the corpus is the trial of an earlier finding, or an instance
// that the user put there, in a format of package encode.
type Folder struct {
	Dir       string
	Command   string            // the command that produces the results, for the READMEs
	Versions  map[string]string // of the backends, by name
	Catalogue nqueens.Catalogue // to read boards

	summary Summary
	lock    *journal.Lock
}

// Open creates the folder, or reads the summary of the earlier runs in it. Only one process at a
// time can open a folder.
func (f *Folder) Open() error {
	for _, dir := range []string{corpusFolder, findingsFolder} {
		if err := os.MkdirAll(filepath.Join(f.Dir, dir), 0o777); err != nil {
			return err
		}
	}
	lock, err := journal.TryLock(filepath.Join(f.Dir, lockFile))
	if errors.Is(err, journal.ErrLocked) {
		return fmt.Errorf("%s is in use by another run", f.Dir)
	}
	if err != nil {
		return err
	}
	f.lock = lock
	err = jsonfile.Read(filepath.Join(f.Dir, stateFile), &f.summary)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return err
}

// Close unlocks the folder for other processes.
func (f *Folder) Close() error { return f.lock.Unlock() }

// Summary returns the summary of the earlier runs.
func (f *Folder) Summary() Summary { return f.summary }

// store writes the summary.
func (f *Folder) store(s Summary) error {
	f.summary = s
	return jsonfile.Write(filepath.Join(f.Dir, stateFile), s)
}

// storedTrial is a Trial in JSON.
type storedTrial struct {
	Trial
	Class Class           `json:"class"`
	Form  json.RawMessage `json:"form"`
}

// A Stored trial is a trial of the corpus and its name.
type Stored struct {
	Trial
	Name string
}

// Corpus returns the trials of the corpus, sorted by name.
func (f *Folder) Corpus() (list []Stored, err error) {
	dir := filepath.Join(f.Dir, corpusFolder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var failed []error
	for _, e := range entries {
		if e.IsDir() || strings.Contains(e.Name(), atomicfile.Ending) {
			continue
		}
		t, err := f.readTrial(filepath.Join(dir, e.Name()))
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", filepath.Join(dir, e.Name()), err))
			continue
		}
		list = append(list, Stored{t, strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))})
	}
	return list, errors.Join(failed...)
}

// readTrial reads a trial, or an instance without questions.
func (f *Folder) readTrial(name string) (t Trial, err error) {
	if filepath.Ext(name) == ".json" {
		var s storedTrial
		if err := jsonfile.Read(name, &s); err != nil {
			return t, err
		}
		t = s.Trial
		t.Form, err = unmarshalForm(s.Form, f.Catalogue)
		return t, err
	}
	file, err := os.Open(name)
	if err != nil {
		return t, err
	}
	defer file.Close()
	t.Kind = filepath.Base(name)
	t.Form, err = ReadForm(name, file)
	return t, err
}

// name returns a new name for a finding.
func (f *Folder) name(found Finding) (string, error) {
	base := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, found.Trial.Asked[0].Backend+"-"+string(found.Class))
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name = fmt.Sprintf("%s-%d", base, i)
		}
		err := os.Mkdir(filepath.Join(f.Dir, findingsFolder, name), 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// writeTrial adds the trial of a finding to the corpus and to its own folder.
func (f *Folder) writeTrial(name string, found Finding) error {
	form, err := marshalForm(found.Trial.Form)
	if err != nil {
		return err
	}
	s := storedTrial{found.Trial, found.Class, form}
	return errors.Join(
		jsonfile.Write(filepath.Join(f.Dir, findingsFolder, name, trialFile), s),
		jsonfile.Write(filepath.Join(f.Dir, corpusFolder, name+".json"), s),
	)
}

// versions returns the versions of backends as lines, sorted.
func (f *Folder) versions(names ...string) (lines []string) {
	for _, name := range names {
		line := name + " " + f.Versions[name]
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

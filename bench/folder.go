package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// The files of a run's folder.
const (
	ExperimentFile  = "experiment.json"
	RecordsFile     = "records.jsonl"
	environmentFile = "environment.json"
	buildFile       = "build.json"
	VerdictsFile    = "verdicts.json" // the judgement and the witnesses of a run
	PageFile        = "summary.md"    // the printed summary
	SummaryFile     = "summary.csv"
)

// Folder represents a run's folder with its experiment, environments and records.
type Folder struct {
	Dir        string
	Experiment Experiment
	Records    []Record
	// Blocks are the records of sweeps.
	Blocks []Block
	// Checks are the records of ChecksFile.
	Checks []Record
	// Repaired states what was done with a record that a kill had truncated; "" if there was none.
	Repaired string
	// Edited lists the places of edited records, which only ReadEdited and OpenEdited accept.
	// Unsigned counts the records written by versions without digests, whose edits cannot be
	// detected.
	Edited   []string
	Unsigned int

	counting

	journal *journal.Journal // the records
	blocks  []int            // line numbers of the blocks in the unpacked file, from 0
	lines   int              // number of lines in the unpacked file
	checks  *journal.Journal // nil before the first check is added
	grown   bool             // a record was added to the existing ones
}

// counting determines which of a folder's records count.
type counting struct {
	// Build is the build of the program that ran last, as returned by BuildOf.
	Build string `json:"build"`
	// Keep makes measurements of other builds count for jobs that this build has not measured.
	Keep bool `json:"keep,omitempty"`
}

// SetBuild sets the build of the program that resumes the run, and whether measurements of other
// builds are kept.
func (f *Folder) SetBuild(build string, keep bool) error {
	now := counting{build, keep}
	if f.counting == now {
		return nil
	}
	content, err := json.Marshal(now)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(f.Dir, buildFile), append(content, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the build of the run: %w", err)
	}
	f.counting = now
	return nil
}

// readCounting reads what SetBuild wrote. If the file is missing, all records count.
func (f *Folder) readCounting(records []*Record, blocks []Block) error {
	err := jsonfile.Read(filepath.Join(f.Dir, buildFile), &f.counting)
	if errors.Is(err, fs.ErrNotExist) {
		f.counting = counting{Keep: true}
		if n := len(records); n > 0 {
			f.Build = records[n-1].Build
		} else if n := len(blocks); n > 0 {
			f.Build = blocks[n-1].Build
		}
		return nil
	}
	return err
}

// Counted returns the records that count: those of the folder's build and, with Keep, those of
// other builds for jobs of which it has only discarded runs or none.
func (f *Folder) Counted() []Record {
	counted := f.counted(pointers(f.Records))
	if len(counted) == len(f.Records) {
		return slices.Clip(f.Records) // avoids copying a million records
	}
	records := make([]Record, len(counted))
	for i, r := range counted {
		records[i] = *r
	}
	return records
}

// counted removes the records that do not count.
func (f *Folder) counted(records []*Record) []*Record {
	if !slices.ContainsFunc(records, func(r *Record) bool { return r.Build != f.Build }) {
		return records
	}
	own := map[jobIdentity]bool{}
	for _, r := range records {
		if r.Build == f.Build && r.Status != nqueens.Void {
			own[r.identity()] = true
		}
	}
	return slices.DeleteFunc(records, func(r *Record) bool { return r.Build != f.Build && (!f.Keep || own[r.identity()]) })
}

// ReadRuns does what ReadFolder or ReadEdited does, for code that processes one job after the
// other. The records are only in the runs.
func ReadRuns(dir string, edited bool, known nqueens.Catalogue) (*Folder, Runs, error) {
	f, read, err := readList(dir, edited, known, func(*recordList) {})
	if err != nil {
		return nil, Runs{}, err
	}
	return f, f.runs(read.records), nil
}

// ReadFolder reads a run, finished or not, without changing it.
func ReadFolder(dir string, known nqueens.Catalogue) (*Folder, error) {
	return readFolder(dir, false, known)
}

// ReadEdited does what ReadFolder does and accepts edited records.
func ReadEdited(dir string, known nqueens.Catalogue) (*Folder, error) {
	return readFolder(dir, true, known)
}

func readFolder(dir string, edited bool, known nqueens.Catalogue) (*Folder, error) {
	f, read, err := readList(dir, edited, known, (*recordList).whole)
	if err != nil {
		return nil, err
	}
	f.Records = read.all()
	return f, nil
}

// readList reads the records into a list that ready has prepared.
func readList(dir string, edited bool, known nqueens.Catalogue, ready func(*recordList)) (*Folder, *recordList, error) {
	e, err := ReadExperiment(filepath.Join(dir, ExperimentFile), known)
	if info, e := os.Stat(dir); e == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a file, but a run is a folder: nqueens bench makes one from a plan, nqueens import from results of other tools", dir)
	}
	if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("there is no folder %s", dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s holds no run (it has no %s)", dir, ExperimentFile)
	}
	if err != nil {
		return nil, nil, err
	}
	read := newRecordList(dir, e, edited)
	ready(&read)
	err = read.read(func(add func(journal.Place, []byte) error) error {
		return journal.Read(filepath.Join(dir, RecordsFile), add)
	})
	if err != nil {
		return nil, nil, err
	}
	f := &Folder{Dir: dir, Experiment: e}
	if f.Checks, err = readChecks(dir, edited); err != nil {
		return nil, nil, err
	}
	return f, &read, f.keep(&read)
}

// OpenFolder creates the folder of a run of the experiment, or opens it to resume the run. It
// returns an error if the folder holds the run of another experiment or damaged records, or if
// another process uses it.
func OpenFolder(dir string, e Experiment) (*Folder, error) { return openFolder(dir, e, false, false) }

// OpenEdited does what OpenFolder does and accepts edited records.
func OpenEdited(dir string, e Experiment) (*Folder, error) { return openFolder(dir, e, true, false) }

// OpenGrown does what OpenFolder or OpenEdited does, and also accepts an experiment with more jobs
// than the folder's, which it then writes into the folder.
func OpenGrown(dir string, e Experiment, edited bool) (*Folder, error) {
	return openFolder(dir, e, edited, true)
}

func openFolder(dir string, e Experiment, edited, grown bool) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the run's folder: %w", err)
	}
	// The lock comes first, because two runs may start at the same moment.
	records, err := journal.Open(filepath.Join(dir, RecordsFile))
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Experiment: e.named(), journal: records}
	err = f.keepExperiment(grown)
	if err == nil {
		err = f.readRecords(edited)
	}
	if err == nil {
		f.Checks, err = readChecks(dir, edited)
	}
	if err != nil {
		f.Close() //nolint:errcheck // the first error is returned
		return nil, err
	}
	return f, nil
}

// keepExperiment writes the experiment into the folder, or compares it with the existing one, which
// may have more jobs if grown is set.
func (f *Folder) keepExperiment(grown bool) error {
	path := filepath.Join(f.Dir, ExperimentFile)
	var families []*nqueens.Family
	for _, job := range f.Experiment.Jobs {
		if !slices.Contains(families, job.Problem.Family) {
			families = append(families, job.Problem.Family)
		}
	}
	there, err := ReadExperiment(path, family.All(families...))
	if errors.Is(err, fs.ErrNotExist) {
		if !f.journal.Empty() {
			return fmt.Errorf("%s holds records of an unknown run (the folder has no %s); choose another folder", f.Dir, ExperimentFile)
		}
		f.Experiment.Signed, f.Experiment.Schema = true, f.Experiment.schema()
		f.Experiment.Began = f.began()
		f.Experiment.Formulas = f.Experiment.formulas()
		return f.writeExperiment()
	}
	if err != nil {
		return err
	}
	f.Experiment.Signed, f.Experiment.Schema = there.Signed, there.Schema
	f.Experiment.Busy, f.Experiment.Budget = there.Busy, there.Budget // as of the beginning of the run
	f.keepPaths(there)
	// Both are written in one order, so that the comparison does not depend on the writer; records
	// belong to jobs by their keys.
	same, err := EncodeExperiment(there.sorted())
	ours := f.Experiment
	if grown {
		was := there.index()
		ours.External = there.External
		ours.Jobs = slices.DeleteFunc(slices.Clone(ours.Jobs), func(j Job) bool { _, old := was.of(j.identity()); return !old })
		ours.Sweeps = slices.DeleteFunc(slices.Clone(ours.Sweeps), func(s *Sweep) bool {
			return !slices.ContainsFunc(there.Sweeps, func(old *Sweep) bool { return old.key() == s.key() })
		})
	}
	if content, e := EncodeExperiment(ours.sorted()); errors.Join(err, e) != nil || !bytes.Equal(same, content) {
		mine := ours.Clock
		ours.Clock = there.Clock
		if content, e := EncodeExperiment(ours.sorted()); errors.Join(err, e) == nil && bytes.Equal(same, content) {
			return fmt.Errorf("%s holds a run with the clock %s, but the clock is now %s; resume it with --clock %[2]s, or choose another folder with -o", f.Dir, ClockName(there.Clock), ClockName(mine))
		}
		return fmt.Errorf("%s holds the run of another plan; choose another folder with -o, or resume that run with its own plan", f.Dir)
	}
	if len(ours.Jobs)+len(ours.Sweeps) < len(f.Experiment.Jobs)+len(f.Experiment.Sweeps) {
		return f.writeExperiment()
	}
	return nil
}

func (f *Folder) writeExperiment() error {
	content, err := EncodeExperiment(f.Experiment)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(f.Dir, ExperimentFile), content)
	}
	if err != nil {
		return fmt.Errorf("starting the run: %w", err)
	}
	return nil
}

// readRecords reads the records of a run to resume. A truncated last record is moved to another
// file.
func (f *Folder) readRecords(edited bool) error {
	read := newRecordList(f.Dir, f.Experiment, edited)
	read.whole()
	err := read.read(f.journal.Read)
	if cut, ok := errors.AsType[*journal.CutOff](err); ok && !cut.Packed() && !Finished(f.Dir) {
		// The truncated record is kept.
		f.Repaired = fmt.Sprintf("%v was cut off; it is kept in %s.cut and its run is repeated", cut.Place, RecordsFile)
		err = atomicfile.WriteFile(cut.Place.File+".cut", cut.Piece)
		if err == nil {
			err = f.journal.Cut()
		}
	}
	if err != nil {
		return err
	}
	f.Records = read.all()
	return f.keep(&read)
}

// keep returns an error if records do not belong to the experiment, or if a finished run has fewer
// records than it had.
func (f *Folder) keep(read *recordList) error {
	read.index, read.keys = jobIndex{}, nil // large for a million records
	f.Blocks, f.blocks, f.lines = read.sweepBlocks, read.blockLines, read.fileLines
	sweeps := map[sweepKey]bool{}
	for _, s := range f.Experiment.Sweeps {
		sweeps[s.key()] = true
	}
	for i := range f.Blocks {
		if b := &f.Blocks[i]; !sweeps[b.key()] {
			return fmt.Errorf("%s: answers of %v on the sweep %q, which is not in the experiment", filepath.Join(f.Dir, RecordsFile), b.Contender, b.List)
		}
	}
	for _, b := range read.unsigned {
		if f.Experiment.Signed {
			if err := f.accept(read, fmt.Errorf("%v: the record was edited or damaged: it has no digest, but all records of this run have one", b), b); err != nil {
				return err
			}
			continue
		}
		f.Unsigned++
	}
	for _, at := range read.editedBlocks {
		f.Edited = append(f.Edited, at.String())
	}
	most, signed := f.Experiment.Repeat.Most(), f.Experiment.Signed
	for i, r := range read.records {
		at, seal := read.place(i), read.seals[i]
		if r.place == 0 {
			return fmt.Errorf("%v: a record of %s, which is not in the experiment", at, r.String())
		}
		if r.Repetition > most {
			return fmt.Errorf("%v: repetition %d, but the experiment has only %d", at, r.Repetition, most)
		}
		signed = signed || seal != journal.Unsigned
		var edited error
		switch key := f.Experiment.Jobs[r.place-1].Key(r.Version, r.Build, f.Experiment.Seed, r.Repetition); {
		case r.Key != key:
			edited = fmt.Errorf("%v: the record is of another run: its key is %s, but the key of this job in the experiment is %s", at, r.Key, key)
		case seal == journal.Edited:
			edited = &journal.EditedError{Place: at}
		case seal == journal.Signed:
			continue
		case signed:
			edited = fmt.Errorf("%v: the record was edited or damaged: it has no digest, but all records of this run have one", at)
		default:
			f.Unsigned++
			continue
		}
		if err := f.accept(read, edited, at); err != nil {
			return err
		}
	}
	if err := f.readCounting(read.records, read.sweepBlocks); err != nil || !Finished(f.Dir) {
		return err
	}
	had, err := judgedRecords(f.Dir)
	if n := len(read.records) + len(read.sweepBlocks); err == nil && n < had {
		err = fmt.Errorf("%s: it has %d of the finished run's %d records; restore the file, or delete %s to repeat the missing runs",
			filepath.Join(f.Dir, RecordsFile), n, had, filepath.Join(f.Dir, SummaryFile))
	}
	return err
}

// accept records that a record was edited, or returns the error.
func (f *Folder) accept(read *recordList, edited error, at journal.Place) error {
	if !read.acceptEdited {
		return refusedEdited(edited)
	}
	f.Edited = append(f.Edited, at.String())
	return nil
}

// judgedRecords returns the number of records behind the run's verdicts, 0 if there are none or the
// file is damaged.
func judgedRecords(dir string) (int, error) {
	var verdicts struct{ Records int }
	err := jsonfile.Read(filepath.Join(dir, VerdictsFile), &verdicts)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, jsonfile.ErrDamaged) {
		return 0, nil
	}
	return verdicts.Records, err
}

// Finished reports whether the folder's run was completed, so that a truncated record is damage and
// not the result of a kill.
func Finished(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, SummaryFile))
	return err == nil
}

// Close closes the records and unlocks the folder.
func (f *Folder) Close() (err error) {
	if f.checks != nil {
		err = f.checks.Close()
	}
	return errors.Join(err, f.journal.Close())
}

// HolderFile names the process that uses a folder.
const HolderFile = journal.HolderFile

// ErrLocked is the error for a folder that another process uses.
var ErrLocked = journal.ErrLocked

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
	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
	"nqueens/internal/table"
)

// The files of a run's folder.
const (
	ExperimentFile  = "experiment.json"
	RecordsFile     = "records.jsonl"
	environmentFile = "environment.json"
	buildFile       = "build.json"
	VerdictsFile    = "verdicts.json" // the judgement and the witnesses of a run
	PageFile        = "summary.md"    // what the run says on a terminal
	SummaryFile     = "summary.csv"
)

// Folder is where a run keeps its experiment, its environment and its records.
type Folder struct {
	Dir        string
	Experiment Experiment
	Records    []Record
	// Blocks are the records of sweeps.
	Blocks []Block
	// Checks are the answers of ChecksFile.
	Checks []Record
	// Repaired says what was done about a record that was cut off when a run
	// was killed; empty if nothing was.
	Repaired string
	// Edited is where records stand that are not as they were written; only
	// ReadEdited and OpenEdited take them. Unsigned is how many records are older
	// than digests, so that nobody can tell.
	Edited   []string
	Unsigned int

	counting

	journal *journal.Journal // the records
	blocks  []int            // the lines of the journal that are blocks, from 0, as far as it is not packed
	lines   int              // how many there are
	checks  *journal.Journal // nil before the first that is added
	grown   bool             // a record was added to those that were there
}

// counting says which of a folder's records count.
type counting struct {
	// Build is the build of the program that went on with the run last, as BuildOf
	// has it.
	Build string `json:"build"`
	// Keep has what other builds measured count where this one has measured nothing.
	Keep bool `json:"keep,omitempty"`
}

// RunBy says which build of the program goes on with the run, and whether what others
// measured is kept.
func (f *Folder) RunBy(build string, keep bool) error {
	now := counting{build, keep}
	if f.counting == now {
		return nil
	}
	content, err := json.Marshal(now)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(f.Dir, buildFile), append(content, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keeping which build runs: %w", err)
	}
	f.counting = now
	return nil
}

// readCounting reads what RunBy wrote. In a folder older than that all records count.
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

// Counted are the records that count: those of the folder's build, and, if others are
// kept, those of the jobs of which it has none but void ones.
func (f *Folder) Counted() []Record {
	counted := f.counted(pointers(f.Records))
	if len(counted) == len(f.Records) {
		return slices.Clip(f.Records) // a million records are not copied for nothing
	}
	records := make([]Record, len(counted))
	for i, r := range counted {
		records[i] = *r
	}
	return records
}

// counted takes away what Counted leaves out.
func (f *Folder) counted(records []*Record) []*Record {
	if !slices.ContainsFunc(records, func(r *Record) bool { return r.Build != f.Build }) {
		return records
	}
	own := map[asked]bool{}
	for _, r := range records {
		if r.Build == f.Build && r.Status != nqueens.Void {
			own[r.asked()] = true
		}
	}
	return slices.DeleteFunc(records, func(r *Record) bool { return r.Build != f.Build && (!f.Keep || own[r.asked()]) })
}

// Runs are the records of a run that count, by job. Whoever makes something of each job alone
// takes what it has of records away as it goes: a million are more than what is made of them.
type Runs struct {
	// ByJob are each job's, in the order in which they were made: the last ones that one version
	// of its backend, in one build of the program, made on one machine. These are not mixed in one
	// mean, and a void run counts only while it has not been made again, and beside no others' that
	// are not void.
	ByJob [][]*Record
	// Order are all jobs as they were run first, and those that never were at the end: records
	// that were read one after the other are let go together.
	Order     []int
	Checks    []*Record   // answers on unreduced problems of which no job is
	All, Void int         // how many records count, and how many of them are void
	Sweeps    []SweepRun  // those of the experiment
	Kept      []KeptProof // by all of them
}

// ByJob are the Runs' of an experiment's records. What it gives points into records.
func ByJob(e Experiment, records []Record) [][]*Record { return RunsOf(e, records).ByJob }

// RunsOf are those of an experiment's records, all of which count.
func RunsOf(e Experiment, records []Record) Runs { return newRuns(e, pointers(records)) }

// Runs are the folder's.
func (f *Folder) Runs() Runs { return f.runs(pointers(f.Records)) }

func (f *Folder) runs(records []*Record) Runs {
	runs := newRuns(f.Experiment, f.counted(records))
	runs.Checks = append(runs.Checks, pointers(f.Checks)...)
	runs.Sweeps = f.sweeps()
	for _, s := range runs.Sweeps {
		runs.All += s.Answered()
	}
	return runs
}

func newRuns(e Experiment, records []*Record) Runs {
	runs := Runs{ByJob: make([][]*Record, len(e.Jobs)), Order: make([]int, 0, len(e.Jobs)), All: len(records)}
	jobOf := e.places()
	for _, r := range records {
		if r.Status == nqueens.Void {
			runs.Void++
		}
		if r.ProofKept != nil {
			runs.Kept = append(runs.Kept, *r.ProofKept)
		}
		i, ok := jobOf(r)
		if !ok {
			if r.Unreduced {
				runs.Checks = append(runs.Checks, r)
			}
			continue
		}
		mine := runs.ByJob[i]
		if len(mine) == 0 {
			runs.Order = append(runs.Order, i)
		} else if !r.sameMaker(mine[len(mine)-1]) {
			if r.Status == nqueens.Void && slices.ContainsFunc(mine, func(m *Record) bool { return m.Status != nqueens.Void }) {
				continue
			}
			mine = nil
		}
		mine = slices.DeleteFunc(mine, func(v *Record) bool { return v.Status == nqueens.Void && v.Key == r.Key })
		runs.ByJob[i] = append(mine, r)
	}
	for i, records := range runs.ByJob {
		if len(records) == 0 {
			runs.Order = append(runs.Order, i)
		}
	}
	return runs
}

// ReadRuns is ReadFolder, or ReadEdited, for what is made of each job alone: what records the
// folder has only the runs hold.
func ReadRuns(dir string, edited bool, more ...*nqueens.Family) (*Folder, Runs, error) {
	f, read, err := readList(dir, edited, more, func(*recordList) {})
	if err != nil {
		return nil, Runs{}, err
	}
	return f, f.runs(read.records), nil
}

// ReadFolder reads a run, finished or not, without changing it. It may be of more
// families than those of family.All.
func ReadFolder(dir string, more ...*nqueens.Family) (*Folder, error) {
	return readFolder(dir, false, more)
}

// ReadEdited is ReadFolder that takes records which were edited.
func ReadEdited(dir string, more ...*nqueens.Family) (*Folder, error) {
	return readFolder(dir, true, more)
}

func readFolder(dir string, edited bool, more []*nqueens.Family) (*Folder, error) {
	f, read, err := readList(dir, edited, more, (*recordList).whole)
	if err != nil {
		return nil, err
	}
	f.Records = read.all()
	return f, nil
}

// readList reads the records into a list that was got ready.
func readList(dir string, edited bool, more []*nqueens.Family, ready func(*recordList)) (*Folder, *recordList, error) {
	e, err := ReadExperiment(filepath.Join(dir, ExperimentFile), more...)
	if info, e := os.Stat(dir); e == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is a file, and a run is a folder: nqueens bench makes one of a plan, nqueens import of what others measured", dir)
	}
	if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("there is no folder %s", dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s holds no run (there is no %s in it)", dir, ExperimentFile)
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

// OpenFolder makes the folder of a run of the experiment, or opens it to
// resume one. It refuses a folder that holds another experiment's run, one into
// which another process runs, and damaged records.
func OpenFolder(dir string, e Experiment) (*Folder, error) { return openFolder(dir, e, false, false) }

// OpenEdited is OpenFolder that takes records which were edited.
func OpenEdited(dir string, e Experiment) (*Folder, error) { return openFolder(dir, e, true, false) }

// OpenGrown is OpenFolder, or OpenEdited, that takes an experiment with more jobs than the
// folder's, and keeps it there.
func OpenGrown(dir string, e Experiment, edited bool) (*Folder, error) {
	return openFolder(dir, e, edited, true)
}

func openFolder(dir string, e Experiment, edited, grown bool) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the run's folder: %w", err)
	}
	// The lock comes first: two runs may begin in the same moment.
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
		f.Close() //nolint:errcheck // another error is on its way already
		return nil, err
	}
	return f, nil
}

// keepExperiment writes the experiment beside the records, or compares it with
// the one that is there, which may have grown.
func (f *Folder) keepExperiment(grown bool) error {
	path := filepath.Join(f.Dir, ExperimentFile)
	var families []*nqueens.Family
	for _, job := range f.Experiment.Jobs {
		if !slices.Contains(families, job.Problem.Family) {
			families = append(families, job.Problem.Family)
		}
	}
	there, err := ReadExperiment(path, families...)
	if errors.Is(err, fs.ErrNotExist) {
		if !f.journal.Empty() {
			return fmt.Errorf("%s holds records of an unknown run (there is no %s beside them); choose another folder", f.Dir, ExperimentFile)
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
	f.Experiment.Busy, f.Experiment.Budget = there.Busy, there.Budget // of when it began
	f.keepPaths(there)
	// Written again in one order, what was read does not depend on who wrote it: records
	// belong to jobs by their keys.
	same, err := EncodeExperiment(there.sorted())
	ours := f.Experiment
	if grown {
		was := there.index()
		ours.External = there.External
		ours.Jobs = slices.DeleteFunc(slices.Clone(ours.Jobs), func(j Job) bool { _, old := was.of(j.asked()); return !old })
		ours.Sweeps = slices.DeleteFunc(slices.Clone(ours.Sweeps), func(s *Sweep) bool {
			return !slices.ContainsFunc(there.Sweeps, func(old *Sweep) bool { return old.key() == s.key() })
		})
	}
	if content, e := EncodeExperiment(ours.sorted()); errors.Join(err, e) != nil || !bytes.Equal(same, content) {
		mine := ours.Clock
		ours.Clock = there.Clock
		if content, e := EncodeExperiment(ours.sorted()); errors.Join(err, e) == nil && bytes.Equal(same, content) {
			return fmt.Errorf("%s holds a run with the clock %s, and the clock is %s now; go on with it by --clock %[2]s, or choose another folder with -o", f.Dir, ClockName(there.Clock), ClockName(mine))
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

// readRecords reads the records of a run to go on with. A last record that a
// kill has cut off is put aside.
func (f *Folder) readRecords(edited bool) error {
	read := newRecordList(f.Dir, f.Experiment, edited)
	read.whole()
	err := read.read(f.journal.Read)
	if cut, ok := errors.AsType[*journal.CutOff](err); ok && !cut.Packed() && !Finished(f.Dir) {
		// The piece is kept, not lost.
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

// keep refuses records that were read and are not the experiment's, and fewer than there were when
// the run was finished.
func (f *Folder) keep(read *recordList) error {
	read.index, read.keys = jobIndex{}, nil // of a million records they are large
	f.Blocks, f.blocks, f.lines = read.sweepBlocks, read.blockLines, read.fileLines
	sweeps := map[sweepKey]bool{}
	for _, s := range f.Experiment.Sweeps {
		sweeps[s.key()] = true
	}
	for i := range f.Blocks {
		if b := &f.Blocks[i]; !sweeps[b.key()] {
			return fmt.Errorf("%s: answers of %v to %q, which the experiment beside it does not ask", filepath.Join(f.Dir, RecordsFile), b.Contender, b.List)
		}
	}
	for _, b := range read.unsigned {
		if f.Experiment.Signed {
			if err := f.accept(read, fmt.Errorf("%v: the record was edited, or damaged: it has no digest, as all here have since they are signed", b), b); err != nil {
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
			return fmt.Errorf("%v: a record of %s, which the experiment beside it does not have", at, r.String())
		}
		if r.Repetition > most {
			return fmt.Errorf("%v: repetition %d, and the experiment beside it has %d", at, r.Repetition, most)
		}
		signed = signed || seal != journal.Unsigned
		var edited error
		switch key := f.Experiment.Jobs[r.place-1].Key(r.Version, r.Build, f.Experiment.Seed, r.Repetition); {
		case r.Key != key:
			edited = fmt.Errorf("%v: the record is of another run: its key is %s, and what the experiment beside it asks has %s", at, r.Key, key)
		case seal == journal.Edited:
			edited = &journal.EditedError{Place: at}
		case seal == journal.Signed:
			continue
		case signed:
			edited = fmt.Errorf("%v: the record was edited, or damaged: it has no digest, as all here have since they are signed", at)
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
		err = fmt.Errorf("%s: it has %d of the finished run's %d records; restore the file, or delete %s to run again what is missing",
			filepath.Join(f.Dir, RecordsFile), n, had, filepath.Join(f.Dir, SummaryFile))
	}
	return err
}

// accept notes that a record was edited, or refuses it.
func (f *Folder) accept(read *recordList, edited error, at journal.Place) error {
	if !read.acceptEdited {
		return refusedEdited(edited)
	}
	f.Edited = append(f.Edited, at.String())
	return nil
}

// judgedRecords returns how many records the run's verdicts are based on, 0 where
// there are none yet or the file is damaged.
func judgedRecords(dir string) (int, error) {
	var verdicts struct{ Records int }
	err := jsonfile.Read(filepath.Join(dir, VerdictsFile), &verdicts)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, jsonfile.ErrDamaged) {
		return 0, nil
	}
	return verdicts.Records, err
}

// Finished reports whether the folder's run came to its end: then its records
// can no longer have been cut off by a kill.
func Finished(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, SummaryFile))
	return err == nil
}

// Append writes records and waits until they are on the disk. When that fails
// the file is left as it was before.
func (f *Folder) Append(records ...Record) error {
	entries := make([]any, len(records))
	for i, r := range records {
		if err := r.Check(); err != nil {
			return fmt.Errorf("%v is not recorded: %w", r, err)
		}
		entries[i] = r.written()
	}
	if err := f.reopen(); err != nil {
		return err
	}
	if err := f.journal.Append(entries...); err != nil {
		return fmt.Errorf("recording a run (%s before it safe): %w", table.Plural(len(f.Records), "record"), err)
	}
	f.Records, f.lines = append(f.Records, records...), f.lines+len(records)
	return nil
}

// AppendBlocks is Append of blocks.
func (f *Folder) AppendBlocks(blocks ...Block) error {
	entries := make([]any, len(blocks))
	for i := range blocks {
		if err := blocks[i].Check(); err != nil {
			return fmt.Errorf("answers of %v are not recorded: %w", blocks[i].Contender, err)
		}
		entries[i] = blocks[i]
	}
	if err := f.reopen(); err != nil {
		return err
	}
	if err := f.journal.Append(entries...); err != nil {
		return fmt.Errorf("recording a sweep (what was recorded before is safe): %w", err)
	}
	for i := range blocks {
		f.blocks = append(f.blocks, f.lines+i)
	}
	f.Blocks, f.lines = append(f.Blocks, blocks...), f.lines+len(blocks)
	return nil
}

// reopen takes away what was concluded from records that were others.
func (f *Folder) reopen() error {
	if f.grown {
		return nil
	}
	for _, file := range []string{SummaryFile, PageFile} {
		if err := os.Remove(filepath.Join(f.Dir, file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("going on with a finished run: %w", err)
		}
	}
	f.grown = true
	return nil
}

// Drop takes records and blocks away.
func (f *Folder) Drop(which func(Record) bool, whichBlock func(*Block) bool) error {
	blocks := slices.DeleteFunc(slices.Clone(f.Blocks), func(b Block) bool { return whichBlock(&b) })
	if len(blocks) == len(f.Blocks) && !slices.ContainsFunc(f.Records, which) { // a million are not copied for nothing
		return nil
	}
	block, kept := 0, 0
	var lines []int // of the blocks that are kept
	gone := func(i int) (gone bool) {
		isBlock := block < len(f.blocks) && f.blocks[block] == i
		if isBlock {
			gone = whichBlock(&f.Blocks[block])
			block++
		} else {
			gone = which(f.Records[i-block])
		}
		if !gone {
			if isBlock {
				lines = append(lines, kept)
			}
			kept++
		}
		return gone
	}
	err := f.journal.Fixed()
	if err == nil { // or else what is concluded stays
		err = f.reopen()
	}
	if err == nil {
		err = f.journal.Drop(gone)
	}
	if err != nil {
		return fmt.Errorf("taking records away: %w", err)
	}
	f.Records, f.Blocks, f.blocks = slices.DeleteFunc(slices.Clone(f.Records), which), blocks, lines
	f.lines = len(f.Records) + len(f.Blocks)
	return nil
}

// Close closes the records and lets others run into the folder.
func (f *Folder) Close() (err error) {
	if f.checks != nil {
		err = f.checks.Close()
	}
	return errors.Join(err, f.journal.Close())
}

// HolderFile says who runs into a folder.
const HolderFile = journal.HolderFile

// ErrLocked is the error for a folder into which another process runs.
var ErrLocked = journal.ErrLocked

package bench

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// Record is one line of a run's records.jsonl: one repetition of one contender on one problem.
// Records are appended and synced one by one and never changed. A solution of more than 256 pieces
// is checked but not kept.
type Record struct {
	// Key is a digest of what was run: problem, task, backend and its version, encoding, limits,
	// repetition. A resumed run skips the keys that it already has.
	Key string `json:"key"`
	// Problem is the name of the problem, as returned by Job.ProblemName. nqueens.Catalogue.Parse
	// parses it unless it is an instance.
	Problem string `json:"problem"`
	// Instance is the name of the problem's file, if it came from one.
	Instance string       `json:"instance,omitempty"`
	Task     nqueens.Task `json:"task"`
	backends.Contender
	// Cores is the number of threads that were used, if the machine has fewer cores than Threads.
	Cores   int    `json:"cores,omitempty"`
	Version string `json:"version,omitempty"`
	// Build identifies the measuring program, as returned by BuildOf; "" in records written by
	// versions without the field.
	Build string `json:"build,omitempty"`
	// Machine is the name of the machine in a run on several machines; "" refers to the run's
	// environment.
	Machine    string `json:"machine,omitempty"`
	Repetition int    `json:"repetition"` // from 1
	// Turn is the position, from 1, among the repetitions that one process made; 0 if the process
	// made one. WallSeconds and CPUSeconds are then this repetition's part of the process, which
	// for the first includes the start, and PeakBytes is measured after the first answer of the
	// process.
	Turn int `json:"turn,omitempty"`
	// Seed is the seed of the backend's random choices, if it makes any.
	Seed    uint64    `json:"seed,omitempty"`
	Started time.Time `json:"started"`

	nqueens.Outcome

	Fingerprint *nqueens.Fingerprint `json:"fingerprint,omitempty"` // of the solutions found, for the task all
	// Duplicates counts repeated solutions, for the task all; absent if there were too many
	// solutions to count.
	Duplicates *uint64 `json:"duplicates,omitempty"`
	// Fault is a solution that proves the answer wrong: it breaks the rules or was given twice.
	Fault *Fault `json:"fault,omitempty"`
	// Contradiction states how the answer contradicts itself: "says 40 and shows 38 solutions",
	// "says 40, and asked again 41".
	Contradiction string `json:"contradiction,omitempty"`

	// Proof is the evidence for the answer unsatisfiable. It is absent for other answers, and if an
	// earlier repetition has it, because a job is proved once.
	Proof Proof `json:"proof,omitzero"`
	// ProofStatus is set if a backend that can prove did not deliver a requested proof: timeout,
	// memory-limit (also for a proof that is too long), crashed or void.
	ProofStatus nqueens.Status `json:"proofStatus,omitempty"`
	// ProofBytes is the length of the proof. ProofSeconds is the time for checking it, which is not
	// part of the backend's time; absent if the harness was stopped meanwhile.
	ProofBytes   int64      `json:"proofBytes,omitempty"`
	ProofSeconds float64    `json:"proofSeconds,omitempty"`
	ProofKept    *KeptProof `json:"proofKept,omitempty"` // nil if the proof was not kept

	// Seconds is the backend's time for one answer: encoding, solving and decoding, without the
	// start of the process and without checking. For an external program it is the time of its
	// whole process. It is absent without an answer, and in older records if it is 0.
	Seconds float64 `json:"seconds,omitempty"`
	// FloorSeconds is the time that the contender takes for a board of one square: the part of
	// Seconds for starting a process, reading files and ending. It is measured in the same run for
	// external solvers and programs, and for all contenders with ProcessClock.
	FloorSeconds float64 `json:"floorSeconds,omitempty"`
	// Iterations counts how often the process computed the answer, so that short work could be
	// timed; Seconds and Phases are means over them.
	Iterations int `json:"iterations,omitempty"`
	// WallSeconds and CPUSeconds are those of the whole process, from its start. For an external
	// solver CPUSeconds is the CPU time of the solver's processes, over all Iterations, and
	// OtherCPUSeconds that of the process around it; older records have both in CPUSeconds.
	WallSeconds     float64 `json:"wallSeconds,omitempty"`
	CPUSeconds      float64 `json:"cpuSeconds,omitempty"`
	OtherCPUSeconds float64 `json:"otherCPUSeconds,omitempty"`
	PeakBytes       int64   `json:"peakBytes,omitempty"`

	place int // position, from 1, of its job in the experiment; 0 if unknown
}

// Proof is the evidence for the answer that there is no solution. In JSON it is a text: the kind,
// followed by a colon and the reason.
type Proof struct {
	Kind ProofKind
	Why  string // why a requested proof is missing or was refused
}

// ProofKind states what kind of evidence a Proof is.
type ProofKind string

const (
	// The proof passed the check for the formula that the harness made; on a board, the formula was
	// compared with the rules of the piece.
	ProofChecked ProofKind = "checked"
	// The proof passed the check, but the formula could not be compared with the rules: the board
	// has more than 128 squares a side, or the encoding's auxiliary variables are too entangled.
	ProofUncompared ProofKind = "checked, the formula uncompared"
	// There is only the backend's answer.
	Unproved ProofKind = "search, unproved"
	// The backend's proof failed the check.
	ProofRefused ProofKind = "refused"
)

// Checked reports whether the proof passed the check.
func (p Proof) Checked() bool { return p.Kind == ProofChecked || p.Kind == ProofUncompared }

// String returns the kind, followed by the reason if there is one: "search, unproved: timeout".
func (p Proof) String() string {
	if p.Why == "" {
		return string(p.Kind)
	}
	return string(p.Kind) + ": " + p.Why
}

// MarshalText returns the text of String.
func (p Proof) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses what MarshalText returns.
func (p *Proof) UnmarshalText(text []byte) error {
	kind, why, _ := strings.Cut(string(text), ": ")
	p.Kind, p.Why = ProofKind(kind), why
	switch p.Kind {
	case "", ProofChecked, ProofUncompared, Unproved, ProofRefused:
		return nil
	}
	return fmt.Errorf("proof %q: should begin with %s, %s, %s or %s", text, ProofChecked, ProofUncompared, Unproved, ProofRefused)
}

// KeptProof describes a kept proof that passed the check: DRAT, or VeriPB's format if it is about
// the problem as OPB; gzipped if its name ends in .gz.
type KeptProof struct {
	File     string `json:"file"`     // relative to the run's folder
	SHA256   string `json:"sha256"`   // of the file
	Encoding string `json:"encoding"` // of the formula that was proved
}

// ProofsFolder is the subfolder of a run's folder for kept proofs.
const ProofsFolder = "proofs"

// ProofFile returns the path, in a run's folder, of the proof for a run of the job with the given
// key.
func (j Job) ProofFile(key string) string {
	words := strings.FieldsFunc(j.String(), func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return fmt.Sprintf("%s/%.100s-%s.drat.gz", ProofsFolder, strings.Join(words, "-"), key)
}

// Fault is a wrong solution of a backend, with the reason.
type Fault struct {
	Solution nqueens.Solution `json:"solution"`
	Why      string           `json:"why"` // "a2 and b3 attack each other", "found twice"
}

// String returns the name of the job that the record belongs to.
func (r Record) String() string {
	return JobName(r.Problem, r.Task, r.Contender.String())
}

// written returns the value to be written as JSON. For an answer in 0 s it includes the time,
// because a missing time means unknown.
func (r Record) written() any {
	if r.Seconds > 0 || !r.Status.Answered() {
		return r
	}
	return struct {
		Record
		Seconds float64 `json:"seconds"`
	}{Record: r}
}

func (r *Record) asked() asked { return newAsked(r.Problem, r.Task, r.Contender) }

func pointers(records []Record) []*Record {
	list := make([]*Record, len(records))
	for i := range records {
		list[i] = &records[i]
	}
	return list
}

// places returns a function that finds the job of a record.
func (e Experiment) places() func(*Record) (place int, ok bool) {
	index := sync.OnceValue(e.index) // takes long for a million jobs
	return func(r *Record) (int, bool) {
		if i := r.place - 1; i >= 0 && i < len(e.Jobs) && e.Jobs[i].asked() == r.asked() {
			return i, true
		}
		return index().of(r.asked())
	}
}

// sameMaker reports whether both records were made by the same version and build on the same
// machine.
func (r *Record) sameMaker(other *Record) bool {
	return r.Version == other.Version && r.Build == other.Build && r.Machine == other.Machine
}

// Check returns an error for a record that no run can produce. Writers and readers use the same
// check.
func (r Record) Check() error {
	if r.Key == "" || r.Problem == "" || r.Task == "" || r.Backend == "" || r.Status == "" {
		return errors.New("it has no key, problem, task, backend or status")
	}
	err := r.checkOutcome()
	if err == nil && (r.Threads < 0 || r.Repetition < 1) {
		err = fmt.Errorf("threads %d, repetition %d", r.Threads, r.Repetition)
	}
	return err
}

// checkOutcome checks the observed values.
func (r Record) checkOutcome() error {
	if !r.Status.Valid() || r.ProofStatus != "" && !r.ProofStatus.Valid() {
		return fmt.Errorf("status %q", strings.TrimSpace(string(r.Status)+" "+string(r.ProofStatus)))
	}
	if !r.Status.Answered() && (r.Count != nil || r.Solution != nil) {
		return fmt.Errorf("it has an answer of a run that is %s", r.Status)
	}
	p := r.Phases
	for _, n := range []struct {
		what  string
		value float64
	}{
		{"seconds", r.Seconds}, {"wallSeconds", r.WallSeconds}, {"cpuSeconds", r.CPUSeconds}, {"otherCPUSeconds", r.OtherCPUSeconds}, {"proofSeconds", r.ProofSeconds}, {"floorSeconds", r.FloorSeconds},
		{"phases: encode", p.Encode}, {"phases: solve", p.Solve}, {"phases: decode", p.Decode}, {"phases: check", p.Check},
		{"turn", float64(r.Turn)}, {"iterations", float64(r.Iterations)}, {"peakBytes", float64(r.PeakBytes)}, {"proofBytes", float64(r.ProofBytes)},
	} {
		if !(n.value >= 0) || math.IsInf(n.value, 0) {
			return fmt.Errorf("%s are %v", n.what, n.value)
		}
	}
	if sum := p.Encode + p.Solve + p.Decode; r.Status.Answered() && r.Seconds > 0 && sum > r.Seconds*1.001+1e-6 {
		return fmt.Errorf("phases of %.3g s together, of an answer that took %.3g s", sum, r.Seconds)
	}
	return nil
}

// ParseRecords parses JSON Lines. On an error it returns the records before it. Errors include
// edited records, and a key that comes twice unless another version or build ran in between or the
// earlier run was discarded.
func ParseRecords(name string, text []byte) ([]Record, error) {
	l := newRecordList("", Experiment{}, false)
	err := l.read(func(add func(journal.Place, []byte) error) error {
		_, err := journal.Lines(name, bytes.NewReader(text), add)
		return err
	})
	return l.all(), err
}

// recordList holds records that have been read, and their places.
type recordList struct {
	acceptEdited bool
	records      []*Record
	block        []Record       // memory of the latest records
	lines        []line         // lines that are not decoded yet
	text         []byte         // memory of these lines
	files        []fileStart    // of the records
	seals        []journal.Seal // of the records
	sweepBlocks  []Block
	blockLines   []int           // in the unpacked file, from 0
	fileLines    int             // number of lines in that file
	last         journal.Place   // of the previous line
	unsigned     []journal.Place // of blocks
	editedBlocks []journal.Place
	words        map[string]string         // each text that many records share is kept once
	counts       map[string]*nqueens.Count // likewise
	keys         map[string]int            // the last record with each key
	jobs         []Job                     // of the experiment
	index        jobIndex                  // of the jobs
	strangers    map[asked]int             // positions after the jobs, for records without a job
	// turns has, for each job, the first record and the one after the last of the latest
	// consecutive records made by one version and build.
	turns [][2]int
}

// fileStart is the place of the first record of a file or of a consecutive part; each further line
// is one record.
type fileStart struct {
	record int
	at     journal.Place
}

// place returns the place of a record.
func (l *recordList) place(record int) journal.Place {
	i, _ := slices.BinarySearchFunc(l.files, record+1, func(s fileStart, record int) int { return s.record - record })
	s := l.files[i-1]
	s.at.Line += record - s.record
	return s.at
}

// newRecordList returns a list with room for the records of an experiment in a folder, estimated
// from the size of the file.
func newRecordList(dir string, e Experiment, acceptEdited bool) recordList {
	l := recordList{acceptEdited: acceptEdited, jobs: e.Jobs, index: e.index(), turns: make([][2]int, len(e.Jobs))}
	const shortest = 300 // bytes of a record
	if info, err := os.Stat(filepath.Join(dir, RecordsFile)); err == nil {
		l.records = make([]*Record, 0, max(0, min(info.Size()/shortest, int64(len(e.Jobs)*e.Repeat.Most()))))
	}
	l.words, l.strangers, l.counts, l.keys = map[string]string{}, map[asked]int{}, map[string]*nqueens.Count{}, make(map[string]int, cap(l.records))
	return l
}

// whole makes the records lie in one piece of memory if the estimate holds.
func (l *recordList) whole() { l.block = make([]Record, 0, cap(l.records)) }

// all returns the records in one piece of memory.
func (l *recordList) all() []Record {
	if len(l.block) == len(l.records) {
		return l.block
	}
	all := make([]Record, len(l.records))
	for i, r := range l.records {
		all[i] = *r
	}
	return all
}

// line is a line of a journal.
type line struct {
	at    journal.Place
	text  []byte
	seal  journal.Seal
	block *Block // nil for a single record
	err   error  // why it is neither a record nor a block
}

// several is the number of records that are decoded, stored and released together.
const several = 256

// read adds the records of all lines of a journal.
func (l *recordList) read(journal func(add func(journal.Place, []byte) error) error) error {
	err := journal(l.add)
	return cmp.Or(l.decode(), err) // an error in an earlier line comes first
}

// add adds a line, which is decoded later together with others.
func (l *recordList) add(at journal.Place, text []byte) error {
	n := len(l.text)
	l.text = append(l.text, text...)
	l.lines = append(l.lines, line{at: at, text: l.text[n:]})
	if len(l.lines) < several && len(l.text) < 1<<20 { // a line may be 64 MiB long
		return nil
	}
	return l.decode()
}

// decode decodes the pending lines in parallel, because that takes most of the time, and adds their
// records.
func (l *recordList) decode() error {
	lines := l.lines
	l.lines, l.text = l.lines[:0], l.text[:0]
	if len(l.block)+len(lines) > cap(l.block) {
		l.block = make([]Record, 0, several)
	}
	records := l.block[len(l.block):][:len(lines)]
	var parts errgroup.Group
	const part = several / 16
	for from := 0; from < len(lines); from += part {
		parts.Go(func() error {
			for i := from; i < min(from+part, len(lines)); i++ {
				lines[i].decode(&records[i])
			}
			return nil
		})
	}
	parts.Wait() //nolint:errcheck // errors are kept in the lines
	for i := range lines {
		if err := l.enter(&records[i], &lines[i]); err != nil {
			return err
		}
		l.block = l.block[:len(l.block)+1]
	}
	return nil
}

// blockStart is the beginning of the line of a block.
const blockStart = `{"list":`

func (l *line) decode(r *Record) {
	if bytes.HasPrefix(l.text, []byte(blockStart)) {
		l.block = new(Block)
		if l.err = jsonfile.Unmarshal(l.text, l.block); l.err == nil {
			l.err = l.block.Check()
		}
	} else if l.err = jsonfile.Unmarshal(l.text, r); l.err == nil {
		l.err = r.Check()
	}
	l.seal = journal.SealOf(l.text)
}

// enter adds the record or block of a line.
func (l *recordList) enter(r *Record, line *line) error {
	at := line.at
	if line.err != nil {
		return fmt.Errorf("%v: not a record: %w", at, line.err)
	}
	if line.seal == journal.Edited && !l.acceptEdited {
		return refusedEdited(&journal.EditedError{Place: at})
	}
	follows := at.File == l.last.File && at.Line == l.last.Line+1
	l.last = at
	packed := strings.HasSuffix(at.File, ".gz")
	if !packed {
		l.fileLines++
	}
	if line.block == nil {
		return l.keep(r, line, follows)
	}
	switch line.seal {
	case journal.Edited:
		l.editedBlocks = append(l.editedBlocks, at)
	case journal.Unsigned:
		l.unsigned = append(l.unsigned, at)
	}
	if l.sweepBlocks = append(l.sweepBlocks, *line.block); !packed {
		l.blockLines = append(l.blockLines, at.Line-1)
	}
	l.last.Line = 0 // the next record starts a new part
	return nil
}

// keep adds the record of a line. follows is set if the previous line was a record of the same
// file. Records added before do not move in memory.
func (l *recordList) keep(r *Record, line *line, follows bool) error {
	at, seal := line.at, line.seal
	job := l.job(r.asked())
	if job < len(l.jobs) {
		j := &l.jobs[job]
		r.place, r.Problem, r.Task, r.Backend, r.Encoding = job+1, j.ProblemName(), j.Task, j.Backend, j.Encoding
	}
	for _, text := range []*string{&r.Instance, &r.Version, &r.Build, &r.Machine, (*string)(&r.Status), &r.Reason} {
		*text = l.word(*text)
	}
	if r.Count != nil {
		text := r.Count.String()
		if l.counts[text] == nil {
			l.counts[text] = r.Count
		}
		r.Count = l.counts[text]
	}
	next := len(l.records)
	t := &l.turns[job]
	if t[1] == 0 || !r.sameMaker(l.records[t[1]-1]) {
		t[0] = next
		r.Stats = l.named(r.Stats)
	} else {
		l.share(r, l.records[t[1]-1])
	}
	if i, twice := l.keys[r.Key]; twice && i >= t[0] && l.records[i].Status != nqueens.Void && l.records[i].asked() == r.asked() {
		return fmt.Errorf("%v: the record of %s again (key %s)", at, l.place(i).Relative(at), r.Key)
	}
	t[1], l.keys[r.Key] = next+1, next
	if !follows {
		l.files = append(l.files, fileStart{next, at})
	}
	l.records, l.seals = append(l.records, r), append(l.seals, seal)
	return nil
}

// job returns the position of a job; for a record without a job in the experiment, a position after
// them.
func (l *recordList) job(a asked) int {
	job, known := l.index.of(a)
	if !known {
		job, known = l.strangers[a]
	}
	if !known {
		job = len(l.turns)
		l.strangers[a], l.turns = job, append(l.turns, [2]int{})
	}
	return job
}

// word returns an equal text, the same one each time.
func (l *recordList) word(text string) string {
	word, known := l.words[text]
	if !known {
		word = text
		l.words[text] = word
	}
	return word
}

// named returns statistics with shared names; nil if there are none.
func (l *recordList) named(stats map[string]int64) map[string]int64 {
	if len(stats) == 0 {
		return nil
	}
	named := make(map[string]int64, len(stats))
	for name, n := range stats {
		named[l.word(name)] = n
	}
	return named
}

// share makes the record share equal values with the previous record of its job.
func (l *recordList) share(r, earlier *Record) {
	if maps.Equal(r.Stats, earlier.Stats) {
		r.Stats = earlier.Stats
	} else {
		r.Stats = l.named(r.Stats)
	}
	if slices.Equal(r.Solution, earlier.Solution) {
		r.Solution = earlier.Solution
	}
}

// refusedEdited returns the error for an edited record, with what can be done.
func refusedEdited(err error) error {
	return fmt.Errorf("%w; restore the file, or use --accept-edited, which marks all results", err)
}

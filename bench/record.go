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

// Record is one line of a run's records.jsonl: one repetition of one backend
// on one problem. Records are appended and synced one by one and never
// changed. A solution of more than 256 pieces is checked and not kept.
type Record struct {
	// Key is a digest of the content of what was run: problem, task, backend
	// and its version, encoding, limits, repetition. A resumed run skips the
	// keys it already has.
	Key string `json:"key"`
	// Problem is what the problem is called, as Job.ProblemName has it:
	// nqueens.Catalogue.Parse reads it unless it is an instance.
	Problem string `json:"problem"`
	// Instance is the name of the problem's file, where it came from one.
	Instance string       `json:"instance,omitempty"`
	Task     nqueens.Task `json:"task"`
	backends.Contender
	// Cores is on how many threads it ran where the machine has no core for each of Threads.
	Cores   int    `json:"cores,omitempty"`
	Version string `json:"version,omitempty"`
	// Build is the program that made the record, as BuildOf has it; "" in records
	// older than the field.
	Build string `json:"build,omitempty"`
	// Machine is where the record was made, of a run that several machines share; "" is
	// where the run's environment says.
	Machine    string `json:"machine,omitempty"`
	Repetition int    `json:"repetition"` // from 1
	// Turn is its place, from 1, among the repetitions that one process made: 0 where it had a process
	// of its own. WallSeconds and CPUSeconds are then its part of the process's, to the first one the
	// start too, and PeakBytes is that after the first answer of the process.
	Turn int `json:"turn,omitempty"`
	// Seed is what the backend was given for its random choices, if it makes any.
	Seed    uint64    `json:"seed,omitempty"`
	Started time.Time `json:"started"`

	nqueens.Outcome

	Fingerprint *nqueens.Fingerprint `json:"fingerprint,omitempty"` // of the solutions found, for the task all
	// Duplicates is how many solutions came again, for the task all; absent
	// where there were too many solutions to tell.
	Duplicates *uint64 `json:"duplicates,omitempty"`
	// Fault is a solution that shows the answer wrong: it breaks the rules or
	// came twice.
	Fault *Fault `json:"fault,omitempty"`
	// Contradiction is how the answer contradicts itself: "says 40 and shows 38
	// solutions", "says 40, and asked again 41".
	Contradiction string `json:"contradiction,omitempty"`

	// Proof says what supports the answer unsatisfiable. Absent where there was
	// no such answer, and where an earlier repetition has it: a job is
	// proved once.
	Proof Proof `json:"proof,omitzero"`
	// ProofStatus says, where a backend that can prove was to give a proof and none
	// came of it, how that ended: timeout, memory-limit (a proof that is too long
	// too), crashed or void.
	ProofStatus nqueens.Status `json:"proofStatus,omitempty"`
	// ProofBytes is the length of the proof, ProofSeconds how long checking it
	// took: not the backend's time. It is absent where the harness was stopped meanwhile.
	ProofBytes   int64      `json:"proofBytes,omitempty"`
	ProofSeconds float64    `json:"proofSeconds,omitempty"`
	ProofKept    *KeptProof `json:"proofKept,omitempty"` // nil if it is kept nowhere

	// Seconds is the backend's own time for one answer: encoding, solving and
	// decoding, not starting the process and not checking; of an external
	// program it is the time of its whole process. Absent without an answer, and in older
	// records where it is 0.
	Seconds float64 `json:"seconds,omitempty"`
	// FloorSeconds is what the contender takes for a board of one square, in the
	// same way: of Seconds, what starting a process, reading files and ending cost.
	// It is measured in the same run, of external solvers and programs, and of all
	// where the clock is the process's.
	FloorSeconds float64 `json:"floorSeconds,omitempty"`
	// Iterations is how many times the answer was computed in this process, so
	// that short work could be timed; Seconds and Phases are means over them.
	Iterations int `json:"iterations,omitempty"`
	// WallSeconds and CPUSeconds are the whole process's, from its start. Of an external solver
	// CPUSeconds is that of the solver's own processes, over all Iterations; OtherCPUSeconds is what
	// the process around it took besides, which records older than the field have in CPUSeconds.
	WallSeconds     float64 `json:"wallSeconds,omitempty"`
	CPUSeconds      float64 `json:"cpuSeconds,omitempty"`
	OtherCPUSeconds float64 `json:"otherCPUSeconds,omitempty"`
	PeakBytes       int64   `json:"peakBytes,omitempty"`

	place int // from 1, of its job in the experiment that it was read with; 0 where that is not known
}

// Proof is what supports the answer that there is no solution. In JSON it is
// a text: the kind, and after a colon why.
type Proof struct {
	Kind ProofKind
	Why  string // why there is none though there was to be one, or why it is refused
}

// ProofKind says how far a Proof goes.
type ProofKind string

const (
	// The backend's proof was found right, for the formula that the harness made;
	// and that, on a board, forbids nothing that the rules of the piece allow.
	ProofChecked ProofKind = "checked"
	// Likewise, but the formula could not be compared with the rules: the board has
	// more than 128 squares a side, or the encoding's auxiliary variables are too
	// entangled.
	ProofUncompared ProofKind = "checked, the formula uncompared"
	// There is the backend's word alone.
	Unproved ProofKind = "search, unproved"
	// What the backend gave as a proof is none.
	ProofRefused ProofKind = "refused"
)

// Checked reports whether a proof was found right.
func (p Proof) Checked() bool { return p.Kind == ProofChecked || p.Kind == ProofUncompared }

// String is the kind, and why if that is known: "search, unproved: timeout".
func (p Proof) String() string {
	if p.Why == "" {
		return string(p.Kind)
	}
	return string(p.Kind) + ": " + p.Why
}

// MarshalText makes a Proof its text in JSON.
func (p Proof) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Proof) UnmarshalText(text []byte) error {
	kind, why, _ := strings.Cut(string(text), ": ")
	p.Kind, p.Why = ProofKind(kind), why
	switch p.Kind {
	case "", ProofChecked, ProofUncompared, Unproved, ProofRefused:
		return nil
	}
	return fmt.Errorf("proof %q: should begin with %s, %s, %s or %s", text, ProofChecked, ProofUncompared, Unproved, ProofRefused)
}

// KeptProof is where a proof that was found right is kept: DRAT, or in the format of VeriPB
// if it is about the problem as OPB; gzipped if its name ends in .gz.
type KeptProof struct {
	File     string `json:"file"`     // of a run, in its folder
	SHA256   string `json:"sha256"`   // of the file as it is
	Encoding string `json:"encoding"` // of the formula that it is about
}

// ProofsFolder is the folder of kept proofs in a run's.
const ProofsFolder = "proofs"

// ProofFile returns the file, in a run's folder, for a proof of the job's answer in a run with a key.
func (j Job) ProofFile(key string) string {
	words := strings.FieldsFunc(j.String(), func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return fmt.Sprintf("%s/%.100s-%s.drat.gz", ProofsFolder, strings.Join(words, "-"), key)
}

// Fault is a solution that a backend should not have given, and why.
type Fault struct {
	Solution nqueens.Solution `json:"solution"`
	Why      string           `json:"why"` // "a2 and b3 attack each other", "found twice"
}

// String names the job that the record belongs to.
func (r Record) String() string {
	return JobName(r.Problem, r.Task, r.Contender.String())
}

// written returns the record as its line has it: an answer that took 0 s says so, and is not one
// whose time is not known.
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

// places finds the jobs of records.
func (e Experiment) places() func(*Record) (place int, ok bool) {
	index := sync.OnceValue(e.index) // which takes long to make for a million jobs
	return func(r *Record) (int, bool) {
		if i := r.place - 1; i >= 0 && i < len(e.Jobs) && e.Jobs[i].asked() == r.asked() {
			return i, true
		}
		return index().of(r.asked())
	}
}

// sameMaker reports whether one version and build made both records on one machine.
func (r *Record) sameMaker(other *Record) bool {
	return r.Version == other.Version && r.Build == other.Build && r.Machine == other.Machine
}

// Check refuses what no run comes to: what writes records and what reads them hold
// them to the same.
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

// checkOutcome is Check of what was observed.
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

// ParseRecords reads JSON Lines. It returns the whole records before an error. A
// key that comes twice is one, unless another version or build had its turn in
// between, or the earlier run was void, and so is a record that was edited.
func ParseRecords(name string, text []byte) ([]Record, error) {
	l := newRecordList("", Experiment{}, false)
	err := l.read(func(add func(journal.Place, []byte) error) error {
		_, err := journal.Lines(name, bytes.NewReader(text), add)
		return err
	})
	return l.all(), err
}

// recordList is records that have been read, and where each stood.
type recordList struct {
	acceptEdited bool
	records      []*Record
	block        []Record       // in which they lie, the last of several
	lines        []line         // that are not decoded yet
	text         []byte         // of which they are
	files        []fileStart    // of the records
	seals        []journal.Seal // of the records
	sweepBlocks  []Block
	blockLines   []int           // of the file that is not packed, from 0
	fileLines    int             // how many lines that has
	last         journal.Place   // of the line before
	unsigned     []journal.Place // of blocks
	editedBlocks []journal.Place
	words        map[string]string         // each text that many records say is kept once
	counts       map[string]*nqueens.Count // likewise
	keys         map[string]int            // the last record of each
	jobs         []Job                     // of the experiment
	index        jobIndex                  // of the jobs
	strangers    map[asked]int             // of what records have that is none of the jobs: places after theirs
	// turns are by job the first record and the one after the last of those that one version
	// and build of its backend made one after the other.
	turns [][2]int
}

// fileStart is where a file's first record stands: each line is one.
type fileStart struct {
	record int
	at     journal.Place
}

// place is where a record stands.
func (l *recordList) place(record int) journal.Place {
	i, _ := slices.BinarySearchFunc(l.files, record+1, func(s fileStart, record int) int { return s.record - record })
	s := l.files[i-1]
	s.at.Line += record - s.record
	return s.at
}

// newRecordList has room for the records of an experiment in a folder, as far as there may be so
// many.
func newRecordList(dir string, e Experiment, acceptEdited bool) recordList {
	l := recordList{acceptEdited: acceptEdited, jobs: e.Jobs, index: e.index(), turns: make([][2]int, len(e.Jobs))}
	const shortest = 300 // bytes of a record
	if info, err := os.Stat(filepath.Join(dir, RecordsFile)); err == nil {
		l.records = make([]*Record, 0, max(0, min(info.Size()/shortest, int64(len(e.Jobs)*e.Repeat.Most()))))
	}
	l.words, l.strangers, l.counts, l.keys = map[string]string{}, map[asked]int{}, map[string]*nqueens.Count{}, make(map[string]int, cap(l.records))
	return l
}

// whole has the records lie in one piece, as far as there are as many as expected.
func (l *recordList) whole() { l.block = make([]Record, 0, cap(l.records)) }

// all are the records in one piece.
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

// line is one of a journal.
type line struct {
	at    journal.Place
	text  []byte
	seal  journal.Seal
	block *Block // nil of a single record
	err   error  // why it is neither
}

// several is how many records are decoded together, lie together, and are let go together.
const several = 256

// read takes the records of all lines that a journal has.
func (l *recordList) read(journal func(add func(journal.Place, []byte) error) error) error {
	err := journal(l.add)
	return cmp.Or(l.decode(), err) // what is wrong with an earlier line comes first
}

// add takes a line in, which is decoded with others.
func (l *recordList) add(at journal.Place, text []byte) error {
	n := len(l.text)
	l.text = append(l.text, text...)
	l.lines = append(l.lines, line{at: at, text: l.text[n:]})
	if len(l.lines) < several && len(l.text) < 1<<20 { // a line may be 64 MiB long
		return nil
	}
	return l.decode()
}

// decode keeps the records of the lines. All processors decode some of them, which takes longer
// than what else is done about a record.
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
	parts.Wait() //nolint:errcheck // each line has its own
	for i := range lines {
		if err := l.enter(&records[i], &lines[i]); err != nil {
			return err
		}
		l.block = l.block[:len(l.block)+1]
	}
	return nil
}

// blockStart is how the line of a block begins.
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

// enter keeps what a line holds.
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
	l.last.Line = 0 // the next record begins anew
	return nil
}

// keep keeps the record of a line, which may follow that of the line before. None of those before it moves.
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

// job is the place of a job, or of what is none of the experiment's, after them.
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

// word is a text that equals this one, the same each time.
func (l *recordList) word(text string) string {
	word, known := l.words[text]
	if !known {
		word = text
		l.words[text] = word
	}
	return word
}

// named are statistics to be kept, their names once for all records; nil if there are none.
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

// share has the record keep what the job's earlier one says as well once for both.
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

// refusedEdited is the error for a record that was edited, with what can be done.
func refusedEdited(err error) error {
	return fmt.Errorf("%w; restore the file, or go on with --accept-edited, which marks all that comes of it", err)
}

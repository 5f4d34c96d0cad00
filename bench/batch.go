package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// BatchRecord is one line of a run's batches.jsonl: what one process answered to
// consecutive problems of a batch. Columns keep a hundred thousand answers to a
// few megabytes.
type BatchRecord struct {
	List string `json:"list"`
	backends.Contender
	Version string    `json:"version,omitempty"`
	Build   string    `json:"build,omitempty"`   // see Record.Build
	Machine string    `json:"machine,omitempty"` // see Record.Machine
	Limits  Limits    `json:"limits"`            // of each problem
	From    int       `json:"from"`              // the place of the first in the list
	Started time.Time `json:"started"`
	// Verdicts has a letter for each problem: 1 solved, 0 no solution, t timeout,
	// m memory limit, c crashed, u unsupported, x cancelled, v void, w solved wrongly.
	Verdicts string `json:"verdicts"`
	// Seconds is the backend's own time for each, to four digits; 0 without an
	// answer.
	Seconds []float64 `json:"seconds"`
	// Stats are numbers for each problem, of those statistics that measure effort;
	// -1 where one is not known.
	Stats map[string][]int64 `json:"stats,omitempty"`
	// Failures say why a problem has no right answer, where that is known.
	Failures []Failure `json:"failures,omitempty"`
	// WallSeconds is how long it took by the clock, the making of the problems and
	// the start of the process included.
	WallSeconds float64 `json:"wallSeconds,omitempty"`
	// PeakBytes is the whole process's memory.
	PeakBytes int64 `json:"peakBytes,omitempty"`
}

// Failure is why one problem of a batch has no right answer.
type Failure struct {
	At  int    `json:"at"` // the problem's place in the list
	Why string `json:"why"`
}

// letters are the verdicts of a BatchRecord, each for the status at its place; the
// last is a wrong solution.
const letters = "10tmcuxvkw"

var statuses = []nqueens.Status{
	nqueens.Solved, nqueens.Unsatisfiable, nqueens.Timeout, nqueens.MemoryLimit,
	nqueens.Crashed, nqueens.Unsupported, nqueens.Cancelled, nqueens.Void, nqueens.Unknown, nqueens.Solved,
}

// keptStats are the statistics that a BatchRecord keeps.
var keptStats = []string{"nodes", "conflicts"}

// Add appends what became of the next problem: the outcome, the time of the
// answer, and why it cannot be right, if it cannot.
func (s *BatchRecord) Add(o nqueens.Outcome, seconds float64, wrong string) {
	at := len(s.Verdicts)
	verdict, why := slices.Index(statuses, o.Status), o.Reason
	if wrong != "" {
		verdict, why = len(letters)-1, wrong
	}
	s.Verdicts += letters[verdict : verdict+1]
	if why != "" {
		s.Failures = append(s.Failures, Failure{At: s.From + at, Why: why})
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(seconds, 'g', 4, 64), 64)
	s.Seconds = append(s.Seconds, rounded)
	for _, name := range keptStats {
		value, known := o.Stats[name]
		column, begun := s.Stats[name]
		switch {
		case !known && !begun:
			continue
		case !known:
			value = -1
		case !begun:
			column = slices.Repeat([]int64{-1}, at)
		}
		if s.Stats == nil {
			s.Stats = map[string][]int64{}
		}
		s.Stats[name] = append(column, value)
	}
}

// Void takes back the answers, the time-outs and the "unknown", since the time of the process means
// nothing, and says why.
func (s *BatchRecord) Void(why string) {
	s.Verdicts = strings.Map(func(verdict rune) rune {
		if strings.ContainsRune("10tk", verdict) {
			return 'v'
		}
		return verdict
	}, s.Verdicts)
	s.Failures = append(s.Failures, Failure{At: s.From, Why: why})
}

// Answer is what a contender made of one problem of a batch.
type Answer struct {
	Status  nqueens.Status
	Wrong   bool // it gave a solution that is none
	Seconds float64
	// Stats has nodes and conflicts, as far as the backend tells them.
	Stats map[string]int64
}

func (s BatchRecord) answer(i int) Answer {
	verdict := strings.IndexByte(letters, s.Verdicts[i])
	a := Answer{Status: statuses[verdict], Wrong: verdict == len(letters)-1, Seconds: s.Seconds[i], Stats: map[string]int64{}}
	for name, column := range s.Stats {
		if column[i] >= 0 {
			a.Stats[name] = column[i]
		}
	}
	return a
}

// Check refuses columns of different lengths.
func (s BatchRecord) Check() error {
	n := len(s.Verdicts)
	fits := s.List != "" && s.Backend != "" && s.From >= 0 && n > 0 && len(s.Seconds) == n
	for _, column := range s.Stats {
		fits = fits && len(column) == n
	}
	if !fits || strings.Trim(s.Verdicts, letters) != "" {
		return errors.New("no record of a batch: it needs list, backend, and for each letter of verdicts a number of seconds and of each of the stats")
	}
	return nil
}

// LedgerFile holds the answers of batches.
const LedgerFile = "batches.jsonl"

// Ledger holds the answers of batches, appended and synced process by process.
type Ledger struct {
	// Build is the one whose answers count, as BuildOf has it, and Keep has those of
	// others count where it gave none. One that was just opened keeps all.
	Build   string
	Keep    bool
	Records []BatchRecord

	Dir     string
	journal *journal.Journal
	places  map[question][]int // of records, in their order
}

// OpenLedger opens the ledger of a folder, or begins one. It refuses a folder
// into which another process runs and a damaged ledger; a last line that a kill
// has cut off is dropped, and its problems are answered again.
func OpenLedger(dir string) (*Ledger, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the run's folder: %w", err)
	}
	answers, err := journal.Open(filepath.Join(dir, LedgerFile))
	if err != nil {
		return nil, err
	}
	l := &Ledger{Dir: dir, journal: answers, Keep: true}
	if err := l.journal.ReadWhole(l.add); err != nil {
		l.Close() //nolint:errcheck // another error is on its way already
		return nil, err
	}
	return l, nil
}

func (l *Ledger) add(at journal.Place, line []byte) error {
	var s BatchRecord
	err := jsonfile.Unmarshal(line, &s)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return fmt.Errorf("%v: %w", at, err)
	}
	if err := journal.CheckSeal(at, line); err != nil {
		return err
	}
	l.take(s)
	return nil
}

// Append adds what processes answered, and waits until it is on the disk.
func (l *Ledger) Append(records ...BatchRecord) error {
	entries := make([]any, len(records))
	for i, s := range records {
		entries[i] = s
	}
	if err := l.journal.Append(entries...); err != nil {
		return fmt.Errorf("recording a batch (what was recorded before is safe): %w", err)
	}
	for _, s := range records {
		l.take(s)
	}
	return nil
}

// Answers are those that a version of the batch's backend gave to its problems
// under its limits, from the batch's first on without a gap. There may be more of them
// than the batch is long.
func (l *Ledger) Answers(b Batch, version string) []Answer {
	var out []Answer
	for _, s := range l.of(b, version) {
		for i := range s.Verdicts {
			out = append(out, s.answer(i))
		}
	}
	return out
}

// Answered is how many there are.
func (l *Ledger) Answered(b Batch, version string) int {
	sum := 0
	for _, s := range l.of(b, version) {
		sum += len(s.Verdicts)
	}
	return sum
}

// CountBuilds adds how many of them each build gave.
func (l *Ledger) CountBuilds(builds Builds, b Batch, version string) {
	for _, s := range l.of(b, version) {
		builds.Add(s.Build, len(s.Verdicts))
	}
}

// of are the batch's records that follow one on the other, where there is a choice
// those of the ledger's build.
func (l *Ledger) of(b Batch, version string) []*BatchRecord {
	own, others := map[int]*BatchRecord{}, map[int]*BatchRecord{} // by their first problem
	for _, i := range l.places[question{b.List, b.Contender}] {
		s := &l.Records[i]
		by := own
		if s.Build != l.Build {
			by = others
		}
		if s.Limits == b.Limits && s.Version == version && by[s.From] == nil {
			by[s.From] = s
		}
	}
	var out []*BatchRecord
	for next := b.From; ; {
		s := own[next]
		if s == nil && l.Keep {
			s = others[next]
		}
		if s == nil {
			return out
		}
		out = append(out, s)
		next += len(s.Verdicts)
	}
}

// question is who answers what.
type question struct {
	list      string
	contender backends.Contender
}

func (l *Ledger) take(s BatchRecord) {
	if l.places == nil {
		l.places = map[question][]int{}
	}
	q := question{s.List, s.Contender}
	l.places[q] = append(l.places[q], len(l.Records))
	l.Records = append(l.Records, s)
}

// Drop takes answers away.
func (l *Ledger) Drop(which func(BatchRecord) bool) error {
	if !slices.ContainsFunc(l.Records, which) { // a million are not copied for nothing
		return nil
	}
	if err := l.journal.Drop(func(i int) bool { return which(l.Records[i]) }); err != nil {
		return fmt.Errorf("taking answers away: %w", err)
	}
	kept := slices.DeleteFunc(slices.Clone(l.Records), which)
	l.Records, l.places = nil, nil
	for _, s := range kept {
		l.take(s)
	}
	return nil
}

// Close closes the ledger and lets others run into the folder.
func (l *Ledger) Close() error { return l.journal.Close() }

// Batch is many problems, thousands perhaps, for each of which one contender is to
// find a solution once. They share child processes, since each is short
// and the spread over them is what matters: a process answers one after the
// other until it has run for a while, and when it dies the next goes on after
// the problem that it died of. Limits are for each problem.
type Batch struct {
	// List names the problems, of which the batch has the first Len: equal names
	// promise equal problems at equal places.
	List string
	backends.Contender
	Limits Limits
	Len    int
	From   int // the first that is asked: those before are in other parts
	// Problem makes one of them, from 0.
	Problem func(i int) (nqueens.Problem, error)
}

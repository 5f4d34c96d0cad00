package bench

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
)

// Block is a line of records.jsonl with the answers of one process to consecutive instances of a sweep.
// Because it stores columns, a hundred thousand answers take a few megabytes. It does not keep solutions,
// which were checked, nor phases.
type Block struct {
	List string `json:"list"` // name of the Instances
	// Task is the task of the sweep; in old blocks "" stands for first.
	Task nqueens.Task `json:"task,omitempty"`
	backends.Contender
	Version string    `json:"version,omitempty"`
	Build   string    `json:"build,omitempty"`   // see Record.Build
	Machine string    `json:"machine,omitempty"` // see Record.Machine
	Limits  Limits    `json:"limits"`            // for each problem
	From    int       `json:"from"`              // index of the first instance
	Started time.Time `json:"started"`
	// Verdicts has a letter for each problem: 1 solved, 0 no solution, t time-out, m memory limit, c crashed,
	// u unsupported, x cancelled, v discarded, k unknown, w wrong answer.
	Verdicts string `json:"verdicts"`
	// Seconds has the backend's own time for each problem, to four digits; 0 without an answer.
	Seconds []float64 `json:"seconds"`
	// Stats has a number for each problem, for the statistics that measure effort; -1 if unknown.
	Stats map[string][]int64 `json:"stats,omitempty"`
	// Failures has the reasons of problems without a right answer, if known.
	Failures []Failure `json:"failures,omitempty"`
	// WallSeconds is the wall-clock time of the process, including its start and the making of the problems.
	WallSeconds float64 `json:"wallSeconds,omitempty"`
	// PeakBytes is the peak memory of the process.
	PeakBytes int64 `json:"peakBytes,omitempty"`
}

// Failure is the reason why a problem of a block has no right answer.
type Failure struct {
	At    int    `json:"at"` // index of the problem among the sweep's instances
	Why   string `json:"why"`
	Fault *Fault `json:"fault,omitempty"` // the wrong solution, if there is one
}

// letters has the letter of each of statuses in a Block. The last letter, w, marks an answer that was found
// wrong.
const letters = "10tmcuxvkw"

var statuses = []nqueens.Status{
	nqueens.Solved, nqueens.Unsatisfiable, nqueens.Timeout, nqueens.MemoryLimit,
	nqueens.Crashed, nqueens.Unsupported, nqueens.Cancelled, nqueens.Void, nqueens.Unknown, nqueens.Solved,
}

// keptStats lists the names of the statistics that a Block keeps.
var keptStats = []string{"nodes", "updates", "conflicts", "decisions", "steps"}

func (b *Block) key() sweepKey { return sweepKey{b.List, b.task(), b.Contender} }

func (b *Block) task() nqueens.Task {
	if b.Task == "" {
		return nqueens.FindFirst
	}
	return b.Task
}

// NewBlock returns an empty block of a sweep that begins at the instance with index from.
func NewBlock(s *Sweep, m Maker, from int) Block {
	b := Block{List: s.Name, Contender: s.Contender, Version: m.Version, Build: m.Build, Machine: m.Machine, Limits: s.Limits, From: from, Started: m.Started}
	if s.Task != nqueens.FindFirst {
		b.Task = s.Task
	}
	return b
}

// Len returns the number of answers.
func (b *Block) Len() int { return len(b.Verdicts) }

// Add appends the observations of the next problems, judged as Job.Record does.
func (b *Block) Add(list ...Observation) { b.AddAll(slices.Values(list)) }

// AddAll does what Add does, for a sequence.
func (b *Block) AddAll(all iter.Seq[Observation]) {
	verdicts := []byte(b.Verdicts)
	for o := range all {
		verdicts = append(verdicts, b.add(o, len(verdicts)))
	}
	b.Verdicts = string(verdicts)
}

// add appends the observation of the problem with index at in the block to all columns except the verdicts,
// and returns the verdict.
func (b *Block) add(o Observation, at int) byte {
	r := observed(b.Limits, o)
	verdict, why := slices.Index(statuses, r.Status), r.Reason
	if wrong := o.Wrong(); wrong != "" && r.Status.Answered() {
		verdict, why = len(letters)-1, wrong
	}
	if why != "" {
		b.Failures = append(b.Failures, Failure{At: b.From + at, Why: why, Fault: r.Fault})
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(r.Seconds, 'g', 4, 64), 64)
	b.Seconds = append(b.Seconds, rounded)
	for _, name := range keptStats {
		value, known := r.Stats[name]
		column, begun := b.Stats[name]
		switch {
		case !known && !begun:
			continue
		case !known:
			value = -1
		case !begun:
			column = slices.Repeat([]int64{-1}, at)
		}
		if b.Stats == nil {
			b.Stats = map[string][]int64{}
		}
		b.Stats[name] = append(column, value)
	}
	return letters[verdict]
}

// Void discards the block's answers, time-outs and "unknown" results because the time of the process is
// invalid. why is the reason.
func (b *Block) Void(why string) {
	b.Verdicts = strings.Map(func(verdict rune) rune {
		if strings.ContainsRune("10tk", verdict) {
			return 'v'
		}
		return verdict
	}, b.Verdicts)
	b.Failures = append(b.Failures, Failure{At: b.From, Why: why})
}

// At returns the i-th answer of the block as a record of the given job.
func (b *Block) At(j Job, i int) Record {
	a := Answer{b, i}
	o := Observation{Outcome: nqueens.Outcome{Status: a.Status()}, Seconds: b.Seconds[i]}
	for _, f := range b.Failures {
		switch {
		case f.At != b.From+i:
		case !a.Wrong():
			o.Reason = f.Why
		case f.Fault != nil:
			o.Fault = f.Fault
		default:
			o.Contradiction = f.Why
		}
	}
	if a.Wrong() && o.Wrong() == "" {
		o.Contradiction = "gave a wrong answer"
	}
	o.Stats = a.Stats()
	return j.Record(Maker{Version: b.Version, Build: b.Build, Machine: b.Machine, Repetition: 1, Started: b.Started}, o)
}

// Answer refers to one answer of a block, without making a record.
type Answer struct {
	Block *Block
	I     int // index in the block
}

// Status returns how the run ended.
func (a Answer) Status() nqueens.Status { return statuses[a.verdict()] }

// Wrong reports whether the answer was found wrong on its own, without comparison with other backends.
func (a Answer) Wrong() bool { return a.verdict() == len(letters)-1 }

func (a Answer) verdict() int { return strings.IndexByte(letters, a.Block.Verdicts[a.I]) }

// Seconds returns the backend's own time.
func (a Answer) Seconds() float64 { return a.Block.Seconds[a.I] }

// Stat returns a statistic that the backend reported.
func (a Answer) Stat(name string) (value int64, known bool) {
	if column := a.Block.Stats[name]; column != nil && column[a.I] >= 0 {
		return column[a.I], true
	}
	return 0, false
}

// EachStat iterates over the statistics of the answer, in no order.
func (a Answer) EachStat() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for name, column := range a.Block.Stats {
			if column[a.I] >= 0 && !yield(name, column[a.I]) {
				return
			}
		}
	}
}

// Stats returns the statistics of the answer, nil if there are none.
func (a Answer) Stats() map[string]int64 {
	stats := maps.Collect(a.EachStat())
	if len(stats) == 0 {
		return nil
	}
	return stats
}

// Check returns an error if the columns have different lengths.
func (b *Block) Check() error {
	n := len(b.Verdicts)
	fits := b.List != "" && b.Backend != "" && b.From >= 0 && n > 0 && len(b.Seconds) == n
	for _, column := range b.Stats {
		fits = fits && len(column) == n
	}
	if !fits || strings.Trim(b.Verdicts, letters) != "" {
		return errors.New("not a block of records: it needs list, backend, and as many seconds and stats as letters in verdicts")
	}
	for _, s := range b.Seconds {
		if !(s >= 0) {
			return errors.New("not a block of records: seconds are negative")
		}
	}
	return nil
}

package bench

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"time"

	"nqueens"
)

// Observation is what was seen of one run of a job: how it ended, what speaks against its answer, and what
// it took. The fields are those of Record.
type Observation struct {
	nqueens.Outcome
	Fingerprint   *nqueens.Fingerprint `json:"fingerprint,omitempty"`
	Duplicates    *uint64              `json:"duplicates,omitempty"`
	Fault         *Fault               `json:"fault,omitempty"`
	Contradiction string               `json:"contradiction,omitempty"`
	Seconds       float64              `json:"seconds,omitempty"`
	Iterations    int                  `json:"iterations,omitempty"`
	PeakBytes     int64                `json:"peakBytes,omitempty"`

	// The harness measures these.
	Cores, Turn                                            int     `json:"-"`
	FloorSeconds, WallSeconds, CPUSeconds, OtherCPUSeconds float64 `json:"-"`
	// Spent is how many seconds of its limit the answer used, 0 where nobody measured that.
	Spent float64 `json:"-"`
	// Asleep says that the process slept for most of its time.
	Asleep bool `json:"-"`
}

// Wrong returns why the answer cannot be right by itself, or "".
func (o Observation) Wrong() string {
	if o.Fault != nil {
		return cmp.Or(o.Fault.Why, "no solution")
	}
	return o.Contradiction
}

// Maker says by what, with which seed and when a record is made.
type Maker struct {
	Version, Build, Machine string
	Seed                    uint64 // of the first repetition
	Repetition              int    // from 1
	Started                 time.Time
}

// Key returns the key of the job's record by a maker.
func (m Maker) Key(j Job) string { return j.Key(m.Version, m.Build, m.Seed, m.Repetition) }

// Record returns the record of a run of the job. It is the one way in which an answer becomes a record.
func (j Job) Record(m Maker, o Observation) Record {
	r := observed(j.Limits, o)
	r.Key, r.Problem, r.Instance, r.Task, r.Contender = m.Key(j), j.ProblemName(), j.Instance, j.Task, j.Contender
	r.Version, r.Build, r.Machine, r.Started = m.Version, m.Build, m.Machine, m.Started
	r.Repetition, r.Seed = m.Repetition, m.Seed+uint64(m.Repetition)-1
	return r
}

// observed returns the part of a record that was observed within limits: an answer after its limit is none,
// what no run comes to is a crash, and a run is void by its time alone: any other end, and a wrong answer,
// is the backend's own doing.
func observed(limits Limits, o Observation) Record {
	if limit := limits.Time; o.Status.Answered() && limit > 0 && o.Spent > limit.Seconds() {
		late := nqueens.Fail(nqueens.Timeout, fmt.Sprintf("answered after %.3g s, limit %v", o.Spent, limit))
		late.Void = o.Void
		o.Outcome, o.Seconds, o.Iterations, o.Fault, o.Contradiction, o.Fingerprint, o.Duplicates = late, 0, 0, nil, "", nil, nil
	}
	r := Record{
		Outcome: o.Outcome, Fingerprint: o.Fingerprint, Duplicates: o.Duplicates, Fault: o.Fault, Contradiction: o.Contradiction,
		Seconds: o.Seconds, Iterations: o.Iterations, PeakBytes: o.PeakBytes, Cores: o.Cores, Turn: o.Turn,
		WallSeconds: o.WallSeconds, CPUSeconds: o.CPUSeconds, OtherCPUSeconds: o.OtherCPUSeconds,
	}
	if r.Seconds > 0 {
		r.FloorSeconds = o.FloorSeconds
	}
	if r.Status == nqueens.Unsatisfiable {
		r.Proof = Proof{Kind: Unproved}
	}
	timed := r.Status.Answered() || r.Status == nqueens.Timeout || r.Status == nqueens.Unknown
	if !timed || o.Wrong() != "" {
		r.Void = ""
	}
	if o.Asleep && r.Status == nqueens.Timeout && r.Void == "" {
		r.Reason = strings.TrimPrefix(r.Reason+", asleep for most of it", ", ")
	}
	if err := r.checkOutcome(); err != nil {
		r.Outcome, r.Proof = nqueens.Fail(nqueens.Crashed, nonsense+err.Error()), Proof{}
		r.Seconds, r.Iterations, r.FloorSeconds, r.PeakBytes = 0, 0, 0, 0
	}
	return r
}

// nonsense begins the reason of a record of what no run comes to.
const nonsense = "reported nonsense: "

// Nonsense returns what is wrong with what was observed, or "".
func (r Record) Nonsense() string {
	why, is := strings.CutPrefix(r.Reason, nonsense)
	if !is || r.Status != nqueens.Crashed {
		return ""
	}
	return why
}

// mostKept is the most pieces of a solution that a folder's record holds. Longer ones have been checked,
// and would make it grow by megabytes.
const mostKept = 256

// Kept returns what a folder keeps of the record: of a void run that it was void, since its time, and so
// its answer within a limit, means nothing; of a long solution nothing.
func (r Record) Kept() Record {
	if r.Void != "" {
		return r.Without(nqueens.Fail(nqueens.Void, r.Void))
	}
	if len(r.Solution) > mostKept {
		r.Solution = nil
	}
	return r
}

// Without returns the record with an outcome in place of what was observed, but for the times of its process.
func (r Record) Without(o nqueens.Outcome) Record {
	return Record{
		Key: r.Key, Problem: r.Problem, Instance: r.Instance, Task: r.Task, Contender: r.Contender, Version: r.Version, Build: r.Build, Machine: r.Machine,
		Repetition: r.Repetition, Turn: r.Turn, Seed: r.Seed, Started: r.Started, WallSeconds: r.WallSeconds, CPUSeconds: r.CPUSeconds, OtherCPUSeconds: r.OtherCPUSeconds,
		Outcome: o,
	}
}

// Tally is what the parts of a count came to.
type Tally struct {
	Count   *nqueens.Count
	Tasks   int // that were done; 0 where that is not told
	Stats   map[string]int64
	Stopped nqueens.Outcome // how the count ended before its end; zero if it did not
}

// Tallied returns what was seen of a job whose parts were counted one by one. Its time was not measured as
// that of others, and the sum of some parts is no count.
func (j Job) Tallied(t Tally) Observation {
	o := Observation{Outcome: t.Stopped}
	if o.Status == "" {
		o.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: t.Count}
	} else {
		o.Partial = t.Count
	}
	if o.Stats = maps.Clone(t.Stats); t.Tasks > 0 {
		if o.Stats == nil {
			o.Stats = map[string]int64{}
		}
		o.Stats["tasks"] = int64(t.Tasks)
	}
	return o
}

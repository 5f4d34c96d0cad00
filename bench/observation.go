package bench

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"time"

	"nqueens"
)

// Observation is the result of one run of a job as observed: its outcome, evidence against its answer, and
// its cost. The fields are those of Record.
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
	// Spent is the part of its limit, in seconds, that the answer used; 0 if it was not measured.
	Spent float64 `json:"-"`
	// Asleep is set if the process slept for most of its time.
	Asleep bool `json:"-"`
}

// Wrong returns why the answer is wrong without comparison with other backends, or "".
func (o Observation) Wrong() string {
	if o.Fault != nil {
		return cmp.Or(o.Fault.Why, "no solution")
	}
	return o.Contradiction
}

// Maker identifies the program that makes a record, with the seed, the repetition and the time.
type Maker struct {
	Version, Build, Machine string
	Seed                    uint64 // of the first repetition
	Repetition              int    // from 1
	Started                 time.Time
}

// Key returns the key of a record of the job.
func (m Maker) Key(j Job) string { return j.Key(m.Version, m.Build, m.Seed, m.Repetition) }

// Record returns the record of a run of the job. All records are made by this function.
func (j Job) Record(m Maker, o Observation) Record {
	if o.Optimum != nil {
		if cost := j.Problem.CostOf(*o.Optimum); cost != nil {
			o.Optimum, o.Cost = nil, cost
		}
	}
	r := observed(j.Limits, o)
	r.Key, r.Problem, r.Instance, r.Task, r.Contender = m.Key(j), j.ProblemName(), j.Instance, j.Task, j.Contender
	r.Version, r.Build, r.Machine, r.Started = m.Version, m.Build, m.Machine, m.Started
	r.Repetition, r.Seed = m.Repetition, m.Seed+uint64(m.Repetition)-1
	return r
}

// observed returns the observed part of a record, after these corrections: an answer after the limit is a
// time-out; impossible values are a crash; only answers, time-outs and "unknown" can be discarded, because
// other ends and wrong answers do not depend on the time.
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

// nonsense begins the reason of a record whose observed values are impossible.
const nonsense = "reported nonsense: "

// Nonsense returns why the observed values are impossible, or "".
func (r Record) Nonsense() string {
	why, is := strings.CutPrefix(r.Reason, nonsense)
	if !is || r.Status != nqueens.Crashed {
		return ""
	}
	return why
}

// mostKept is the largest number of pieces of a solution in a stored record. Longer solutions are checked but
// not stored, because a folder would grow by megabytes.
const mostKept = 256

// Kept returns the record as it is stored. A discarded run keeps no answer, because neither its time nor an
// answer within the limit is valid. A long solution is removed.
func (r Record) Kept() Record {
	if r.Void != "" {
		return r.Without(nqueens.Fail(nqueens.Void, r.Void))
	}
	if len(r.Solution) > mostKept {
		r.Solution = nil
	}
	return r
}

// Without returns the record with another outcome and without observed values, except the times of its
// process.
func (r Record) Without(o nqueens.Outcome) Record {
	return Record{
		Key: r.Key, Problem: r.Problem, Instance: r.Instance, Task: r.Task, Contender: r.Contender, Version: r.Version, Build: r.Build, Machine: r.Machine,
		Repetition: r.Repetition, Turn: r.Turn, Seed: r.Seed, Started: r.Started, WallSeconds: r.WallSeconds, CPUSeconds: r.CPUSeconds, OtherCPUSeconds: r.OtherCPUSeconds,
		Outcome: o,
	}
}

// Tally represents the total of the finished parts of a count that was divided into parts.
type Tally struct {
	Count   *nqueens.Count
	Tasks   int // number of finished tasks; 0 if unknown
	Stats   map[string]int64
	Stopped nqueens.Outcome // how the count was stopped; zero if it was finished
}

// Tallied returns the observation of a job whose parts were counted one by one. It has no time, because the
// parts were not measured like other jobs. If not all parts are finished, their sum is only partial.
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

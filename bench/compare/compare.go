package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// Side is one of the two sets of measurements. It holds only the data that is compared, because two
// whole runs of a million results do not fit into memory.
type Side struct {
	Name         string // as given by the user
	Cells        []*summary.Cell
	Caveats      []string            // of the run's summary
	between      bool                // the side is one of two contenders of the same run
	Environments []bench.Environment // where the side was measured; empty if unknown
	Clock        string              // of the times, as in Experiment.Clock
}

// SideOf returns a side with the cells and caveats of a run's summary.
func SideOf(name string, s summary.Summary, environments []bench.Environment) Side {
	return Side{Name: name, Cells: s.Results(), Caveats: s.Caveats(), Environments: environments, Clock: s.Experiment.Clock}
}

// Comparison is the difference between two sides.
type Comparison struct {
	Old   string   `json:"old"`
	New   string   `json:"new"`
	About []string `json:"about,omitempty"` // remarks on the two sides
	// Drift lists differences of the environments that do not prevent a comparison but may change
	// times.
	Drift []string `json:"drift,omitempty"`
	// Tolerance is the relative difference below which two times count as equal.
	Tolerance  float64 `json:"tolerance"`
	EffortOnly bool    `json:"effortOnly,omitempty"` // times were not compared
	Clock      Clock   `json:"clock,omitempty"`      // CPU if CPU times are compared
	// Mean is the geometric mean of new time by old time over the Timed rows. Shared counts the
	// rows for which both sides hold the same runs (a folder and its copy); they are in no mean.
	Mean   stats.Effect `json:"mean"`
	Timed  int          `json:"timed"`
	Shared int          `json:"shared,omitempty"`
	// TooFewRuns counts the timed rows with too few runs for the corrected test to find any difference;
	// Runs is the number of runs of each side that would suffice.
	TooFewRuns int `json:"untold,omitempty"`
	// Net counts the times that are compared after the start of the process was subtracted. Unsure
	// counts those of them that differ by less than the error of the measured starts; they are in
	// no mean.
	Net    int `json:"lessStart,omitempty"`
	Unsure int `json:"unsure,omitempty"`
	// WithStart counts the CPU times that include the start of a process and consist largely of it.
	WithStart int `json:"withStart,omitempty"`
	Runs      int `json:"runsNeeded,omitempty"`

	Verdicts []VerdictChange `json:"verdicts,omitempty"`
	Rows     []Row           `json:"rows"` // worst first

	Gate      Gate     `json:"gate"`
	Failures  []string `json:"failures,omitempty"`  // reasons why the gate fails
	Undecided []string `json:"undecided,omitempty"` // rows that the gate could not decide
}

// Row is the change of one contender on one problem and task.
type Row struct {
	Problem string       `json:"problem"`
	Task    nqueens.Task `json:"task"`
	backends.Contender
	Answer Answer        `json:"answer"`
	Why    string        `json:"why,omitempty"` // explains Answer: "92, was 40"
	Time   Change        `json:"time,omitempty"`
	Effect stats.Effect  `json:"effect,omitzero"` // new time by old time
	P      float64       `json:"p,omitempty"`     // corrected for the table; 0 if the test had too few runs
	Effort []Effort      `json:"effort,omitempty"`
	Old    *summary.Cell `json:"oldResult,omitempty"`
	New    *summary.Cell `json:"newResult,omitempty"`
}

// MachinesError is the error for times of different machines.
type MachinesError struct{ Differences []string }

func (e *MachinesError) Error() string {
	return "times of different machines cannot be compared: " + strings.Join(e.Differences, "; ")
}

// ClocksError is the error for times of different clocks.
type ClocksError struct{ Old, New string }

func (e *ClocksError) Error() string {
	return fmt.Sprintf("times by the clock %s cannot be compared with times by the clock %s: measure one of the two again with the other's --clock, or compare only effort", e.New, e.Old)
}

// Clock selects which times are compared.
type Clock string

const (
	Own     Clock = ""     // the clock by which both sides were measured
	Wall    Clock = "wall" // wall-clock time
	CPU     Clock = "cpu"  // CPU time of the whole process, or of an external solver without its parent
	NoClock Clock = "none" // no times: only answers and effort
)

// Clocks returns the clocks that a user can name.
func Clocks() []Clock { return []Clock{Wall, CPU} }

// New compares an old side with a new one by the times of the given clock and applies the gate.
func New(old, now Side, gate Gate, clock Clock) (Comparison, error) {
	effortOnly := clock == NoClock
	c := Comparison{Old: old.Name, New: now.Name, Gate: gate, EffortOnly: effortOnly, Tolerance: gate.tolerance()}
	for _, s := range []Side{old, now} {
		if clock == Wall && s.Clock == bench.CPUClock {
			return c, fmt.Errorf("%s was measured by the clock cpu and has no times by the clock wall: leave --clock out, or measure it again with bench --clock wall", s.Name)
		}
	}
	if (clock == Own || clock == Wall) && old.Clock != now.Clock {
		return c, &ClocksError{cmp.Or(old.Clock, bench.WallClock), cmp.Or(now.Clock, bench.WallClock)}
	}
	if clock == CPU {
		c.Clock = CPU
	}
	if err := c.environments(old, now); err != nil {
		return c, err
	}
	if old.between && now.between {
		c.About = append(c.About, old.Caveats...) // both sides have the caveats of the one run
	} else {
		for _, s := range []Side{old, now} {
			for _, line := range s.Caveats {
				c.About = append(c.About, s.Name+": "+line)
			}
		}
	}
	c.match(old.Cells, now.Cells)
	if !effortOnly {
		c.times(old.between && now.between)
	}
	c.efforts()
	c.verdicts(old.Cells, now.Cells)
	c.sort()
	c.decide()
	return c, nil
}

// environments compares each environment with a reference: the first one that has a name, else the
// first. It records drift, and returns a MachinesError if times are compared and the machines
// differ.
func (c *Comparison) environments(old, now Side) error {
	all := slices.Concat(old.Environments, now.Environments)
	if len(old.Environments) == 0 || len(now.Environments) == 0 {
		c.About = append(c.About, "it is not known whether both sides were measured on the same machine")
	}
	var machines []string
	named := slices.IndexFunc(all, func(e bench.Environment) bool { return e.Name != "" }) // of a run on several machines
	for _, e := range all {
		for _, d := range e.Differences(all[max(0, named)]) {
			text := d.String()
			switch {
			case d.What == "commit", unknown(d.Before), unknown(d.Now): // the commit is what is compared; unknown values cannot be compared
			case d.Machine && !slices.Contains(machines, text):
				machines = append(machines, text)
			case !d.Machine && !slices.Contains(c.Drift, text):
				c.Drift = append(c.Drift, text)
			}
		}
	}
	if before, after := load(old), load(now); before > 0 && after > 0 && math.Abs(after-before) >= 1 {
		c.Drift = append(c.Drift, fmt.Sprintf("load %.1f, was %.1f", after, before))
	}
	switch {
	case len(machines) == 0:
	case c.EffortOnly:
		c.Drift = slices.Concat(machines, c.Drift)
	default:
		return &MachinesError{machines}
	}
	return nil
}

// unknown reports whether a value was not recorded.
func unknown(text string) bool { return text == "" || text == "0" }

// load returns the median load of a side's sessions, 0 if none was recorded.
func load(s Side) float64 {
	var loads []float64
	for _, e := range s.Environments {
		for _, session := range e.Sessions {
			if session.Load != nil {
				loads = append(loads, session.Load.Median)
			}
		}
	}
	return bench.Median(loads)
}

// match makes a row for each job that has a result on either side.
func (c *Comparison) match(old, now []*summary.Cell) {
	c.Rows = make([]Row, 0, max(len(old), len(now)))
	add := func(cell, before, after *summary.Cell) {
		if before != nil && !before.Counts() {
			before = nil
		}
		if after != nil && !after.Counts() {
			after = nil
		}
		if before == nil && after == nil {
			return
		}
		r := Row{Problem: cell.Problem, Task: cell.Task, Contender: cell.Contender, Old: before, New: after}
		if r.shared() {
			c.Shared++
		}
		r.answer()
		c.Rows = append(c.Rows, r)
	}
	was := onProblems(old)
	for _, cell := range now {
		add(cell, was.of(cell), cell)
	}
	is := onProblems(now)
	for _, cell := range old {
		if is.of(cell) == nil {
			add(cell, cell, nil)
		}
	}
}

// results maps the name of a job to its cell.
type results map[string]*summary.Cell

func onProblems(cells []*summary.Cell) results {
	on := make(results, len(cells))
	for _, c := range slices.Backward(cells) { // backwards, so that the first cell of a job stays
		on[jobName(c)] = c
	}
	return on
}

func jobName(c *summary.Cell) string { return bench.JobName(c.Problem, c.Task, c.Contender.String()) }

// of returns the result for the cell's problem, task and contender, or nil.
func (on results) of(c *summary.Cell) *summary.Cell { return on[jobName(c)] }

// shared reports whether both sides hold the same runs, as a folder and its copy do.
func (r *Row) shared() bool { return r.Old != nil && r.New != nil && r.Old.Same(r.New) }

// again reports whether the new side has runs that the old one does not have.
func (c *Comparison) again() bool {
	return slices.ContainsFunc(c.Rows, func(r Row) bool { return r.New != nil && r.New.Runs > 0 && !r.shared() })
}

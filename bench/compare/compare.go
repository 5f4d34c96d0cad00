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

// Side is one of the two sets of measurements: of a run no more than is compared, since of a
// million results two runs do not fit into memory whole.
type Side struct {
	Name         string // as the user calls it
	Cells        []*summary.Cell
	Caveats      []string            // of the run's summary
	between      bool                // it is one of two contenders of a run
	Environments []bench.Environment // in which it was made; none where that is not known
	Clock        string              // of its times, as an Experiment has it
}

// SideOf is a side of a run's summary.
func SideOf(name string, s summary.Summary, environments []bench.Environment) Side {
	return Side{Name: name, Cells: s.Results(), Caveats: s.Caveats(), Environments: environments, Clock: s.Experiment.Clock}
}

// Comparison is what changed from one side to the other.
type Comparison struct {
	Old   string   `json:"old"`
	New   string   `json:"new"`
	About []string `json:"about,omitempty"` // what is to be known of the two sides
	// Drift is in what the environments differ that may change times all the same.
	Drift []string `json:"drift,omitempty"`
	// Tolerance is the part of a time up to which two are taken for the same.
	Tolerance  float64 `json:"tolerance"`
	EffortOnly bool    `json:"effortOnly,omitempty"` // times were not compared
	Clock      Clock   `json:"clock,omitempty"`      // CPU where times are of processors
	// Mean is the geometric mean of new by old times over the Timed rows. Shared are rows of which
	// both sides have the very same runs: they differ in nothing and are in no mean.
	Mean   stats.Effect `json:"mean"`
	Timed  int          `json:"timed"`
	Shared int          `json:"shared,omitempty"`
	// Untold is how many of them have too few runs for a test to find anything among so
	// many, and Runs how many it would take of each.
	Untold int `json:"untold,omitempty"`
	// Net is how many times are compared less the start of a process, and Unsure how many of those
	// differ by less than the starts may be wrong by: these are in no mean.
	Net    int `json:"lessStart,omitempty"`
	Unsure int `json:"unsure,omitempty"`
	// WithStart is how many CPU times are compared with the start of a process, which is much of them.
	WithStart int `json:"withStart,omitempty"`
	Runs      int `json:"runsNeeded,omitempty"`

	Verdicts []VerdictChange `json:"verdicts,omitempty"`
	Rows     []Row           `json:"rows"` // the worst first

	Gate      Gate     `json:"gate"`
	Failures  []string `json:"failures,omitempty"`  // of the gate
	Undecided []string `json:"undecided,omitempty"` // what the gate could not decide
}

// Row is what became of one contender on one problem and task.
type Row struct {
	Problem string       `json:"problem"`
	Task    nqueens.Task `json:"task"`
	backends.Contender
	Answer Answer        `json:"answer"`
	Why    string        `json:"why,omitempty"` // about the answer: "92, was 40"
	Time   Change        `json:"time,omitempty"`
	Effect stats.Effect  `json:"effect,omitzero"` // new time by old time
	P      float64       `json:"p,omitempty"`     // corrected; 0 where no test could find anything
	Effort []Effort      `json:"effort,omitempty"`
	Old    *summary.Cell `json:"oldResult,omitempty"`
	New    *summary.Cell `json:"newResult,omitempty"`
}

// MachinesError is the error for times of different machines.
type MachinesError struct{ Differences []string }

func (e *MachinesError) Error() string {
	return "times of different machines do not compare: " + strings.Join(e.Differences, "; ")
}

// ClocksError is the error for times of different clocks.
type ClocksError struct{ Old, New string }

func (e *ClocksError) Error() string {
	return fmt.Sprintf("times by the clock %s do not compare with times by the clock %s: measure one of the two again with the other's --clock, or compare effort alone", e.New, e.Old)
}

// Clock says which times are compared.
type Clock string

const (
	Own     Clock = ""     // of the clock by which both sides were measured
	Wall    Clock = "wall" // by the wall
	CPU     Clock = "cpu"  // of processors, of the whole process or of an external solver alone
	NoClock Clock = "none" // none: answers and effort alone
)

// Clocks returns the clocks that a user can name.
func Clocks() []Clock { return []Clock{Wall, CPU} }

// New compares an old side with a new one, as strictly as the gate says, by the times of a clock.
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
		c.About = append(c.About, old.Caveats...) // of one run
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

// environments compares those of the two sides with the first, or the first that has a name.
func (c *Comparison) environments(old, now Side) error {
	all := slices.Concat(old.Environments, now.Environments)
	if len(old.Environments) == 0 || len(now.Environments) == 0 {
		c.About = append(c.About, "nothing tells whether both are of one machine")
	}
	var machines []string
	named := slices.IndexFunc(all, func(e bench.Environment) bool { return e.Name != "" }) // one of several machines
	for _, e := range all {
		for _, d := range e.Differences(all[max(0, named)]) {
			text := d.String()
			switch {
			case d.What == "commit", unknown(d.Before), unknown(d.Now): // what is compared, or cannot be
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

// unknown reports whether an environment does not tell something.
func unknown(text string) bool { return text == "" || text == "0" }

// load is the median load of a side's sessions.
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

// match makes a row for each job that either side has.
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

// results are cells by their job's name.
type results map[string]*summary.Cell

func onProblems(cells []*summary.Cell) results {
	on := make(results, len(cells))
	for _, c := range slices.Backward(cells) { // the first counts
		on[jobName(c)] = c
	}
	return on
}

func jobName(c *summary.Cell) string { return bench.JobName(c.Problem, c.Task, c.Contender.String()) }

// of returns the result that has the cell's problem, task and contender; nil if there is none.
func (on results) of(c *summary.Cell) *summary.Cell { return on[jobName(c)] }

// shared reports whether both sides have the very same runs, as a folder and its copy do.
func (r *Row) shared() bool { return r.Old != nil && r.New != nil && r.Old.Same(r.New) }

// again reports whether the new side has runs that are not the old one's.
func (c *Comparison) again() bool {
	return slices.ContainsFunc(c.Rows, func(r Row) bool { return r.New != nil && r.New.Runs > 0 && !r.shared() })
}

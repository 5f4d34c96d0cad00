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
	"nqueens/bench/judge"
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
	return Side{Name: name, Cells: s.Cells, Caveats: s.Caveats(), Environments: environments, Clock: s.Experiment.Clock}
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

// VerdictChange is a problem on which the harness came to another verdict.
type VerdictChange struct {
	Problem string            `json:"problem"`
	Old     judge.VerdictKind `json:"old"`
	New     judge.VerdictKind `json:"new"`
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

// Answer says what became of an answer, the worst first.
type Answer string

const (
	BecameWrong Answer = "wrong"            // it was not judged wrong before, or not asked
	Differs     Answer = "differs"          // another answer, and neither is judged wrong
	Lost        Answer = "lost"             // answered before: a time-out now, a crash, …
	Gone        Answer = "gone"             // there is no result any more
	Ended       Answer = "ended"            // no right answer, as before, for another reason
	BecameRight Answer = "right"            // it was judged wrong before
	Found       Answer = "answered"         // not answered before
	Added       Answer = "new"              // there was no result before
	Neither     Answer = "neither answered" // and for the same reason: no answers agree
	Same        Answer = "same"
)

// Change is what a test says of two samples.
type Change string

const (
	More      Change = "more" // of time: slower
	Less      Change = "less"
	Equal     Change = "same"      // exactly, or of times: no difference found, and none that matters
	Undecided Change = "undecided" // no difference found, and there may be one
)

// Effort is how much of a unit of work there was, by the median over the repetitions.
type Effort struct {
	Unit   string  `json:"unit"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	Change Change  `json:"change"`
	// Exact says that each side always did the same work; otherwise (random choices,
	// threads) Effect and P are of a test as for times.
	Exact  bool         `json:"exact"`
	Effect stats.Effect `json:"effect"` // of one more each where some are 0
	P      float64      `json:"p,omitempty"`
}

// size reports whether the unit measures the formula and not the search.
func (e Effort) size() bool { return slices.Contains(sizes, e.Unit) }

// sizes are statistics of what is searched, and unmeasured those that are no work.
var (
	sizes      = []string{"variables", "clauses", "literals", "constraints", "items", "options", "queens", "tasks", "bytes", "blockingLiterals"}
	unmeasured = []string{backends.PeakBytes, "seed", "threads", "time"}
)

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

// answer says what became of the row's answer.
func (r *Row) answer() {
	old, now := r.Old, r.New
	switch {
	case old == nil && now.Wrong && !now.Expected:
		r.Answer, r.Why = BecameWrong, says(now)+", not asked before"
	case old == nil:
		r.Answer = Added
	case now == nil:
		r.Answer = Gone
	case now.Wrong && !old.Wrong:
		r.Answer, r.Why = BecameWrong, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Wrong && now.Status.Answered():
		r.Answer, r.Why = BecameRight, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Status.Answered(): // what was wrong is no loss
		r.Answer, r.Why = Ended, fmt.Sprintf("%s, was %s, which is wrong", ended(now), says(old))
	case old.Status.Answered() && !now.Status.Answered():
		r.Answer, r.Why = Lost, ended(now)
	case !old.Status.Answered() && now.Status.Answered():
		r.Answer, r.Why = Found, ended(old)+" before"
	case !now.Status.Answered() && old.Status != now.Status:
		r.Answer, r.Why = Ended, fmt.Sprintf("%s, was %s", ended(now), ended(old))
	case says(old) != says(now) && now.Status.Answered():
		r.Answer, r.Why = Differs, fmt.Sprintf("%s, was %s", says(now), says(old))
	case !now.Status.Answered():
		r.Answer, r.Why = Neither, ended(now)
	default:
		r.Answer = Same
	}
}

// says is the answer of a cell.
func says(c *summary.Cell) string {
	switch {
	case !c.Status.Answered():
		return ended(c)
	case c.Empty():
		return "no solution"
	}
	return cmp.Or(c.Count, "a solution")
}

// ended is how a cell ended that was not answered.
func ended(c *summary.Cell) string {
	return cmp.Or(string(c.Status), "skipped ("+c.Skipped+")")
}

// none is the effect of what did not change.
var none = stats.Effect{Ratio: 1, Low: 1, High: 1, Enough: true}

// times tests the times of all rows that have two. Between contenders what starting a process
// takes is left out where it is much of one of them.
func (c *Comparison) times(between bool) {
	var timed []*Row
	var old, now [][]float64
	for i := range c.Rows {
		switch r := &c.Rows[i]; {
		case r.Old == nil || r.New == nil || !r.Old.Timed() || !r.New.Timed():
		case r.shared():
			r.Effect, r.Time = none, Equal
		default:
			a, b, sure := c.sample(r, between)
			switch {
			case len(a) == 0 || len(b) == 0:
			case !sure:
				r.Effect, r.Time = stats.Quotient(a, b), Undecided
				r.Effect.Low, r.Effect.High, r.Effect.Enough = 0, 0, false
				c.Unsure++
			default:
				timed, old, now = append(timed, r), append(old, a), append(now, b)
			}
		}
	}
	p := test(old, now)
	for i, r := range timed {
		r.Effect, r.P = stats.Quotient(old[i], now[i]), p[i]
		r.Time = c.change(r.Effect, r.P)
		if r.P == 0 {
			c.Untold++
		}
	}
	c.Mean, c.Timed = stats.GeometricMean(old, now), len(timed)
	if c.Untold > 0 {
		for c.Runs = 2; stats.LeastP(c.Runs, c.Runs)*float64(c.Timed) >= stats.Level; {
			c.Runs++
		}
	}
}

// sample is the times of both sides of a row; sure is false where they are not known well enough.
func (c *Comparison) sample(r *Row, between bool) (old, now []float64, sure bool) {
	switch {
	case c.Clock == CPU:
		if between && summary.Short(r.Old, r.New) {
			c.WithStart++
		}
		return r.Old.CPUTimes(), r.New.CPUTimes(), true
	case between:
		if summary.Short(r.Old, r.New) {
			c.Net++
		}
		return summary.Times(r.Old, r.New)
	}
	return r.Old.Times, r.New.Times, true
}

// test is for each two samples the probability that they differ so where there is no
// difference, corrected over all; 0 for those too small for a test among so many.
func test(old, now [][]float64) []float64 {
	least := make([]float64, len(old))
	for i := range old {
		least[i] = stats.LeastP(len(old[i]), len(now[i]))
	}
	var tested []int
	var p []float64
	for i, can := range stats.Testable(least) {
		if can {
			tested, p = append(tested, i), append(p, stats.MannWhitney(old[i], now[i]))
		}
	}
	corrected := make([]float64, len(old))
	for k, p := range stats.Holm(p) {
		corrected[tested[k]] = p
	}
	return corrected
}

// change is what an effect says whose test had the probability p.
func (c *Comparison) change(e stats.Effect, p float64) Change {
	switch {
	case p > 0 && p < stats.Level && e.Ratio > 1:
		return More
	case p > 0 && p < stats.Level && e.Ratio < 1:
		return Less
	case e.Enough && e.High < 1+c.Tolerance && e.Low > 1/(1+c.Tolerance):
		return Equal
	}
	return Undecided
}

// efforts compares the work of all rows.
func (c *Comparison) efforts() {
	var tested []*Effort
	var old, now [][]float64
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Old == nil || r.New == nil || !r.Old.Status.Answered() || !r.New.Status.Answered() {
			continue
		}
		r.Effort = make([]Effort, 0, len(r.New.Stats))
		for _, s := range r.New.Stats {
			a, b := r.Old.Effort(s.Name), r.New.Effort(s.Name)
			if a == nil || slices.Contains(unmeasured, s.Name) {
				continue
			}
			r.Effort = append(r.Effort, Effort{Unit: s.Name})
			if e := &r.Effort[len(r.Effort)-1]; !e.exactly(a, b) {
				tested, old, now = append(tested, e), append(old, a), append(now, b)
			}
		}
	}
	p := test(old, now)
	for i, e := range tested {
		a, b := old[i], now[i]
		if min(slices.Min(a), slices.Min(b)) <= 0 {
			a, b = oneMore(a), oneMore(b)
		}
		e.Effect, e.P = stats.Quotient(a, b), p[i]
		e.Change = c.change(e.Effect, e.P)
	}
}

func oneMore(values []float64) []float64 {
	more := slices.Clone(values)
	for i := range more {
		more[i]++
	}
	return more
}

// exactly compares work that is always the same, or was the same in all repetitions
// taken together; otherwise it reports that a test is needed.
func (e *Effort) exactly(a, b []float64) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	e.Old, e.New = bench.Median(a), bench.Median(b)
	constant := a[0] == a[len(a)-1] && b[0] == b[len(b)-1]
	if e.Exact = constant || slices.Equal(a, b); !e.Exact {
		return false
	}
	switch e.Effect = none; {
	case e.Old == e.New:
		e.Change = Equal
		return true
	case e.New > e.Old:
		e.Change = More
	default:
		e.Change = Less
	}
	ratio := e.New / e.Old
	if e.Old == 0 || e.New == 0 {
		ratio = (e.New + 1) / (e.Old + 1)
	}
	e.Effect = stats.Effect{Ratio: ratio, Low: ratio, High: ratio, Enough: true}
	return true
}

// verdicts notes on which problems the harness came to another conclusion, the smallest first.
func (c *Comparison) verdicts(old, now []*summary.Cell) {
	was := make(map[string]judge.VerdictKind, len(old))
	for _, cell := range old {
		was[cell.Problem] = cell.Verdict
	}
	var changed []*summary.Cell
	for _, cell := range now {
		if before, both := was[cell.Problem]; both && before != cell.Verdict {
			changed = append(changed, cell)
		}
	}
	slices.SortStableFunc(changed, func(a, b *summary.Cell) int {
		return cmp.Or(a.N-b.N, cmp.Compare(len(a.Problem), len(b.Problem)), cmp.Compare(a.Family, b.Family))
	})
	seen := map[string]bool{}
	for _, cell := range changed {
		if !seen[cell.Problem] {
			seen[cell.Problem] = true
			c.Verdicts = append(c.Verdicts, VerdictChange{cell.Problem, was[cell.Problem], cell.Verdict})
		}
	}
}

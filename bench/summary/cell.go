package summary

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/instance"
)

// Cell combines all repetitions of one contender (a backend with an encoding) on one problem and
// task. Tables and charts are made from cells.
type Cell struct {
	Problem  string `json:"problem"`            // as in Job.ProblemName
	Instance string `json:"instance,omitempty"` // the name of its file, if it came from a file
	// Origin describes how the instance was made, if a plan generated it.
	Origin *instance.Origin `json:"-"`
	Family string           `json:"family"`
	N      int              `json:"n"`
	Task   nqueens.Task     `json:"task"`
	backends.Contender

	// Status is Solved or Unsatisfiable if every repetition was answered. Otherwise it is the
	// status of the first repetition that was not, and Reason is its reason.
	Status nqueens.Status `json:"status"`
	Reason string         `json:"reason,omitempty"`
	// Skipped is the reason why the cell was never run ("timeout at queens(10)", NotRun). Status
	// and the other results are then empty.
	Skipped string `json:"skipped,omitempty"`
	// Wrong is set if the harness judged the answer wrong; Expected, if the plan states that it
	// will be wrong. A wrong cell keeps its times, but no mean includes it, and no chart shows its
	// time.
	Wrong    bool `json:"wrong,omitempty"`
	Expected bool `json:"-"`
	// Open is set in a wrong cell if the only evidence is that others disagree. Disputed is set in
	// any other cell if an answer to its problem is open.
	Open     bool              `json:"open,omitempty"`
	Disputed bool              `json:"-"`
	Verdict  judge.VerdictKind `json:"-"` // on the problem
	Count    string            `json:"count,omitempty"`

	// Build is the program that was measured, as returned by bench.BuildOf; "" if the records have
	// none.
	Build string `json:"build,omitempty"`
	// Machine is the machine that measured the cell, if several machines share the run.
	Machine string `json:"machine,omitempty"`

	Void    int            `json:"void,omitempty"` // number of discarded runs, which no figure includes
	Runs    int            `json:"runs"`
	Seconds bench.Interval `json:"seconds"` // the backend's own time for one answer
	Times   []float64      `json:"-"`       // the times of the repetitions that Seconds summarises
	// Started is set if Seconds includes the start of a process, which it does for an external
	// program.
	Started bool `json:"started,omitempty"`
	// Floor is the time that the same contender needs for a board of one square: to start a
	// process, read and write files, and exit. It is part of Seconds; 0 where this does not apply.
	Floor float64 `json:"floor,omitempty"`
	// Speedup is how many times as fast as the baseline the cell is on its problem; 0 where there
	// is no ratio.
	Speedup bench.Interval `json:"speedup,omitzero"`
	// SpeedupP is the probability of a difference from the baseline at least this large if there is
	// no true difference, by the Mann-Whitney test, corrected by Holm's method over all contenders
	// and problems of the family and task; 0 where there are too few runs for a test.
	SpeedupP float64 `json:"speedupP,omitempty"`
	// Tied is set if the test found no difference from the fastest contender on the problem, and
	// there were enough runs to find one.
	Tied bool `json:"tied,omitempty"`
	// TooFewRuns is set if there are too few runs to find a difference from the fastest contender among
	// so many comparisons, however large it is.
	TooFewRuns bool `json:"untold,omitempty"`
	// Limit is the time limit of each repetition in seconds: the wall-clock limit or, if that is
	// less, the CPU-time limit divided by the number of threads.
	Limit float64 `json:"limit"`
	// Limits are the limits of each repetition.
	Limits     bench.Limits   `json:"-"`
	PeakBytes  int64          `json:"peakBytes,omitempty"`  // the median of the repetitions
	CPUSeconds float64        `json:"cpuSeconds,omitempty"` // likewise; of the whole process, or of an external solver alone
	Phases     nqueens.Phases `json:"phases"`               // likewise
	Stats      Stats          `json:"stats,omitempty"`      // likewise; a search without random choices always does the same work
	// Records are the records that the figures are computed from; nil where they were released.
	Records []*bench.Record `json:"-"`

	pool    *pool // the instances that the cell combines; nil for a cell of one problem
	suspect bool  // the contender gave a wrong answer somewhere in the run
	runs    []run // the parts that are kept when Records is released
	base    *Cell // the baseline's cell for the same question, answered or not; nil where the baseline has no result
}

// run is the part of a record that is kept when the record is released.
type run struct {
	// id identifies the run; 0 where the time of the run is not known.
	id uint64
	// cpu is the CPU time of one answer: of the whole process, which may have computed the answer
	// several times, or of an external solver alone; 0 where there is none.
	cpu   float64
	stats Stats // of one answer
}

func newRun(r *bench.Record) (kept run) {
	if !r.Started.IsZero() {
		made := fnv.New64a()
		made.Write(binary.AppendVarint([]byte(r.Key), r.Started.UnixNano())) //nolint:errcheck // a digest takes everything
		kept.id = made.Sum64()
	}
	if r.Status.Answered() {
		kept.cpu, kept.stats = r.CPUSeconds/float64(max(1, r.Iterations)), newStats(r.Stats)
	}
	return kept
}

// each returns the cell's runs.
func (c *Cell) each() []run {
	if c.pool != nil && c.runs == nil {
		for a := range c.Answers() {
			if a.Status.Answered() && !a.Wrong {
				c.runs = append(c.runs, run{stats: a.Stats})
			}
		}
	}
	if c.Records == nil {
		return c.runs
	}
	runs := make([]run, len(c.Records))
	last := c.Stats
	for i, r := range c.Records {
		if runs[i] = newRun(r); slices.Equal(runs[i].stats, last) {
			runs[i].stats = last // stored only once
		}
		last = runs[i].stats
	}
	return runs
}

// letGo releases the records and keeps a run for each.
func (c *Cell) letGo() { c.runs, c.Records = c.each(), nil }

// Same reports whether two cells are of exactly the same runs, as are those of a folder and of its
// copy. The time of imported runs is not known, so equal times do not prove that they are the same.
func (c *Cell) Same(other *Cell) bool {
	same := func(a, b run) bool { return a.id == b.id && a.id != 0 }
	if c == other {
		return c.Runs > 0
	}
	runs := c.each()
	return len(runs) > 0 && slices.Equal(c.Times, other.Times) && slices.EqualFunc(runs, other.each(), same)
}

// NotRun is the value of Skipped in a cell that an unfinished run has not reached yet.
const NotRun = "not run yet"

// Timed reports whether the cell has a time that can be compared. A time of 0 s is valid: the clock
// of an imported run may be too coarse for a short run.
func (c *Cell) Timed() bool {
	return c.Status.Answered() && !c.Wrong && (c.Seconds.Median > 0 || len(c.Times) > 0)
}

// Beside reports whether the times of two cells can be compared: both were measured with one build
// of the program on one machine.
func (c *Cell) Beside(other *Cell) bool { return c.Build == other.Build && c.Machine == other.Machine }

// CPU returns the CPU time of one answer, of the whole process, which may have computed the answer
// several times; ok is false where it is not known.
func (c *Cell) CPU() (i bench.Interval, ok bool) {
	sample := c.CPUTimes()
	return bench.NewInterval(sample), len(sample) > 0
}

// CPUTimes returns the CPU times of one answer, for each repetition that has one.
func (c *Cell) CPUTimes() (sample []float64) {
	for _, r := range c.each() {
		if r.cpu > 0 {
			sample = append(sample, r.cpu)
		}
	}
	return sample
}

// Searching returns the time without the floor, at least 0: the time that the contender spent on
// the problem.
func (c *Cell) Searching() float64 { return max(0, c.Seconds.Median-c.Floor) }

// grouped groups the elements with the same key, in the order of the first element of each group.
// All groups share one array, since there may be a million groups of one element.
func grouped[T any, Key comparable](list []T, key func(T) Key) [][]T {
	index := map[Key]int{}
	of := make([]int, len(list))
	var sizes []int
	for k, x := range list {
		key := key(x)
		i, known := index[key]
		if !known {
			i = len(sizes)
			index[key], sizes = i, append(sizes, 0)
		}
		of[k] = i
		sizes[i]++
	}
	groups, room := make([][]T, len(sizes)), make([]T, len(list))
	for i, size := range sizes {
		groups[i], room = room[:0:size], room[size:]
	}
	for k, x := range list {
		groups[of[k]] = append(groups[of[k]], x)
	}
	return groups
}

// problems returns the number of different problems.
func problems(cells []*Cell) int {
	seen := map[string]bool{}
	for i, c := range cells {
		if i == 0 || c.Problem != cells[i-1].Problem { // most plans list all contenders of a problem together
			seen[c.Problem] = true
		}
	}
	return len(seen)
}

// table returns a key that is the same for the cells of one table.
func (c *Cell) table() [2]string { return [2]string{c.Family, string(c.Task)} }

// bare reports whether the problem is a bare board, given by family and size alone.
func (c *Cell) bare() bool { return c.Problem == fmt.Sprintf("%s(%d)", c.Family, c.N) }

// Cells combines the records of an experiment into one cell for each job, in the order of the plan.
func Cells(e bench.Experiment, records []bench.Record, j judge.Judgement) []*Cell {
	return newCells(e, bench.RunsOf(e, records), j, false)
}

// newCells makes a cell of each job's records, and releases the records if letGo is set.
func newCells(e bench.Experiment, runs bench.Runs, j judge.Judgement, letGo bool) []*Cell {
	mine := runs.ByJob
	wrong, disputed := map[string]judge.Dissent{}, map[string]bool{}
	for i := range j.Verdicts {
		v := &j.Verdicts[i]
		for _, d := range v.Dissent {
			wrong[bench.JobName(v.Name, d.Task, d.Contender.String())] = d
		}
		if v.Open() {
			disputed[v.Name] = true
		}
	}
	var state *bench.Schedule // not needed for a finished run
	if slices.ContainsFunc(mine, func(records []*bench.Record) bool { return len(records) == 0 }) {
		state = bench.NewSchedule(e)
		for _, records := range mine {
			for _, r := range records {
				state.Add(*r)
			}
		}
	}
	cells := make([]*Cell, len(e.Jobs))
	programs := e.Programs()
	for _, i := range runs.Order {
		job := &e.Jobs[i]
		_, backend := backends.BinaryOf(job.Backend)
		_, external := programs[backend]
		c := &Cell{
			Problem: job.ProblemName(), Instance: job.Instance, Origin: job.Origin, Family: job.Problem.Family.Name, N: job.Problem.N,
			Task: job.Task, Contender: job.Contender,
			Limit: seconds(job.Limits, job.Threads), Limits: job.Limits, Started: external,
		}
		if len(wrong) > 0 {
			var d judge.Dissent
			d, c.Wrong = wrong[job.String()]
			c.Expected, c.Open, c.Disputed = d.Expected, d.Open, disputed[c.Problem] && !c.Wrong
		}
		if len(mine[i]) == 0 {
			c.Skipped = cmp.Or(state.Skip(*job), NotRun)
		} else {
			c.gather(e.Repeat.Counted(c.withoutVoid(mine[i])))
		}
		if letGo {
			c.letGo()
			mine[i] = nil
		}
		cells[i] = c
	}
	verdicts := make(map[string]judge.VerdictKind, len(j.Verdicts))
	for i := range j.Verdicts {
		verdicts[j.Verdicts[i].Name] = j.Verdicts[i].Kind
	}
	for _, c := range cells {
		c.Verdict = verdicts[c.Problem]
	}
	return cells
}

// WrongWord returns "disputed" for an open cell, "wrong" for any other wrong cell, and "" for the
// rest.
func (c *Cell) WrongWord() string {
	switch {
	case c.Open:
		return "disputed"
	case c.Wrong:
		return "wrong"
	}
	return ""
}

// withoutVoid counts the discarded runs, which are no evidence about the contender, and leaves them out
// unless all runs are discarded.
func (c *Cell) withoutVoid(records []*bench.Record) []*bench.Record {
	void := func(r *bench.Record) bool { return r.Status == nqueens.Void }
	if !slices.ContainsFunc(records, void) {
		return records
	}
	rest := slices.DeleteFunc(slices.Clone(records), void)
	if c.Void = len(records) - len(rest); len(rest) > 0 {
		return rest
	}
	return records
}

func (c *Cell) gather(records []*bench.Record) {
	c.Runs, c.Build, c.Machine, c.Records = len(records), records[0].Build, records[0].Machine, records
	var seconds, floor, cpu, peak, encode, solve, decode, check []float64
	for _, r := range records {
		if c.Status == "" || c.Status.Answered() {
			c.Status, c.Reason = r.Status, r.Reason
		}
		peak = append(peak, float64(r.PeakBytes))
		if !r.Status.Answered() {
			continue
		}
		if r.Count != nil {
			c.Count = r.Count.String()
		}
		seconds = append(seconds, r.Seconds)
		if r.FloorSeconds > 0 { // otherwise there is no floor, or all runs for it were discarded
			floor = append(floor, r.FloorSeconds)
		}
		cpu = append(cpu, r.CPUSeconds)
		encode = append(encode, r.Phases.Encode)
		solve = append(solve, r.Phases.Solve)
		decode = append(decode, r.Phases.Decode)
		check = append(check, r.Phases.Check)
	}
	c.Stats = medians(c.each())
	c.PeakBytes = int64(bench.Median(peak))
	c.Seconds, c.Times, c.Floor = bench.NewInterval(seconds), seconds, bench.Median(floor)
	c.CPUSeconds = bench.Median(cpu)
	c.Phases = nqueens.Phases{Encode: bench.Median(encode), Solve: bench.Median(solve), Decode: bench.Median(decode), Check: bench.Median(check)}
}

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

// Cell is what a run says of one contender, a backend with an encoding, on one
// problem and task: all its repetitions together. Tables and charts are made
// from cells.
type Cell struct {
	Problem  string `json:"problem"`            // as Job.ProblemName has it
	Instance string `json:"instance,omitempty"` // the name of its file, where it came from one
	// Origin is what made the instance, where a plan generated it.
	Origin *instance.Origin `json:"-"`
	Family string           `json:"family"`
	N      int              `json:"n"`
	Task   nqueens.Task     `json:"task"`
	backends.Contender

	// Status is solved or unsatisfiable if every repetition was answered,
	// otherwise that of the first one that was not, and Reason its reason.
	Status nqueens.Status `json:"status"`
	Reason string         `json:"reason,omitempty"`
	// Skipped is why the cell was never run ("timeout at queens(10)", NotRun);
	// then Status is empty and so is the rest.
	Skipped string `json:"skipped,omitempty"`
	// Wrong is set when the harness judged the answer wrong, Expected where the plan says that it
	// is. A wrong cell keeps its times but takes part in no mean and no chart as a time.
	Wrong    bool `json:"wrong,omitempty"`
	Expected bool `json:"-"`
	// Open says of a wrong cell that nothing shows it wrong but that others differ, and Disputed of
	// another cell that an answer to its problem is open.
	Open     bool              `json:"open,omitempty"`
	Disputed bool              `json:"-"`
	Verdict  judge.VerdictKind `json:"-"` // on its problem
	Count    string            `json:"count,omitempty"`

	// Build is the program that was measured, as bench.BuildOf has it; "" if the
	// records do not say.
	Build string `json:"build,omitempty"`
	// Machine is where it was measured, of a run that several machines share.
	Machine string `json:"machine,omitempty"`

	Void    int            `json:"void,omitempty"` // runs that mean nothing, and are in no figure
	Runs    int            `json:"runs"`
	Seconds bench.Interval `json:"seconds"` // the backend's own time for one answer
	Times   []float64      `json:"-"`       // of the repetitions that Seconds is over
	// Started says that Seconds holds the start of a process: the backend is an
	// external program.
	Started bool `json:"started,omitempty"`
	// Floor is the part of Seconds that the same contender takes for a board of one
	// square: starting a process, files, ending. 0 where there is nothing of that.
	Floor float64 `json:"floor,omitempty"`
	// Speedup is how many times as fast as the baseline the cell is on its
	// problem; 0 where that cannot be said.
	Speedup bench.Interval `json:"speedup,omitzero"`
	// SpeedupP is how likely a difference from the baseline as great as this is where
	// there is none, by the test of Mann and Whitney, corrected by Holm over all
	// contenders and problems of the family and task; 0 where there are too few runs
	// to tell.
	SpeedupP float64 `json:"speedupP,omitempty"`
	// Tied says that no difference was found from the fastest on its problem, where
	// there were enough runs to find one.
	Tied bool `json:"tied,omitempty"`
	// Untold says that its runs are too few to find a difference from the fastest among
	// so many comparisons, however great it is.
	Untold bool `json:"untold,omitempty"`
	// Limit is in seconds how long each repetition could take: the limit by the clock or, if that
	// is less, the limit of CPU time over the threads.
	Limit float64 `json:"limit"`
	// Limits are what each repetition could take.
	Limits     bench.Limits   `json:"-"`
	PeakBytes  int64          `json:"peakBytes,omitempty"`  // the median of the repetitions
	CPUSeconds float64        `json:"cpuSeconds,omitempty"` // likewise, of the whole process, or of an external solver alone
	Phases     nqueens.Phases `json:"phases"`               // likewise
	Stats      Stats          `json:"stats,omitempty"`      // likewise; a search that does not choose at random always does the same work
	// Records are those that the figures are of, nil where they were let go.
	Records []*bench.Record `json:"-"`

	pool    *pool // what it is of, if it is of many instances
	suspect bool  // its contender gave a wrong answer somewhere in the run
	runs    []run // what is kept of them then
	base    *Cell // the baseline's on the same question, answered or not; nil where it has no result
}

// run is what is kept of a record that is let go.
type run struct {
	// id tells runs apart; 0 where it is not known when the run was made.
	id uint64
	// cpu is the processor time of one answer, of the whole process, which may have computed it
	// several times, or of an external solver alone; 0 where there is none.
	cpu   float64
	stats Stats // of an answer
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

// each is what the cell's runs say.
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
			runs[i].stats = last // held once
		}
		last = runs[i].stats
	}
	return runs
}

// letGo keeps of the records what each says.
func (c *Cell) letGo() { c.runs, c.Records = c.each(), nil }

// Same reports whether two cells are of the very same runs, as those of a folder and of its copy
// are. When imported runs were made is not known: equal times may be those of others.
func (c *Cell) Same(other *Cell) bool {
	same := func(a, b run) bool { return a.id == b.id && a.id != 0 }
	if c == other {
		return c.Runs > 0
	}
	runs := c.each()
	return len(runs) > 0 && slices.Equal(c.Times, other.Times) && slices.EqualFunc(runs, other.each(), same)
}

// NotRun is why a cell of an unfinished run is skipped: its turn has not come.
const NotRun = "not run yet"

// Timed reports whether the cell has a time that may be compared. A time of 0 s is one: the clock of
// an imported run may measure nothing.
func (c *Cell) Timed() bool {
	return c.Status.Answered() && !c.Wrong && (c.Seconds.Median > 0 || len(c.Times) > 0)
}

// Beside reports whether the times of two cells compare: one build of the program was
// measured on one machine.
func (c *Cell) Beside(other *Cell) bool { return c.Build == other.Build && c.Machine == other.Machine }

// CPU is the processor time of one answer, of the whole process, which may have computed it
// several times; ok is false where that is not known.
func (c *Cell) CPU() (i bench.Interval, ok bool) {
	sample := c.CPUTimes()
	return bench.NewInterval(sample), len(sample) > 0
}

// CPUTimes are the processor times of one answer, of each repetition of which that is known.
func (c *Cell) CPUTimes() (sample []float64) {
	for _, r := range c.each() {
		if r.cpu > 0 {
			sample = append(sample, r.cpu)
		}
	}
	return sample
}

// Searching is the time less the floor: what the contender did about the problem,
// at least 0.
func (c *Cell) Searching() float64 { return max(0, c.Seconds.Median-c.Floor) }

// grouped puts what has the same key together, in the order of the first of each. The groups lie
// in one piece: a million may be of one each.
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

// problems is how many there are.
func problems(cells []*Cell) int {
	seen := map[string]bool{}
	for i, c := range cells {
		if i == 0 || c.Problem != cells[i-1].Problem { // most plans ask all contenders in turn
			seen[c.Problem] = true
		}
	}
	return len(seen)
}

// table tells apart the cells of one table.
func (c *Cell) table() [2]string { return [2]string{c.Family, string(c.Task)} }

// bare reports whether the problem is a bare board, named by family and size alone.
func (c *Cell) bare() bool { return c.Problem == fmt.Sprintf("%s(%d)", c.Family, c.N) }

// Cells gathers the records of an experiment into one cell for each job, in
// the order of the plan.
func Cells(e bench.Experiment, records []bench.Record, j judge.Judgement) []*Cell {
	return newCells(e, bench.RunsOf(e, records), j, false)
}

// newCells makes cells of each job's records, which it may let go as it goes.
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
	var state *bench.Schedule // of a finished run nobody asks
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

// WrongWord returns "wrong" of a wrong cell, "disputed" if it is open, and else "".
func (c *Cell) WrongWord() string {
	switch {
	case c.Open:
		return "disputed"
	case c.Wrong:
		return "wrong"
	}
	return ""
}

// withoutVoid counts the void runs, which say nothing of the contender, and leaves them
// out unless there are no others.
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
		if r.FloorSeconds > 0 { // otherwise there is none, or all runs for it were void
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

package summary

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// Summary is the summary of a run, from which texts, tables and charts are made.
type Summary struct {
	Experiment bench.Experiment
	Judgement  judge.Judgement
	Witnesses  []judge.Witness
	Cells      []*Cell
	// Pooled are the cells of sweeps, each for all instances of a recipe. They are in no ranking,
	// and in no table together with repetitions of one problem.
	Pooled []*Cell
	Growth []Growth
	// Rankings are for each task, separately on boards and on instances, over each set of problems
	// that contenders had to answer. The ranking with the most results comes first.
	Rankings       []Ranking
	InstanceScores []InstanceScore
	Proofs         Proofs
	// Void is the number of discarded runs among all Runs, including those that were repeated.
	Void, Runs int
	// Idle is the number of counted runs that used little CPU time, and Telling the number of
	// counted runs that were long enough to judge this.
	Idle, Telling int

	// Capped are contenders that ran on fewer threads than planned, with the number, as "bitmask x8
	// on 2".
	Capped []string
	// LeftOut describes the part of the plan that was not run within its budget.
	LeftOut LeftOut
	// Build is the build of the program that last continued the run. Edited are the locations of
	// records that were edited but are used nevertheless, and Unsigned is the number of records
	// without a digest.
	Build    string
	Edited   []string
	Unsigned int

	// Damaged is set if the run's verdicts.json could not be read. Mend writes it again.
	Damaged bool

	baseline    string
	differences differences
	sweepLines  func() []string // computed once for all texts
}

// Summarise makes the summary of judged records. It drops witnesses against answers that are no
// longer judged wrong.
func Summarise(e bench.Experiment, records []bench.Record, j judge.Judgement, witnesses []judge.Witness) Summary {
	return gather(e, bench.RunsOf(e, records), j, witnesses, false)
}

// gather makes a summary. If letGo is set, it releases the records, so that neither the cells nor
// the runs have any.
func gather(e bench.Experiment, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness, letGo bool) Summary {
	s := Summary{
		Experiment: e, Judgement: j, Runs: runs.All, Void: runs.Void, Proofs: newProofs(e, runs.ByJob),
		Witnesses: slices.DeleteFunc(slices.Clone(witnesses), func(w judge.Witness) bool { return !w.Holds(j) }),
	}
	for _, records := range runs.ByJob {
		s.look(records)
	}
	s.LeftOut = leftOut(e, runs)
	s.Cells = newCells(e, runs, j, letGo)
	s.Pooled = pooled(runs.Sweeps, j, e.Programs())
	s.compare()
	results := s.Results()
	s.sweepLines = sync.OnceValue(func() []string { return sweepLines(results) })
	return s
}

// look collects how many cores each record used, and how much of its time was CPU time.
func (s *Summary) look(records []*bench.Record) {
	for _, r := range records {
		if r.Cores > 0 {
			if capped := fmt.Sprintf("%s on %d", r.Contender.String(), r.Cores); !slices.Contains(s.Capped, capped) {
				s.Capped = append(s.Capped, capped)
			}
		}
		if s.Experiment.Clock == bench.CPUClock {
			continue // a wait for a core is not part of CPU time
		}
		if r.Status != nqueens.Void && r.WallSeconds >= isolate.ShortestJudged.Seconds() && r.CPUSeconds > 0 {
			s.Telling++
			if r.CPUSeconds+r.OtherCPUSeconds < fairShare*r.WallSeconds {
				s.Idle++
			}
		}
	}
}

// compare computes everything that depends on several cells.
func (s *Summary) compare() {
	if wrong := WrongContenders(s.Cells); wrong != nil {
		for _, c := range s.Cells {
			name := c.Contender.String()
			c.suspect = slices.ContainsFunc(wrong, func(w Wrong) bool { return w.Contender == name })
		}
	}
	questions := grouped(s.Cells, (*Cell).question)
	s.baseline = setBaseline(s.Cells, questions, s.Experiment.Baseline)
	for _, c := range s.Cells {
		c.Speedup, _ = c.speedup()
	}
	s.differences = compare(questions, s.baseline)
	s.Growth, s.Rankings, s.InstanceScores = Fit(s.Cells), rankings(s.Cells), instanceScores(ofFiles(s.Cells))
}

// ofFiles returns the cells whose problems are instances.
func ofFiles(cells []*Cell) []*Cell {
	return filter(cells, func(c *Cell) bool { return c.Instance != "" })
}

func filter(cells []*Cell, keep func(*Cell) bool) []*Cell {
	kept := make([]*Cell, 0, len(cells))
	for _, c := range cells {
		if keep(c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// fairShare is the share of its time that a process of isolate.ShortestJudged or more must compute;
// the summary reports runs with less. The backends of this program compute all the time and never
// sleep.
const fairShare = 0.7

// Baseline returns the name of the contender that the speed-ups refer to, or "" if there is none.
func (s Summary) Baseline() string { return s.baseline }

// setBaseline sets the baseline's cell in each cell, question by question, and returns the
// baseline. That is the contender with the given name. If the name has no threads, or no encoding,
// it is the first contender in the plan that fits.
func setBaseline(cells []*Cell, questions [][]*Cell, name string) (contender string) {
	for exact := range 3 { // the forms of a contender's name, from the most specific
		if i := slices.IndexFunc(cells, func(c *Cell) bool { return c.Names()[exact] == name }); i >= 0 {
			contender = cells[i].Contender.String()
			break
		}
	}
	for _, cells := range questions {
		var base *Cell
		for _, c := range cells {
			if c.Counts() && !c.suspect && c.Contender.String() == contender {
				base = c
			}
		}
		for _, c := range cells {
			c.base = base
		}
	}
	return contender
}

// speedup returns how many times as fast as the baseline the cell is on its problem, and whether
// there is such a ratio. It is the ratio of the medians, without the start of a process if that is
// a large part of one of them. The interval goes from the ratio of the ends that are worst for the
// cell to the ratio of those that are best. Both 95 % intervals hold at once in at least 90 of 100
// cases, and so does this one.
func (c *Cell) speedup() (bench.Interval, bool) {
	base := c.base
	if base == nil || c.suspect || !base.Timed() || !c.Timed() || !base.Beside(c) {
		return bench.Interval{}, false
	}
	ours, theirs := c.Seconds, base.Seconds
	if c.short() || base.short() {
		ours, theirs = less(ours, c.Floor), less(theirs, base.Floor)
	}
	switch {
	case c == base:
		return bench.Interval{Median: 1, Low: 1, High: 1, Enough: ours.Enough}, true
	case ours.Median <= 0 || theirs.Median <= 0 || c.onlyStart() || base.onlyStart():
		return bench.Interval{}, false
	case !ours.Enough || !theirs.Enough || ours.Low <= 0 || theirs.Low <= 0:
		return bench.Interval{Median: theirs.Median / ours.Median}, true
	}
	return bench.Interval{Median: theirs.Median / ours.Median, Low: theirs.Low / ours.High, High: theirs.High / ours.Low, Enough: true}, true
}

// onlyStart reports whether the time without the start of a process is within the possible error of
// the measured start.
func (c *Cell) onlyStart() bool { return c.Searching() < unsureStart*c.Floor }

// less returns the interval minus the floor.
func less(i bench.Interval, floor float64) bench.Interval {
	i.Median, i.Low, i.High = i.Median-floor, i.Low-floor, i.High-floor
	return i
}

// mostlyStart reports whether the time of a started process is so short that it may be mostly the
// start, which takes about a millisecond.
func mostlyStart(c *Cell) bool { return c.Started && c.Seconds.Median < bench.ShortWork.Seconds() }

// question is a problem with a task. All contenders answer the same questions.
type question struct {
	problem string
	task    nqueens.Task
}

func (c *Cell) question() question { return question{c.Problem, c.Task} }

// Read reads the run in a folder and summarises it. The records are judged again; only
// the witnesses are taken from the results of Conclude.
func Read(dir string, all []backends.Backend, known nqueens.Catalogue) (Summary, error) {
	f, err := bench.ReadFolder(dir, known)
	if err != nil {
		return Summary{}, err
	}
	return Of(f, all)
}

// Of is like Read for a folder that was already read.
func Of(f *bench.Folder, all []backends.Backend) (Summary, error) {
	c, err := judge.ReadConclusion(f.Dir)
	return OfFolder(f, judge.OfRuns(f.Experiment, f.Runs(), all), c.Witnesses), err
}

// OfFolder returns the summary of a folder's counted records, which must be judged.
func OfFolder(f *bench.Folder, j judge.Judgement, witnesses []judge.Witness) Summary {
	return ofRuns(f, f.Runs(), j, witnesses, false)
}

// OfRuns returns the summary of a folder's judged runs. It releases their records, so that no cell
// has any.
func OfRuns(f *bench.Folder, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness) Summary {
	return ofRuns(f, runs, j, witnesses, true)
}

func ofRuns(f *bench.Folder, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness, letGo bool) Summary {
	s := gather(f.Experiment, runs, j, witnesses, letGo)
	s.Proofs.look(f.Dir, runs.Kept)
	s.Build, s.Edited, s.Unsigned = f.Build, f.Edited, f.Unsigned
	return s
}

// JudgeRuns is like OfRuns, but judges the runs itself.
func JudgeRuns(f *bench.Folder, runs bench.Runs, all []backends.Backend) (Summary, error) {
	c, err := judge.ReadConclusion(f.Dir)
	s := OfRuns(f, runs, judge.OfRuns(f.Experiment, runs, all), c.Witnesses)
	s.Damaged = c.Damaged
	return s, err
}

// Mend writes verdicts.json in the run's folder again if it was damaged. It contains everything
// that follows from the records, which is everything except the witnesses.
func (s Summary) Mend(dir string) error {
	if !s.Damaged {
		return nil
	}
	return judge.Conclusion{Judgement: s.Judgement, Records: s.Runs, Builds: s.Builds(), Edited: s.Edited, Unsigned: s.Unsigned}.Write(dir)
}

// Builds returns the number of results of each build of the program.
func (s Summary) Builds() bench.Builds {
	results := bench.Builds{}
	for _, c := range s.Results() {
		if c.Runs > 0 {
			results.Add(c.Build, 1)
		}
	}
	return results
}

// Machines returns the number of results of each of the machines that share the run.
func (s Summary) Machines() bench.Machines {
	results := bench.Machines{}
	for _, c := range s.Results() {
		if c.Runs > 0 {
			results[c.Machine]++
		}
	}
	return results
}

// Caveats returns the lines that must be shown with all times: that records were edited, that
// contenders had fewer threads than planned, that the times are from several machines, or that they
// are from other builds of the program than the last one.
func (s Summary) Caveats() (lines []string) {
	if n := len(s.Edited); n > 0 {
		first := s.Edited[0]
		if n > 1 {
			first += fmt.Sprintf(" and %d more", n-1)
		}
		lines = append(lines, "EDITED: this is made from records that were edited after they were written: "+first)
	}
	if len(s.Capped) > 0 {
		lines = append(lines, "run with fewer threads than planned, because the machine has no more cores: "+strings.Join(s.Capped, ", "))
	}
	if line := s.Experiment.ClockLine(); line != "" {
		lines = append(lines, line)
	}
	return slices.Concat(lines,
		s.Machines().Caveat("ratios, differences and growth are each of one machine; means of seconds are over all machines, and compare only contenders that were measured on the same ones"),
		s.Builds().Caveat(s.Build))
}

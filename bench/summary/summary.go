package summary

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// Summary is what a run says, ready to be printed, written and drawn.
type Summary struct {
	Experiment bench.Experiment
	Judgement  judge.Judgement
	Witnesses  []judge.Witness
	Cells      []*Cell
	// Pooled are the cells of sweeps, each of all instances of a recipe. They are in no ranking, and in no table
	// beside repetitions of one problem.
	Pooled []*Cell
	Growth []Growth
	// Rankings are for each task, on boards and on instances apart, over each set of
	// problems that contenders were to answer, first the one with the most results.
	Rankings       []Ranking
	InstanceScores []InstanceScore
	Proofs         Proofs
	// Void is how many of all Runs were void, also of those that were made again.
	Void, Runs int
	// Idle is how many runs that count used little processor time, of how many that
	// were long enough to tell.
	Idle, Telling int

	// Capped are contenders that ran on fewer threads than they were to, with how many, as
	// "bitmask x8 on 2".
	Capped []string
	// LeftOut is what of the plan was not run within its budget.
	LeftOut LeftOut
	// Build is the build of the program that went on with the run last. Edited is where
	// records stand that were edited and are taken all the same, Unsigned how many have
	// no digest.
	Build    string
	Edited   []string
	Unsigned int

	// Damaged says that the run's verdicts.json could not be read; Mend writes it again.
	Damaged bool

	baseline    string
	differences differences
}

// Summarise makes the summary of judged records. Witnesses of what is no
// longer judged wrong are left out.
func Summarise(e bench.Experiment, records []bench.Record, j judge.Judgement, witnesses []judge.Witness) Summary {
	return gather(e, bench.RunsOf(e, records), j, witnesses, false)
}

// gather makes a summary. Where records are let go no cell has any, and neither do the runs.
func gather(e bench.Experiment, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness, letGo bool) Summary {
	s := Summary{
		Experiment: e, Judgement: j, Runs: runs.All, Void: runs.Void, Proofs: newProofs(e, runs.ByJob),
		Witnesses: slices.DeleteFunc(slices.Clone(witnesses), func(w judge.Witness) bool { return !w.Holds(j) }),
	}
	for _, records := range runs.ByJob {
		s.look(records)
	}
	s.LeftOut = leftOut(e, runs.ByJob)
	s.Cells = newCells(e, runs, j, letGo)
	s.Pooled = pooled(runs.Sweeps, j, e.Programs())
	s.compare()
	return s
}

// look sees on how many processors, and how much of its time, each record computed.
func (s *Summary) look(records []*bench.Record) {
	for _, r := range records {
		if r.Cores > 0 {
			if capped := fmt.Sprintf("%s on %d", r.Contender.String(), r.Cores); !slices.Contains(s.Capped, capped) {
				s.Capped = append(s.Capped, capped)
			}
		}
		if s.Experiment.Clock == bench.CPUClock {
			continue // how long it waited is in no time
		}
		if r.Status != nqueens.Void && r.WallSeconds >= isolate.ShortestJudged.Seconds() && r.CPUSeconds > 0 {
			s.Telling++
			if r.CPUSeconds+r.OtherCPUSeconds < fairShare*r.WallSeconds {
				s.Idle++
			}
		}
	}
}

// compare compares the cells.
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

// ofFiles are the cells whose problems are instances.
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

// fairShare is how much of its time a process of isolate.ShortestJudged or more computes at least, if the summary is not
// to tell of it: the backends here compute and never sleep.
const fairShare = 0.7

// Baseline names the contender that speed-ups are against, "" if there is none.
func (s Summary) Baseline() string { return s.baseline }

// setBaseline has each cell, those of each question together, know the baseline's, and returns
// that contender: the one of the name or, where it leaves out threads, or the encoding, the first
// in the plan that it fits.
func setBaseline(cells []*Cell, questions [][]*Cell, name string) (contender string) {
	for exact := range 3 { // of the names that a contender has
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

// speedup is how many times as fast as the baseline the cell is on its problem,
// and whether that can be said. It is the ratio of the medians, less what starting a process
// takes where that is much of one of them. Its interval goes
// from the quotient of the ends that are worst for the cell to that of those
// that are best: both 95 % intervals hold at once in at least 90 of 100 cases,
// and so does this one.
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

// onlyStart reports whether the time less the start of a process is no more than what that may be wrong by.
func (c *Cell) onlyStart() bool { return c.Searching() < unsureStart*c.Floor }

// less is the interval of what a floor is taken from.
func less(i bench.Interval, floor float64) bench.Interval {
	i.Median, i.Low, i.High = i.Median-floor, i.Low-floor, i.High-floor
	return i
}

// mostlyStart reports whether the time may be that of starting a process, a
// millisecond or so, more than of what the process did.
func mostlyStart(c *Cell) bool { return c.Started && c.Seconds.Median < bench.ShortWork.Seconds() }

// question is what all contenders are asked alike.
type question struct {
	problem string
	task    nqueens.Task
}

func (c *Cell) question() question { return question{c.Problem, c.Task} }

// Read reads what a run in a folder said, of more families than those of
// family.All if they are given. The records are judged anew;
// of what Conclude wrote only the witnesses are taken.
func Read(dir string, all []backends.Backend, more ...*nqueens.Family) (Summary, error) {
	f, err := bench.ReadFolder(dir, more...)
	if err != nil {
		return Summary{}, err
	}
	return Of(f, all)
}

// Of is Read of a folder that has been read.
func Of(f *bench.Folder, all []backends.Backend) (Summary, error) {
	c, err := judge.ReadConclusion(f.Dir)
	return OfFolder(f, judge.OfRuns(f.Experiment, f.Runs(), all), c.Witnesses), err
}

// OfFolder is the summary of a folder's records that count, which were judged.
func OfFolder(f *bench.Folder, j judge.Judgement, witnesses []judge.Witness) Summary {
	return ofRuns(f, f.Runs(), j, witnesses, false)
}

// OfRuns is the summary of a folder's runs, which were judged. It takes their records away as it
// goes: no cell has any.
func OfRuns(f *bench.Folder, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness) Summary {
	return ofRuns(f, runs, j, witnesses, true)
}

func ofRuns(f *bench.Folder, runs bench.Runs, j judge.Judgement, witnesses []judge.Witness, letGo bool) Summary {
	s := gather(f.Experiment, runs, j, witnesses, letGo)
	s.Proofs.look(f.Dir, runs.Kept)
	s.Build, s.Edited, s.Unsigned = f.Build, f.Edited, f.Unsigned
	return s
}

// JudgeRuns is OfRuns of runs that it judges.
func JudgeRuns(f *bench.Folder, runs bench.Runs, all []backends.Backend) (Summary, error) {
	c, err := judge.ReadConclusion(f.Dir)
	s := OfRuns(f, runs, judge.OfRuns(f.Experiment, runs, all), c.Witnesses)
	s.Damaged = c.Damaged
	return s, err
}

// Mend writes verdicts.json of the run's folder again where it was damaged: all that follows from
// the records, which is all but the witnesses.
func (s Summary) Mend(dir string) error {
	if !s.Damaged {
		return nil
	}
	return judge.Conclusion{Judgement: s.Judgement, Records: s.Runs, Builds: s.Builds(), Edited: s.Edited, Unsigned: s.Unsigned}.Write(dir)
}

// Builds is how many results there are of each build of the program.
func (s Summary) Builds() bench.Builds {
	results := bench.Builds{}
	for _, c := range s.Results() {
		if c.Runs > 0 {
			results.Add(c.Build, 1)
		}
	}
	return results
}

// Machines is how many results there are of each of the machines that share the run.
func (s Summary) Machines() bench.Machines {
	results := bench.Machines{}
	for _, c := range s.Results() {
		if c.Runs > 0 {
			results[c.Machine]++
		}
	}
	return results
}

// Caveats say in a line each, wherever the times are shown, that records were edited, that
// contenders had fewer threads than asked for, or that the times are of several machines, or of other builds of the program than the one that ran last.
func (s Summary) Caveats() (lines []string) {
	if n := len(s.Edited); n > 0 {
		first := s.Edited[0]
		if n > 1 {
			first += fmt.Sprintf(" and %d more", n-1)
		}
		lines = append(lines, "EDITED: this is made from records that were edited after they were written: "+first)
	}
	if len(s.Capped) > 0 {
		lines = append(lines, "on fewer threads than they were to have, since the machine has no more cores: "+strings.Join(s.Capped, ", "))
	}
	if line := s.Experiment.ClockLine(); line != "" {
		lines = append(lines, line)
	}
	return slices.Concat(lines,
		s.Machines().Caveat("ratios, differences and growth are each within one; means of seconds are over all, and compare none but contenders that were measured side by side"),
		s.Builds().Caveat(s.Build))
}

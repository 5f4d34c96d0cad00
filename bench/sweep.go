package bench

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
)

// Sweep is one contender that is asked each of some instances once: thousands of short problems would spend
// their time on starting processes, and so processes answer many.
type Sweep struct {
	*Instances `json:"-"`
	Task       nqueens.Task `json:"task"`
	backends.Contender
	Limits Limits `json:"limits"` // of each problem
	Count  int    `json:"count"`  // instances of each recipe
	// Locate, if set, makes as few of them as locate a place needs; the sweep has one recipe.
	Locate *Locate `json:"locate,omitempty"`
}

// Len returns how many instances there are.
func (s *Sweep) Len() int { return s.Count * s.Points() }

// Job returns the job of the sweep's contender on its i-th instance, counted from 0. It returns an error if the
// instance cannot be made or is a formula.
func (s *Sweep) Job(i int) (Job, error) {
	p, o, err := s.Problem(i)
	if err == nil && !p.HasBoard() {
		err = errors.New("a formula, and a sweep has boards only")
	}
	if err != nil {
		return Job{}, err
	}
	j := Job{Problem: p, Task: s.Task, Contender: s.Contender, Limits: s.Limits, Origin: o, Instance: fmt.Sprintf("%s, %d", s.Name, i)}
	if o != nil {
		j.Instance = o.FileName()
	}
	return j, nil
}

// sweepKey tells the sweeps of an experiment apart.
type sweepKey struct {
	name string
	task nqueens.Task
	backends.Contender
}

func (s *Sweep) key() sweepKey { return sweepKey{s.Name, s.Task, s.Contender} }

// Asked returns the sweep as a job that has no problem and the name of the instances.
func (s *Sweep) Asked() Job {
	return Job{Contender: s.Contender, Task: s.Task, Limits: s.Limits, Naming: Naming{Full: s.Name, Short: s.Name}}
}

// Asked returns the experiment's jobs, and one for each of its sweeps.
func (e Experiment) Asked() []Job {
	jobs := slices.Clip(e.Jobs)
	for _, s := range e.Sweeps {
		jobs = append(jobs, s.Asked())
	}
	return jobs
}

// EachSweep returns the sweeps without those that come again.
func EachSweep(sweeps []*Sweep) (each []*Sweep) {
	seen := map[sweepKey]bool{}
	for _, s := range sweeps {
		if !seen[s.key()] {
			seen[s.key()], each = true, append(each, s)
		}
	}
	return each
}

// SweepRun is what there is of a sweep: blocks that one version of the backend, in one build of the program,
// answered, from the first instance on without a gap.
type SweepRun struct {
	*Sweep
	Blocks []*Block
}

// Answered returns how many instances they are. There may be more than the sweep asks.
func (r SweepRun) Answered() int {
	if len(r.Blocks) == 0 {
		return 0
	}
	last := r.Blocks[len(r.Blocks)-1]
	return last.From + last.Len()
}

// Wall returns how many seconds they took by the clock.
func (r SweepRun) Wall() (seconds float64) {
	for _, b := range r.Blocks {
		seconds += b.WallSeconds
	}
	return seconds
}

// All goes through the answers, each with its place.
func (r SweepRun) All() iter.Seq2[int, Answer] { return r.every(1, 0) }

// Point goes through those to instances of one recipe, each with its number among these, from 0.
func (r SweepRun) Point(point int) iter.Seq2[int, Answer] {
	return func(yield func(int, Answer) bool) {
		if len(r.Blocks) == 0 {
			return
		}
		for i, a := range r.every(r.Points(), point) {
			if !yield(i/r.Points(), a) {
				return
			}
		}
	}
}

func (r SweepRun) every(step, first int) iter.Seq2[int, Answer] {
	return func(yield func(int, Answer) bool) {
		i := first
		for _, b := range r.Blocks {
			for ; i < b.From+b.Len(); i += step {
				if !yield(i, Answer{b, i - b.From}) {
					return
				}
			}
		}
	}
}

// Verdicts returns a letter for each answer, as Block has them.
func (r SweepRun) Verdicts() string {
	var s strings.Builder
	for _, b := range r.Blocks {
		s.WriteString(b.Verdicts)
	}
	return s.String()
}

// Answer returns what there is at a place.
func (r SweepRun) Answer(i int) (a Answer, ok bool) {
	for _, b := range r.Blocks {
		if i < b.From+b.Len() {
			return Answer{b, i - b.From}, i >= b.From
		}
	}
	return Answer{}, false
}

// sweeps are the SweepRuns of an experiment's sweeps, each of the version that answered last.
func (f *Folder) sweeps() []SweepRun {
	of := f.blocksOf()
	runs := make([]SweepRun, len(f.Experiment.Sweeps))
	for i, s := range f.Experiment.Sweeps {
		runs[i] = SweepRun{Sweep: s}
		for _, b := range slices.Backward(of[s.key()]) {
			if b.Limits == s.Limits && (b.Build == f.Build || f.Keep) {
				runs[i] = SweepRun{s, f.chain(of[s.key()], s.Limits, b.Version)}
				break
			}
		}
	}
	return runs
}

// SweepRun is what a version of the backend answered of a sweep.
func (f *Folder) SweepRun(s *Sweep, version string) SweepRun {
	return SweepRun{s, f.chain(f.blocksOf()[s.key()], s.Limits, version)}
}

// blocksOf are the blocks of each sweep in the order in which they were written.
func (f *Folder) blocksOf() map[sweepKey][]*Block {
	of := map[sweepKey][]*Block{}
	for i := range f.Blocks {
		key := f.Blocks[i].key()
		of[key] = append(of[key], &f.Blocks[i])
	}
	return of
}

// chain returns those of a sweep's blocks that follow one on the other, where there is a choice those of the
// folder's build.
func (f *Folder) chain(blocks []*Block, limits Limits, version string) (out []*Block) {
	own, others := map[int]*Block{}, map[int]*Block{} // by their first instance
	for _, b := range blocks {
		by := own
		if b.Build != f.Build {
			by = others
		}
		if b.Limits == limits && b.Version == version && by[b.From] == nil {
			by[b.From] = b
		}
	}
	for next := 0; ; {
		b := own[next]
		if b == nil && f.Keep {
			b = others[next]
		}
		if b == nil {
			return out
		}
		out = append(out, b)
		next += b.Len()
	}
}

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

// Sweep runs one contender once on each of many instances. One process answers many of them, because for
// short problems the start of a process would take most of the time.
type Sweep struct {
	*Instances `json:"-"`
	Task       nqueens.Task `json:"task"`
	backends.Contender
	Limits Limits `json:"limits"` // for each problem
	Count  int    `json:"count"`  // number of instances of each recipe
	// Locate, if set, runs only as many instances as it takes to locate a value. The sweep then has one
	// recipe.
	Locate *Locate `json:"locate,omitempty"`
}

// Len returns the number of instances.
func (s *Sweep) Len() int { return s.Count * s.Points() }

// Job returns the job of the sweep's contender on its i-th instance, counted from 0. It returns an error if the
// instance cannot be made or is a formula.
func (s *Sweep) Job(i int) (Job, error) {
	p, o, err := s.Problem(i)
	if err == nil && !p.HasBoard() {
		err = errors.New("it is a formula, but a sweep has only boards")
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

// sweepKey identifies a sweep in an experiment.
type sweepKey struct {
	name string
	task nqueens.Task
	backends.Contender
}

func (s *Sweep) key() sweepKey { return sweepKey{s.Name, s.Task, s.Contender} }

// AsJob returns the sweep as a job without a problem, whose instance is the name of the Instances.
func (s *Sweep) AsJob() Job {
	return Job{Contender: s.Contender, Task: s.Task, Limits: s.Limits, Naming: Naming{Full: s.Name, Short: s.Name}}
}

// AllJobs returns the experiment's jobs, and each of its sweeps as a job.
func (e Experiment) AllJobs() []Job {
	jobs := slices.Clip(e.Jobs)
	for _, s := range e.Sweeps {
		jobs = append(jobs, s.AsJob())
	}
	return jobs
}

// EachSweep returns the sweeps without duplicates.
func EachSweep(sweeps []*Sweep) (each []*Sweep) {
	seen := map[sweepKey]bool{}
	for _, s := range sweeps {
		if !seen[s.key()] {
			seen[s.key()], each = true, append(each, s)
		}
	}
	return each
}

// SweepRun has the results of a sweep: consecutive blocks from the first instance on, made by one version of
// the backend.
type SweepRun struct {
	*Sweep
	Blocks []*Block
}

// Answered returns the number of answered instances, which may be more than the sweep has.
func (r SweepRun) Answered() int {
	if len(r.Blocks) == 0 {
		return 0
	}
	last := r.Blocks[len(r.Blocks)-1]
	return last.From + last.Len()
}

// Wall returns the wall-clock time of all processes, in seconds.
func (r SweepRun) Wall() (seconds float64) {
	for _, b := range r.Blocks {
		seconds += b.WallSeconds
	}
	return seconds
}

// All iterates over the answers with their indices.
func (r SweepRun) All() iter.Seq2[int, Answer] { return r.every(1, 0) }

// Point iterates over the answers to instances of one recipe, with their indices among these.
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

// Verdicts returns a letter for each answer, as in Block.
func (r SweepRun) Verdicts() string {
	var s strings.Builder
	for _, b := range r.Blocks {
		s.WriteString(b.Verdicts)
	}
	return s.String()
}

// Answer returns the answer to the i-th instance, if there is one.
func (r SweepRun) Answer(i int) (a Answer, ok bool) {
	for _, b := range r.Blocks {
		if i < b.From+b.Len() {
			return Answer{b, i - b.From}, i >= b.From
		}
	}
	return Answer{}, false
}

// sweeps returns the results of the experiment's sweeps, each of the version that answered last.
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

// SweepRun returns the results of a sweep by one version of the backend.
func (f *Folder) SweepRun(s *Sweep, version string) SweepRun {
	return SweepRun{s, f.chain(f.blocksOf()[s.key()], s.Limits, version)}
}

// blocksOf returns the blocks of each sweep in the order in which they were written.
func (f *Folder) blocksOf() map[sweepKey][]*Block {
	of := map[sweepKey][]*Block{}
	for i := range f.Blocks {
		key := f.Blocks[i].key()
		of[key] = append(of[key], &f.Blocks[i])
	}
	return of
}

// chain returns consecutive blocks of a sweep from the first instance on. It prefers blocks of the folder's
// build; with Keep it takes blocks of other builds for the remaining instances.
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

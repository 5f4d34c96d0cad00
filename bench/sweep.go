package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/instance"
)

// Instances is a sequence of random instances of recipes in a fixed order: the first of each recipe, then the
// second of each, and so on. They are generated on demand and not stored.
type Instances struct {
	// Name identifies the sequence: sequences with the same name have the same problems.
	Name    string            `json:"name"`
	Recipes []instance.Recipe `json:"recipes,omitempty"`
	// Seed is the first seed tried for each recipe. Seeds on which the generator gives up are skipped.
	Seed uint64 `json:"seed,omitempty"`
	// Made returns the i-th instance if there are no recipes, from the user's files.
	Made func(i int) (nqueens.Problem, error) `json:"-"`

	seeds [][]uint64   // seeds used so far, by recipe
	whole wholeProblem // with all diagonals excluded
}

// NewInstances returns instances with a name derived from the recipes and the seed.
func NewInstances(recipes []instance.Recipe, seed uint64) *Instances {
	in := &Instances{Recipes: recipes, Seed: seed}
	text, err := json.Marshal(in)
	if err != nil {
		panic(err) // numbers always marshal
	}
	sum := sha256.Sum256(text)
	in.Name = fmt.Sprintf("%s(%d) %s", recipes[0].Kind, recipes[0].N, hex.EncodeToString(sum[:4]))
	return in
}

// wholeProblem caches the latest instance with all diagonals excluded. Instances with fewer exclude the first
// ones in its order.
type wholeProblem struct {
	instance.Origin
	problem nqueens.Problem
	err     error
}

// Points returns the number of recipes, 1 if there is none.
func (in *Instances) Points() int { return max(1, len(in.Recipes)) }

// maxGivenUp limits the consecutive seeds on which the generator gives up.
const maxGivenUp = 100_000

// Problem returns the i-th instance and, if it is generated, its origin.
func (in *Instances) Problem(i int) (nqueens.Problem, *instance.Origin, error) {
	if len(in.Recipes) == 0 {
		if in.Made == nil {
			return nqueens.Problem{}, nil, fmt.Errorf("the instances %q come from files that are not available here", in.Name)
		}
		p, err := in.Made(i)
		return p, nil, err
	}
	if in.seeds == nil {
		in.seeds = make([][]uint64, len(in.Recipes))
	}
	point, number := i%len(in.Recipes), i/len(in.Recipes)
	tried := &in.seeds[point]
	if number < len(*tried) {
		o := instance.Origin{Recipe: in.Recipes[point], Seed: (*tried)[number]}
		p, err := in.make(o)
		return p, &o, err
	}
	o := instance.Origin{Recipe: in.Recipes[point], Seed: in.Seed}
	if n := len(*tried); n > 0 {
		o.Seed = (*tried)[n-1] + 1
	}
	for gaveUp := 0; ; o.Seed++ {
		p, err := in.make(o)
		if errors.As(err, new(*instance.GaveUp)) && gaveUp < maxGivenUp {
			gaveUp++
			continue
		}
		if err != nil {
			return p, nil, fmt.Errorf("%s, problem %d: %w", in.Name, i, err)
		}
		gaveUp, *tried = 0, append(*tried, o.Seed)
		if len(*tried) > number {
			return p, &o, nil
		}
	}
}

// make generates an instance. Instances with excluded diagonals are derived from the one with all.
func (in *Instances) make(o instance.Origin) (nqueens.Problem, error) {
	if o.Kind != instance.ExcludedDiagonals || o.Size == instance.All {
		return o.Make(context.Background(), o.Seed)
	}
	all := o
	all.Size = instance.All
	if w := &in.whole; w.Origin != all {
		w.Origin = all
		w.problem, w.err = all.Make(context.Background(), all.Seed)
	}
	if in.whole.err != nil {
		return nqueens.Problem{}, in.whole.err
	}
	return instance.FirstDiagonals(in.whole.problem, o.Size)
}

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

package dlx

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync/atomic"
)

// A Search finds solutions of one problem. It can run any number of times. Each run starts from the
// beginning and has its own statistics. Only one run at a time is allowed: use one Search for each
// goroutine.
type Search struct {
	problem  Problem
	config   Config
	stats    Stats
	err      error
	progress atomic.Uint64 // the bits of a float64
	table    *table        // of the bits engine, once it is built
	probed   Engine        // the engine that a probe chose, or Automatic before the probe
}

// NewSearch returns a search of the problem in its current state: options added later are not
// searched.
func (p *Problem) NewSearch(c Config) *Search {
	s := &Search{problem: *p, config: c}
	s.problem.times, s.problem.costs = slices.Clone(p.times), slices.Clone(p.costs)
	return s
}

// run searches the whole tree, or until yield returns false or ctx ends. It links the problem anew,
// so that it need not repair the links of an aborted run.
func (s *Search) run(ctx context.Context, yield func([]int) bool) {
	s.progress.Store(0)
	s.stats = Stats{}
	if s.config.Trace == nil {
		if s.err = s.probe(ctx, yield != nil); s.err != nil {
			return
		}
	}
	var e engine
	if e, s.err = s.engine(ctx); s.err != nil {
		return
	}
	if s.config.Threads > 1 && s.config.Trace == nil && s.runShared(ctx, e, yield) {
		return
	}
	w, complete := e.search(walk{ctx: ctx, yield: yield, progress: &s.progress})
	if complete {
		s.progress.Store(math.Float64bits(1))
	}
	s.err = w.err
	s.stats = newStats(w.solutions, w.levels)
}

// Engine returns the engine that the search uses: the one in its Config, or the one that Automatic
// chose, which may be known only after a first run.
func (s *Search) Engine() Engine {
	switch {
	case s.problem.times != nil, s.config.Engine == Cells && s.config.Trace == nil:
		return Cells
	case s.config.Choice == Degree, s.config.Engine == Dancing, s.config.Trace != nil:
		return Dancing
	case s.probed != Automatic:
		return s.probed
	case s.config.Engine == Bits || suitsBits(&s.problem):
		return Bits
	}
	return Dancing
}

// engine returns a new engine for the problem.
func (s *Search) engine(ctx context.Context) (engine, error) {
	if s.Engine() == Cells {
		return newCells(ctx, &s.problem)
	}
	if s.Engine() == Dancing {
		l, err := newLinks(ctx, &s.problem)
		if err != nil {
			return nil, err
		}
		d := newDance(l, &s.problem, s.config.Choice)
		d.trace = s.config.Trace
		return d, nil
	}
	if s.table == nil {
		t, err := newTable(ctx, &s.problem)
		if err != nil {
			return nil, err
		}
		s.table = t
	}
	return newBitSearch(s.table, s.config.Choice), nil
}

// Count returns the number of solutions. If ctx ends first, it returns the number found so far and
// the error of ctx.
func (s *Search) Count(ctx context.Context) (uint64, error) {
	s.run(ctx, nil)
	return s.stats.Solutions, s.err
}

// Solutions returns an iterator over the solutions. Each is the indices of its options in the order
// in which the search chose them. The slice is reused for the next solution: clone it to keep it.
// The caller may leave the loop at any time. The loop also ends when ctx ends; Err then returns its
// error.
func (s *Search) Solutions(ctx context.Context) iter.Seq[[]int] {
	return func(yield func([]int) bool) { s.run(ctx, yield) }
}

// First returns the first n solutions, or all if there are fewer, each as the indices of its
// options. If ctx ends first, it returns the solutions found so far and the error of ctx. For n < 1
// it does nothing.
func (s *Search) First(ctx context.Context, n int) ([][]int, error) {
	if n < 1 {
		return nil, nil
	}
	var first [][]int
	for solution := range s.Solutions(ctx) {
		first = append(first, slices.Clone(solution))
		if len(first) == n {
			break
		}
	}
	return first, s.err
}

// Err returns the error of the context if it ended the last run. It returns nil if the run was
// complete or its caller left the loop.
func (s *Search) Err() error { return s.err }

// Stats returns the work done by the last run. It must not be called during a run.
func (s *Search) Stats() Stats { return s.stats }

// Progress returns an estimate, from 0 to 1, of the fraction of the search tree that the current
// run has searched. It never falls during a run, and is 1 only after a complete run. It assumes
// that all branches are equally large and may be far off. It may be called from any goroutine at
// any time.
func (s *Search) Progress() float64 {
	return math.Float64frombits(s.progress.Load())
}

// Stats is the work of a search in units that do not depend on the machine. Knuth's programs report
// the same numbers for the same problem.
type Stats struct {
	// Solutions is the number of solutions found.
	Solutions uint64

	// Nodes is the number of nodes of the search tree that were visited, including the root and the
	// solutions. The bits engine counts the children of a node together, so its count is higher in
	// a run that is left early.
	Nodes uint64

	// Updates is the number of times that an item, or an option in the list of one of its items,
	// was unlinked. Linking back is not counted. The bits engine has no links, so its Updates is 0.
	Updates uint64

	// Levels gives Nodes and Updates by depth in the tree. Level 0 is the root; a node at level k
	// has chosen k options.
	Levels []LevelStats
}

// LevelStats is the part of Stats that belongs to one level of the search tree.
type LevelStats struct {
	Nodes   uint64 // nodes visited at this level
	Updates uint64 // updates made to branch at this level
}

// newStats adds up the levels and drops levels that were never reached.
func newStats(solutions uint64, levels []LevelStats) Stats {
	st := Stats{Solutions: solutions}
	for _, l := range levels {
		if l.Nodes == 0 {
			break
		}
		st.Levels = append(st.Levels, l)
		st.Nodes += l.Nodes
		st.Updates += l.Updates
	}
	return st
}

// A walk is the state of one run through a search tree that all engines have in common.
type walk struct {
	ctx   context.Context
	yield func([]int) bool // called for every solution; nil to count only

	levels    []LevelStats
	solutions uint64
	err       error          // the reason for stopping
	progress  *atomic.Uint64 // the bits of a float64; nil to publish no progress

	share // the part of the tree to search
}

// An engine walks the search tree of one problem.
type engine interface {
	// search visits the tree, or the part of it that the walk claims, and returns the walk with its
	// results. It is complete unless the walk had to stop early; after that the engine cannot be
	// used again.
	search(walk) (w *walk, complete bool)
}

// found reports a solution at a level.
func (w *walk) found(level int, options []int) bool {
	if !w.counts(level) {
		return true
	}
	w.solutions++
	return w.yield == nil || w.yield(options)
}

// proceed publishes the progress and reports whether the search may go on.
func (w *walk) proceed(done float64) bool {
	w.err = w.ctx.Err()
	if w.progress != nil {
		if w.shared() {
			done = w.fraction()
		}
		w.progress.Store(math.Float64bits(done))
	}
	return w.err == nil
}

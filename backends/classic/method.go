package classic

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"nqueens"
	"nqueens/backends/internal/answer"
)

// Method is a published method as a backend.
type Method struct {
	nqueens.Description
	refuse func(nqueens.Problem) error
	answer func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome
}

// All returns the methods in the best order for reading them.
func All() []*Method {
	return []*Method{
		Naive(), Symmetric(), Marks(), Available(), BitmaskStack(),
		Permutations(), Place(), Wirth(), Dijkstra(), RecursiveBitmask(),
		Determinant(), BitSolver(), Table(),
	}
}

// newMethod returns a method that searches bare boards of queens.
func newMethod(name, about string, limit limit, run func(*search), tasks ...nqueens.Task) *Method {
	return &Method{
		Description: nqueens.Description{Name: name, About: about, Version: "1", Engine: name, Tasks: tasks},
		refuse:      func(p nqueens.Problem) error { return limit.refuse(name, p) },
		answer: func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			return searched(ctx, r, visit, run)
		},
	}
}

// limit is the largest board of a method.
type limit struct {
	side int
	why  string // the property of the method that sets the limit
}

var (
	// bytes is the limit of the methods with arrays: a sum of two coordinates must fit in a byte;
	// see squares.
	bytes = limit{128, "counts in bytes"}
	// words is the limit of the bit patterns as published: a word has the files of a rank and one
	// bit more, because a full rank is written 1<<n − 1.
	words = limit{31, "stores a rank in a 32-bit word"}
)

func (l limit) refuse(name string, p nqueens.Problem) error {
	switch {
	case !p.PlacesQueens():
		return fmt.Errorf("%s places only queens: queens(%d), not %v", name, p.N, p)
	case !p.Bare():
		return fmt.Errorf("%s takes only empty boards, without a symmetry: queens(%d), not %v", name, p.N, p)
	case p.N > l.side:
		return fmt.Errorf("%s %s: boards of up to %d squares a side, not %d", name, l.why, l.side, p.N)
	}
	return nil
}

// sharing sets the engine of methods that have code in common, so that their answers do not confirm
// each other.
func (m *Method) sharing(engine string) *Method {
	m.Engine = engine
	return m
}

// Describe implements backends.Backend.
func (m *Method) Describe() nqueens.Description { return m.Description }

// Supports returns an error for what the method, as published, does not support.
func (m *Method) Supports(r nqueens.Request) error {
	if err := cmp.Or(m.Accepts(r), r.Problem.Validate()); err != nil {
		return err
	}
	return m.refuse(r.Problem)
}

// Run answers the request on one thread.
func (m *Method) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := m.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return m.answer(ctx, r, visit)
}

// search is the state that a method's loop shares with the code around a run.
type search struct {
	n    int
	stop atomic.Bool // the context has ended: to be checked regularly
	// solution is called with each solution, for the tasks that need it; when it returns false the
	// search ends.
	solution func(ranks []uint8) bool
	// tried, if not nil, is called for each square that a method tries: the file k and the rank i,
	// and whether the queen can stay. Only Place calls it.
	tried func(k, i uint8, stays bool)

	found      uint64
	nodes      uint64 // partial placements without conflict; see the package comment
	placements uint64 // squares examined
	pairs      uint64 // pairs of queens compared, if counted
}

// squares has room for every index of one byte. Such an index needs no bounds check, and a
// difference below 0 wraps around to the far end, which is otherwise unused.
type squares [256]uint8

// marked has a mark for each column, sum or difference.
type marked [256]bool

// before is the number of the place before square 0: as a byte, before + 1 is 0.
const before = 255

// solved records a solution, the rank of the queen in each file, and reports whether the search
// continues.
func (s *search) solved(ranks *squares) bool {
	s.found++
	return s.solution == nil || s.solution(ranks[:s.n])
}

// searched runs a search and returns its outcome.
func searched(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool, run func(*search)) nqueens.Outcome {
	if ctx.Err() != nil {
		return nqueens.Stopped(ctx, 0)
	}
	watch := nqueens.NewStopwatch()
	s := &search{n: r.Problem.N}
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()

	solutions := answer.To(r.Task, visit)
	if r.Task != nqueens.CountAll {
		solution := make(nqueens.Solution, s.n)
		s.solution = func(ranks []uint8) bool {
			for file, rank := range ranks {
				solution[file] = nqueens.On(file, int(rank))
			}
			return solutions.Add(solution) && !s.stop.Load()
		}
	}
	run(s)

	solutions.Found = s.found
	var err error
	if s.stop.Load() {
		err = ctx.Err()
	}
	o := solutions.Outcome(ctx, err)
	if o.Status.Answered() {
		o.Stats = s.stats()
	}
	o.Phases.Solve = watch.Lap()
	return o
}

func (s *search) stats() map[string]int64 {
	stats := map[string]int64{}
	for name, n := range map[string]uint64{"nodes": s.nodes, "placements": s.placements, "pairs": s.pairs} {
		if n > 0 {
			stats[name] = int64(n)
		}
	}
	return stats
}

// Table returns the method that does no search: it repeats the counts published in the On-Line
// Encyclopedia of Integer Sequences, for any family.
//
// What to notice: nothing is faster, and nothing is confirmed. It has no statistics.
func Table() *Method {
	return &Method{
		Description: nqueens.Description{
			Name: "table", About: "published counts and nothing else", Version: "1", Engine: "table",
			Tasks:   []nqueens.Task{nqueens.CountAll},
			Caution: "repeats published values and so confirms nothing",
		},
		refuse: func(p nqueens.Problem) error {
			if _, ok := p.Known(); !ok {
				return fmt.Errorf("table has only published counts of empty boards, and none of %v: use a method that searches", p.Short())
			}
			if _, ok := p.KnownOptimum(); !ok && p.Goal() != nqueens.NoGoal {
				return fmt.Errorf("table has no published number of pieces in the best solutions of %v: use a method that searches", p.Short())
			}
			return nil
		},
		answer: func(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
			known, _ := r.Problem.Known()
			o := nqueens.Outcome{Status: nqueens.Solved, Count: known.Count, Note: known.Source}
			if best, ok := r.Problem.KnownOptimum(); ok && r.Problem.Goal() != nqueens.NoGoal {
				value := int(best.Count.Big().Int64())
				o.Optimum = &value
			}
			return o
		},
	}
}

package sat

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/internal/progress"
	"nqueens/internal/propagate"
)

// search enumerates the solutions of one problem with engines of one kind.
type search struct {
	load  func(*nqueens.Model) engine
	root  *propagate.Propagation
	stats stats

	encode time.Duration // time of loading engines
}

// Cubes are split until a third of the projected placements is open, and all of them together load
// no more than about cubeLiterals literals of constraints. The package comment has measurements.
// The limit prevents a model that is large or has many lines from being loaded too often.
const (
	cubeShare    = 3
	cubeLiterals = 1 << 24
)

// splitting returns the maximum number of cubes, and the number of open placements at which a cube
// is small enough.
func splitting(p *propagate.Propagation) (most, small int) {
	return cubeLiterals / max(1, p.Literals), p.Open / cubeShare
}

// solutions calls visit with the solutions that agree with the root propagation, until it returns
// false. A solution has, for each placement, whether it is chosen, which is meaningful only for the
// projected ones. The slice is valid during the call. It reports whether all were visited. An error
// is the context's, or describes a wrong answer of the solver.
func (s *search) solutions(ctx context.Context, most, small int, visit func(solution []bool) bool) (all bool, err error) {
	var done atomic.Uint64 // the bits of a float64
	progress.Report(ctx, func() float64 { return math.Float64frombits(done.Load()) })
	all = cubes(s.root, most, small, span{0, 1}, func(before float64) (more bool) {
		done.Store(math.Float64bits(before))
		more, err = s.cube(ctx, visit)
		return more
	})
	return all, err
}

// cube visits the solutions of one cube. The root propagation must have assigned the cube's
// decisions. cube returns false to end the search, also on an error.
func (s *search) cube(ctx context.Context, visit func([]bool) bool) (more bool, err error) {
	rest := s.root.Remainder()
	start := time.Now()
	e, err := await.Result(ctx, func() engine { return s.load(rest.Model) })
	s.encode += time.Since(start)
	if err != nil {
		return false, err
	}
	s.stats.add("cubes", 1)
	s.stats.loaded(e)

	cube := len(s.root.Trail)
	defer func() { s.root.Undo(cube) }()
	solution := make([]bool, len(s.root.Model.Placements))
	for _, i := range rest.Decided {
		solution[i] = true
	}
	var t path
	var assumptions []nqueens.Literal
	for {
		assumptions = assumptions[:0]
		for _, step := range t {
			assumptions = append(assumptions, rest.Literal(step.literal))
		}
		s.stats.add("solves", 1)
		satisfiable, err := e.solve(ctx, assumptions)
		if err != nil {
			return false, err
		}
		if satisfiable {
			for part, whole := range rest.Whole {
				solution[whole] = e.chosen(part)
			}
			if !visit(solution) {
				e.effort(s.stats)
				return false, nil
			}
			if t, err = t.follow(s.root, solution); err != nil {
				return false, err
			}
		}
		if t = t.backtrack(s.root); len(t) == 0 {
			e.effort(s.stats)
			return true, nil
		}
	}
}

var errNoSolution = errors.New("the solver's answer does not satisfy the model")

// path is a path in the tree of solutions of one cube; its steps are literals of projected
// placements. A step is first taken to a solution that has been found; when it is flipped, all
// solutions on its first side have been found.
//
// The search is thus chronological backtracking whose decisions come from the solver's solutions,
// and which calls the solver before it goes below a flipped step. No clause that excludes a
// solution is ever added, so neither time nor memory grows with the solutions found.
type path []step

type step struct {
	literal nqueens.Literal
	mark    int // length of the trail before
	flipped bool
}

// follow extends the path along a solution until propagation from the path decides every projected
// placement: then it is the only solution below. It first decides the lines with the fewest
// placements left, as cubes does; that saves a third of the calls without a solution. When no such
// line is left it takes the chosen placements first, because they decide more than the others.
func (t path) follow(p *propagate.Propagation, solution []bool) (path, error) {
	take := func(i int) bool {
		l := nqueens.Chosen(i)
		if !solution[i] {
			l = -l
		}
		t = append(t, step{literal: l, mark: len(p.Trail)})
		return p.Assume(l)
	}
	for {
		placements, ways := p.Tightest()
		if ways == 0 {
			break
		}
		at := slices.IndexFunc(placements, func(i int) bool { return solution[i] && p.Value(i) == 0 })
		if at < 0 || !take(placements[at]) {
			return t, errNoSolution
		}
	}
	for _, chosen := range []bool{true, false} {
		for i := 0; i < p.Projected && p.Open > 0; i++ {
			if p.Value(i) == 0 && solution[i] == chosen && !take(i) {
				return t, errNoSolution
			}
		}
	}
	return t, nil
}

// backtrack returns to the last step whose other side has not been searched and is not refuted by
// propagation, and takes that side. The returned path is empty if there is none.
func (t path) backtrack(p *propagate.Propagation) path {
	for len(t) > 0 {
		last := &t[len(t)-1]
		p.Undo(last.mark)
		if !last.flipped {
			last.literal, last.flipped = -last.literal, true
			if p.Assume(last.literal) {
				return t
			}
			p.Undo(last.mark)
		}
		t = t[:len(t)-1]
	}
	return t
}

// span is a part of the whole search, from 0 to 1, if the placements of a line are equally
// expensive.
type span struct{ from, to float64 }

func (s span) part(i, of int) span {
	width := (s.to - s.from) / float64(of)
	return span{s.from + float64(i)*width, s.from + float64(i+1)*width}
}

// cubes splits the solutions that agree with p into parts. For each part that propagation does not
// refute, it assigns the part's decisions in p and calls visit. before is the fraction of the whole
// search that precedes the part. cubes splits by the line with the fewest placements left, into
// most parts at most, until at most small of the projected placements are open. A solution has
// exactly one placement of such a line, so the parts are disjoint and complete. cubes stops and
// returns false if visit returns false.
func cubes(p *propagate.Propagation, most, small int, whole span, visit func(before float64) bool) bool {
	if p.Refuted {
		return true
	}
	placements, ways := p.Tightest()
	if ways == 0 || ways > most || p.Open <= small {
		return visit(whole.from)
	}
	way := -1
	for _, i := range placements {
		if p.Value(i) != 0 {
			continue
		}
		way++
		cube := len(p.Trail)
		more := !p.Assume(nqueens.Chosen(i)) || cubes(p, most/ways, small, whole.part(way, ways), visit)
		p.Undo(cube)
		if !more {
			return false
		}
	}
	return true
}

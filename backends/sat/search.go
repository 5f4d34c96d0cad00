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

// search looks for the solutions of one problem with one kind of engine.
type search struct {
	load  func(*nqueens.Model) engine
	root  *propagate.Propagation
	stats stats

	encode time.Duration // spent on loading engines
}

// Cubes are split until a third of the projected placements is open, and all
// of them together load no more than about cubeLiterals literals of constraints.
// The package's comment has figures. The bound keeps a large model, and one
// whose lines are many, from being loaded again and again.
const (
	cubeShare    = 3
	cubeLiterals = 1 << 24
)

// splitting is how many cubes there may be at most, and how few open placements
// make one small enough.
func splitting(p *propagate.Propagation) (most, small int) {
	return cubeLiterals / max(1, p.Literals), p.Open / cubeShare
}

// solutions calls visit with the solutions that agree with the root
// propagation, until it returns false: for each placement whether it is chosen,
// which means something for the projected ones only. The slice is valid during the
// call. It reports whether all were visited. An error is the context's, or
// tells what the solver did wrong.
func (s *search) solutions(ctx context.Context, most, small int, visit func(solution []bool) bool) (all bool, err error) {
	var done atomic.Uint64 // the bits of a float64
	progress.Tell(ctx, func() float64 { return math.Float64frombits(done.Load()) })
	all = cubes(s.root, most, small, span{0, 1}, func(before float64) (more bool) {
		done.Store(math.Float64bits(before))
		more, err = s.cube(ctx, visit)
		return more
	})
	return all, err
}

// cube visits the solutions of the cube that the root propagation is closed
// over. It reports false to end the search, also when there is an error.
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

// path is a way down the tree of solutions of one cube, by literals of
// projected placements. Where a step is first taken a solution has been found
// below it; where it is flipped, those below its other side have all been found.
//
// The search is thus chronological backtracking whose decisions come from the
// solver's solutions, and which asks the solver whether there is anything below
// a flipped step before it goes there. No clause that excludes a solution is
// ever added, so neither time nor memory grows with the solutions found.
type path []step

type step struct {
	literal nqueens.Literal
	mark    int // length of the trail before
	flipped bool
}

// follow extends the path along a solution until propagation from it decides
// every projected placement: it is then the only solution below. It chooses in
// the lines with the fewest ways first, as cubes do; that saves a third of the
// questions that the solver answers with no. Where no such line is left it
// takes the chosen placements first, since they decide more than the others.
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

// backtrack goes back to the last step whose other side has not been looked at and
// is not refuted by propagation, and takes that. The path is empty if there is
// none.
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

// span is a part of the whole search, from 0 to 1, if the ways that a line leaves are alike.
type span struct{ from, to float64 }

func (s span) part(i, of int) span {
	width := (s.to - s.from) / float64(of)
	return span{s.from + float64(i)*width, s.from + float64(i+1)*width}
}

// cubes splits the solutions that agree with p and calls visit while p is
// closed over each part that propagation does not refute, with how much of the whole is
// behind it. It takes the line
// with the fewest ways again and again, most cubes at most, until no more
// than small of the projected placements are open. A solution has exactly one
// placement of such a line, so no part shares one with another and none is left
// out. It stops when visit returns false, and reports whether it did not.
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

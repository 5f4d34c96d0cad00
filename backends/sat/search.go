package sat

import (
	"context"
	"time"

	"nqueens"
	"nqueens/backends/internal/await"
)

// search looks for the solutions of one problem with one kind of engine.
type search struct {
	load  func(*nqueens.Model) engine
	board *propagation
	stats stats

	encode time.Duration // spent on loading engines
}

// Cubes are split until a third of the placements that count is open, and all
// of them together load no more than about cubeLiterals literals of constraints.
// The package's comment has figures. The bound keeps a large model, and one
// whose lines are many, from being loaded again and again.
const (
	cubeShare    = 3
	cubeLiterals = 1 << 24
)

// splitting is how many cubes there may be at most, and how few open placements
// make one small enough.
func (p *propagation) splitting() (most, small int) {
	return cubeLiterals / max(1, p.literals), p.open / cubeShare
}

// solutions calls visit with the solutions that agree with the board's
// propagation, until it returns false: for each placement whether it is chosen,
// of which only those that count mean anything. The slice is valid during the
// call. It reports whether all were visited. An error is the context's, or
// tells what the solver did wrong.
func (s *search) solutions(ctx context.Context, most, small int, visit func(solution []bool) bool) (all bool, err error) {
	all = s.board.cubes(most, small, func() (goOn bool) {
		goOn, err = s.cube(ctx, visit)
		return goOn
	})
	return all, err
}

// cube visits the solutions of the cube that the board's propagation is closed
// over. It reports false to end the search, also when there is an error.
func (s *search) cube(ctx context.Context, visit func([]bool) bool) (goOn bool, err error) {
	rest := s.board.remainder()
	start := time.Now()
	e, err := await.Result(ctx, func() engine { return s.load(rest.model) })
	s.encode += time.Since(start)
	if err != nil {
		return false, err
	}
	s.stats.add("cubes", 1)
	variables, clauses, literals := e.size()
	s.stats.atLeast("variables", variables)
	s.stats.atLeast("clauses", clauses)
	s.stats.atLeast("literals", literals)

	cube := len(s.board.trail)
	defer func() { s.board.undo(cube) }()
	solution := make([]bool, len(s.board.value))
	for _, i := range rest.decided {
		solution[i] = true
	}
	var t path
	var assumptions []nqueens.Literal
	for {
		assumptions = assumptions[:0]
		for _, step := range t {
			assumptions = append(assumptions, rest.literal(step.literal))
		}
		s.stats.add("solves", 1)
		satisfiable, err := e.solve(ctx, assumptions)
		if err != nil {
			return false, err
		}
		if satisfiable {
			for part, whole := range rest.whole {
				solution[whole] = e.chosen(part)
			}
			if !visit(solution) {
				e.effort(s.stats)
				return false, nil
			}
			if t, err = t.follow(s.board, solution); err != nil {
				return false, err
			}
		}
		if t = t.turn(s.board); len(t) == 0 {
			e.effort(s.stats)
			return true, nil
		}
	}
}

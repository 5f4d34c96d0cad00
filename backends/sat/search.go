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

// splitLines is how many lines the cubes fix. CPU seconds to count 12 queens
// with 1, 2 and 3 lines: gini 3.9, 1.4, 0.9, gophersat 7.9, 2.3, 1.5 on pairwise
// clauses, gophersat-pb 12, 3.8, 1.5. Up to 10 queens the third gains nothing,
// and the more lines, the less of the search is the solver's own.
const splitLines = 2

// solutions calls visit with the chosen placements of each solution, those of
// the board's propagation, until it returns false. It reports whether all were
// visited. An error is the context's, or tells what the solver did wrong.
func (s *search) solutions(ctx context.Context, lines int, visit func(chosen []int) bool) (all bool, err error) {
	all = s.board.cubes(lines, func() (goOn bool) {
		goOn, err = s.cube(ctx, visit)
		return goOn
	})
	return all, err
}

// cube visits the solutions of the cube that the board's propagation is closed
// over. It reports false to end the search, also when there is an error.
func (s *search) cube(ctx context.Context, visit func(chosen []int) bool) (goOn bool, err error) {
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
	var chosen []int
	for {
		s.stats.add("solves", 1)
		satisfiable, err := e.solve(ctx)
		if err != nil {
			return false, err
		}
		if !satisfiable {
			break
		}
		chosen = append(chosen[:0], rest.decided...)
		for part, whole := range rest.whole {
			if e.chosen(part) {
				chosen = append(chosen, whole)
			}
		}
		if !visit(chosen) {
			e.effort(s.stats)
			return false, nil
		}
		clause, err := s.board.blockingClause(chosen[len(rest.decided):])
		if err != nil {
			return false, err
		}
		if len(clause) == 0 {
			break
		}
		s.stats.add("blockingLiterals", len(clause))
		for i, l := range clause {
			clause[i] = rest.literal(l)
		}
		e.add(clause)
	}
	e.effort(s.stats)
	return true, nil
}

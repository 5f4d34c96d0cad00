package explain

import (
	"context"

	"nqueens"
	"nqueens/backends"
)

// A Survey lists what the solutions of a problem have in common.
type Survey struct {
	Solutions int  // the number of solutions that were counted
	Complete  bool // all solutions were counted
	By        string
	// Counts is the number of solutions that have a placement.
	Counts map[nqueens.Placement]int
	// All are the placements of every solution, and None those of no solution.
	All, None []nqueens.Placement
}

// mostCounted is the number of solutions that a Survey counts.
const mostCounted = 1_000_000

// Survey counts the solutions by placement with a backend. If there are more than a million, or the
// context ends, Counts covers only the solutions found so far. A SAT solver then finds the placements of
// every solution and of none.
func (s *System) Survey(ctx context.Context, by backends.Backend) (*Survey, error) {
	v := &Survey{Counts: map[nqueens.Placement]int{}, By: by.Describe().Name}
	counting, cancel := context.WithCancel(ctx)
	defer cancel()
	o := by.Run(counting, nqueens.Request{Problem: s.Problem, Task: nqueens.FindAll, Seed: 1}, func(found nqueens.Solution) bool {
		v.Solutions++
		for _, at := range found {
			v.Counts[at]++
		}
		return v.Solutions < mostCounted
	})
	v.Complete = o.Status.Answered() && v.Solutions < mostCounted
	own := s.model.Placements[:len(s.model.Placements)-s.model.Auxiliaries]
	if v.Complete {
		if v.Solutions > 0 {
			for _, at := range own {
				switch v.Counts[at] {
				case v.Solutions:
					v.All = append(v.All, at)
				case 0:
					v.None = append(v.None, at)
				}
			}
		}
		return v, nil
	}
	return v, s.extremes(ctx, v, own)
}

// extremes finds the placements of all and of none of the solutions.
func (s *System) extremes(ctx context.Context, v *Survey, own []nqueens.Placement) error {
	solver, err := newSolver(s)
	if err != nil {
		return err
	}
	statements := make([]int, len(s.Statements))
	for k := range statements {
		statements[k] = k
	}
	some, lacking := map[int]bool{}, map[int]bool{}
	note := func() {
		for i := range own {
			if solver.chosen(i) {
				some[i] = true
			} else {
				lacking[i] = true
			}
		}
	}
	for i, at := range own {
		for _, l := range []nqueens.Literal{nqueens.Chosen(i), nqueens.NotChosen(i)} {
			known := lacking
			if l.Positive() {
				known = some
			}
			if known[i] {
				continue
			}
			can, _, err := solver.solve(ctx, statements, l)
			switch {
			case err != nil:
				return err
			case can:
				note()
			case l.Positive():
				v.None = append(v.None, at)
			default:
				v.All = append(v.All, at)
			}
		}
	}
	return nil
}

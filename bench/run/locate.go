package run

import (
	"context"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/stats"
)

// locate runs the sweeps that locate a value. The answers of the first contender determine the number of
// instances at each value of the parameter, and the other contenders answer the same instances. The next step
// depends only on the records, so that a stopped run can be resumed.
func (t *tour) locate(ctx context.Context, sweeps []*bench.Sweep) error {
	for _, place := range bench.Located(sweeps) {
		for {
			at, to, more := t.nextLocated(place[0])
			if !more || t.left() <= 0 {
				break
			}
			if err := t.located(ctx, place[0][at], to); err != nil {
				return err
			}
		}
		for _, other := range place[1:] {
			for i, s := range other {
				if t.left() <= 0 {
					return nil
				}
				if err := t.located(ctx, s, t.done(place[0][i]).answers); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nextLocated returns the sweep to continue and its new number of answers. ok is false if the value is known
// well enough, or if all sweeps have the maximal number of instances.
func (t *tour) nextLocated(sweeps []*bench.Sweep) (at, to int, ok bool) {
	points, asked := make([]stats.Counted, len(sweeps)), make([]int, len(sweeps))
	for i, s := range sweeps {
		run := t.folder.SweepRun(s, t.runner.versions[s.Backend])
		points[i].X, asked[i] = float64(s.Recipes[0].Parameter(s.Locate.Parameter)), run.Answered()
		for _, a := range run.All() {
			if a.Wrong() {
				continue
			}
			switch a.Status() {
			case nqueens.Solved:
				points[i].K++
				points[i].N++
			case nqueens.Unsatisfiable:
				points[i].N++
			}
		}
	}
	design := sweeps[0].Locate.Design(points, sweeps[0].Count)
	if at, ok = design.Next(points, asked); !ok {
		return 0, 0, false
	}
	return at, min(asked[at]+design.Batch, sweeps[at].Count), true
}

// located continues a sweep up to the given number of answers, within the budget.
func (t *tour) located(ctx context.Context, s *bench.Sweep, to int) error {
	if t.done(s).answers >= to {
		return nil
	}
	_, err := t.within(ctx, t.left(), func(ctx context.Context) error { return t.sweep(ctx, s, to) })
	return err
}

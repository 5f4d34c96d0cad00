package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nqueens"
	"nqueens/bench"
)

// enumerate shows every solution when it is found, if it is one; with
// fundamental only the first, in lexicographic order, of those that a symmetry
// of the problem maps to each other.
func (p *program) enumerate(ctx context.Context, e bench.Experiment, to *sheet, fundamental bool) error {
	job := e.Jobs[0]
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	show := func(s nqueens.Solution) error { return to.add(s) }
	if fundamental {
		show = showFundamental(job.Problem, to)
	}
	var failed error
	var flushed time.Time
	r, err := p.here(ctx, job, e.Seed, func(found nqueens.Solution) bool {
		s := append(nqueens.Solution(nil), found...)
		s.Sort()
		if err := job.Problem.Check(s); err != nil {
			failed = &exit{status: failedCheck, err: fmt.Errorf("%s gave %v, which is no solution: %w", job.Contender.String(), s, err)}
			return false
		}
		if failed = show(s); failed == nil && time.Since(flushed) > flushPause {
			failed = to.out.Flush()
			flushed = time.Now()
		}
		return failed == nil
	})
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	if err := p.disagreement(e, []bench.Record{r}); err != nil {
		return err
	}
	if !r.Status.Answered() {
		return unanswered(r.Outcome)
	}
	if fundamental {
		if err := to.out.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(p.err, "%d fundamental of %v in all\n", to.printed, r.Count)
	} else if r.Count.Cmp(nqueens.NewCount(0)) == 0 {
		fmt.Fprintln(p.err, noSolution)
	}
	return to.close(r.Count)
}

// flushPause is how long a solution waits for others to be written with.
const flushPause = 50 * time.Millisecond

// showFundamental passes on the solutions that stand for their orbit, and says
// what can be said of each.
func showFundamental(problem nqueens.Problem, to *sheet) func(nqueens.Solution) error {
	n, group := problem.N, problem.Symmetries()
	return func(s nqueens.Solution) error {
		orbit := s.OrbitUnder(n, group)
		if s.Compare(orbit[0]) != 0 {
			return nil
		}
		return to.add(s, marks(n, s, len(orbit))...)
	}
}

// marks say what is special about a solution: the size of its orbit, its
// symmetry, and that no three of its pieces stand in a line.
func marks(n int, s nqueens.Solution, orbit int) []string {
	said := []string{fmt.Sprintf("orbit %d", orbit)}
	switch {
	case n == 1:
	case s.Has(n, nqueens.QuarterTurn):
		said = append(said, "quarter-turn symmetric")
	case s.Has(n, nqueens.HalfTurn):
		said = append(said, "half-turn symmetric")
	}
	for _, g := range []nqueens.Symmetry{nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.Transpose, nqueens.AntiTranspose} {
		if n > 1 && s.Has(n, g) {
			said = append(said, g.String()+" symmetric")
		}
	}
	if _, found := s.ThreeInLine(); !found && len(s) > 2 {
		said = append(said, "no three in line")
	}
	return said
}

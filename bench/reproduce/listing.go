package reproduce

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/bitmask"
)

// eachSolution lists all solutions of a problem in this process by package
// bitmask, each in file order.
func eachSolution(ctx context.Context, p nqueens.Problem, visit func(nqueens.Solution)) error {
	o := bitmask.New().Run(ctx, nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		visit(s)
		return true
	})
	if o.Status.Answered() {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("listing the solutions of %v: %s: %s", p, o.Status, o.Reason)
}

// listAll lists all solutions of a problem and their fingerprint.
func listAll(ctx context.Context, p nqueens.Problem) (all []nqueens.Solution, set nqueens.Fingerprint, err error) {
	err = eachSolution(ctx, p, func(s nqueens.Solution) {
		set.Add(s)
		all = append(all, s)
	})
	return all, set, err
}

// listFundamental lists all solutions and counts those that come before their
// images.
func listFundamental(ctx context.Context, p nqueens.Problem) (*nqueens.Count, error) {
	var found uint64
	err := eachSolution(ctx, p, func(s nqueens.Solution) {
		if s.Fundamental(p.N) {
			found++
		}
	})
	return nqueens.NewCount(found), err
}

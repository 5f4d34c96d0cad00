package completable

import (
	"context"
	"fmt"
	"sync"

	"nqueens"
)

// Options are how to carry out an exhaustion. The zero value will do.
type Options struct {
	Threads int      // at once; 0 is one
	Seed    uint64   // of the random solutions
	Journal *Journal // keeps what is finished; may be nil
}

// Survey is the proof by exhaustion that every placement of so many queens can
// be completed, or that one cannot.
type Survey struct {
	N, Queens int
	// Looked is how many placements were looked at: of those that the symmetries
	// make of each other at least one.
	Looked uint64
	// Placements is how many there are on the board, worked out from those looked
	// at. It is a published number, which shows that none was left out: OEIS
	// A036464 for 2 queens, A047659, A061994 and A108792 for 3, 4 and 5.
	Placements uint64
	Pool       int    // random solutions, each used with all its images
	Completed  uint64 // placements that stand in none of them, completed one by one
	Nodes      uint64 // queens placed in doing so
	// Counterexample is a placement that cannot be completed, nil if there is
	// none. The other figures are then of the part that was looked at.
	Counterexample nqueens.Solution
}

// Exhaust looks at all placements of k queens that do not attack each other on
// an n × n board, until one cannot be completed. An error is a size that is out
// of range, the journal's, or the context's, whose Survey is of the part looked
// at and proves nothing.
func Exhaust(ctx context.Context, n, k int, o Options) (Survey, error) {
	b, err := newBoard(n)
	if err != nil {
		return Survey{}, err
	}
	if k < 1 || k > n {
		return Survey{}, fmt.Errorf("1 to %d queens stand on a board of %d squares a side, not %d", n, n, k)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	total := Survey{N: n, Queens: k, Pool: poolSize(n, k)}
	solutions := sync.OnceValue(func() *pool { return fill(ctx, b, total.Pool, o.Seed) })
	parts := make(chan part)
	go func() {
		defer close(parts)
		each(ctx, b.roots(), o.Threads, func() func(int) {
			var s *surveyor
			return func(root int) {
				key := partKey{N: n, Queens: k, Seed: o.Seed, Root: root}
				p, known := o.Journal.finished(key)
				if !known {
					if s == nil {
						s = newSurveyor(ctx, b, k, solutions())
					}
					p = s.survey(root, o.Seed)
					if p.Counterexample == nil && ctx.Err() != nil {
						return // it was cut off
					}
					if err := o.Journal.append(key, p); err != nil {
						cancel(err)
					}
				}
				parts <- p
			}
		})
	}()
	for p := range parts {
		total.Looked += p.Looked
		total.Placements += p.Placements
		total.Completed += p.Completed
		total.Nodes += p.Nodes
		if p.Counterexample != nil {
			total.Counterexample = p.Counterexample
			cancel(nil) // the others need not go on
		}
	}
	if total.Counterexample != nil {
		return total, nil
	}
	return total, context.Cause(ctx)
}

// each hands the roots one by one to so many threads, each with a function of
// its own, until the context ends.
func each(ctx context.Context, roots []int, threads int, worker func() func(root int)) {
	var group sync.WaitGroup
	queue := make(chan int, len(roots))
	for _, root := range roots {
		queue <- root
	}
	close(queue)
	for range max(1, threads) {
		group.Go(func() {
			work := worker()
			for root := range queue {
				if ctx.Err() != nil {
					return
				}
				work(root)
			}
		})
	}
	group.Wait()
}

// String says what was looked at, in one line.
func (s Survey) String() string {
	text := fmt.Sprintf("n = %d, %d queens: %d placements, %d looked at, %d random solutions, %d completed one by one, %d nodes",
		s.N, s.Queens, s.Placements, s.Looked, s.Pool, s.Completed, s.Nodes)
	if s.Counterexample != nil {
		return text + "; no solution has " + s.Counterexample.String()
	}
	return text
}

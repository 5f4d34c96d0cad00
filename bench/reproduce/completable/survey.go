package completable

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"nqueens"
)

// Options configures an exhaustion. The zero value is valid.
type Options struct {
	Threads int      // 0 stands for one
	Seed    uint64   // seed of the random solutions
	Journal *Journal // stores finished parts; may be nil
}

// Survey is a proof by exhaustion that every placement of a number of queens can be completed, or that one
// cannot.
type Survey struct {
	N, Queens int
	// Looked is the number of examined placements, at least one for each class under the symmetries.
	Looked uint64
	// Placements is the number of all placements on the board, computed from the examined ones. It is a
	// published number, which shows that none was left out: OEIS A036464 for 2 queens, A047659, A061994 and
	// A108792 for 3, 4 and 5.
	Placements uint64
	Pool       int    // number of random solutions, each used with all its images
	Completed  uint64 // placements in none of them, which were completed one by one
	Nodes      uint64 // number of queens placed for that
	// Counterexample is a placement that cannot be completed, nil if there is none. The other numbers then
	// cover only the examined part.
	Counterexample nqueens.Solution
}

// Exhaust examines the placements of k queens that do not attack each other on an n × n board, until one
// cannot be completed. It returns an error for a size out of range, and the errors of the journal and the
// context. If the context ends, the Survey covers only the examined part and proves nothing. Parts in the
// journal are not examined again.
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
	// A counterexample stops only the work on larger roots, so that the result does not depend on the
	// threads.
	var least atomic.Int64
	least.Store(math.MaxInt64)
	roots := b.roots()
	go func() {
		defer close(parts)
		each(roots, o.Threads, func() func(int) {
			var s *surveyor
			return func(root int) {
				stopped := func() bool { return ctx.Err() != nil || int64(root) > least.Load() }
				key := partKey{N: n, Queens: k, Seed: o.Seed, Root: root}
				p, known := o.Journal.Find(key)
				if !known {
					if stopped() {
						return
					}
					if s == nil {
						s = newSurveyor(ctx, b, k, solutions())
					}
					s.stopped = stopped
					p = s.survey(root, o.Seed)
					p.partKey = key
					if p.Counterexample == nil && stopped() {
						return // the context has ended
					}
					if err := o.Journal.Add(p); err != nil {
						cancel(err)
					}
				}
				for p.Counterexample != nil {
					if known := least.Load(); int64(root) >= known || least.CompareAndSwap(known, int64(root)) {
						break
					}
				}
				parts <- p
			}
		})
	}()
	finished := 0
	for p := range parts {
		finished++
		total.Looked += p.Looked
		total.Placements += p.Placements
		total.Completed += p.Completed
		total.Nodes += p.Nodes
		if p.Counterexample != nil && int64(p.Root) == least.Load() {
			total.Counterexample = p.Counterexample
		}
	}
	if total.Counterexample != nil || finished == len(roots) {
		return total, nil
	}
	return total, context.Cause(ctx)
}

// each distributes the roots among threads. Each thread has its own function from worker.
func each(roots []int, threads int, worker func() func(root int)) {
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
				work(root)
			}
		})
	}
	group.Wait()
}

// pool has solutions one after the other, each as the n squares of its queens.
type pool struct {
	n       int
	squares []uint16
}

func (p *pool) len() int { return len(p.squares) / p.n }

func (p *pool) solution(i int) []uint16 { return p.squares[i*p.n : (i+1)*p.n] }

// coverage is the average number of solutions of the pool, with their images, that contain a placement. A
// share of about e^-coverage of the placements is in none of them and must be completed one by one.
const coverage = 16

// placements returns the approximate number of placements of k queens. Two random squares attack each other
// with probability 10/(3n).
func placements(n, k int) float64 {
	count := 1.0
	for i := range k {
		count *= float64(n*n-i) / float64(i+1) * math.Pow(1-10/(3*float64(n)), float64(i))
	}
	return count
}

// poolSize returns the number of solutions that gives that coverage of the placements of k queens. For one or
// two queens it is 0: their few placements are completed one by one.
func poolSize(n, k int) int {
	if k <= 2 {
		return 0
	}
	subsets := 1.0
	for i := range k {
		subsets *= float64(n-i) / float64(i+1)
	}
	return int(math.Ceil(coverage * placements(n, k) / subsets / 8))
}

// fill returns a pool of random solutions, fewer if the context ends. The first three queens are on random
// squares, so that no triple is too rare.
func fill(ctx context.Context, b *board, size int, seed uint64) *pool {
	p := &pool{n: b.n, squares: make([]uint16, 0, size*b.n)}
	s := newSearch(ctx, b)
	s.random = rand.NewPCG(seed, 0)
	var given [3]int
	for p.len() < size {
		if p.len()%1024 == 0 && ctx.Err() != nil {
			break
		}
		k := 0
		for attempts := 0; k < len(given) && attempts < 20; attempts++ {
			q := int(s.random.Uint64() % uint64(b.n*b.n))
			if !slices.ContainsFunc(given[:k], func(g int) bool { return b.attack(g, q) }) {
				given[k] = q
				k++
			}
		}
		if s.decide(given[:k]) {
			p.squares = append(p.squares, s.queens[:b.n]...)
		}
	}
	return p
}

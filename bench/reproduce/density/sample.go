package density

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
)

// batchCount is how many parts the samples are divided into: each is drawn by
// itself, so that the result does not depend on the number of threads, and errors
// come from how the parts differ.
const batchCount = 64

// Options are how to sample.
type Options struct {
	Samples int    // descents; one in three or four ends in a solution
	Seed    uint64 // of the random numbers
	Threads int    // at once; 0 is one
}

// Sample draws random solutions of an n × n board. The density is unreliable
// where Effective is small. An error is a size that is out of range, too few
// samples, or the context's.
func Sample(ctx context.Context, n int, o Options) (Density, error) {
	if n < 4 || n > MaxSize {
		return Density{}, fmt.Errorf("solutions can be sampled on boards of 4 to %d squares a side, not %d", MaxSize, n)
	}
	if o.Samples < batchCount {
		return Density{}, fmt.Errorf("%d samples are too few: errors come from %d parts of them", o.Samples, batchCount)
	}
	batches := make([]batch, batchCount)
	queue := make(chan int, batchCount)
	for i := range batches {
		queue <- i
	}
	close(queue)
	var group sync.WaitGroup
	for range max(1, o.Threads) {
		group.Go(func() {
			for i := range queue {
				samples := o.Samples / batchCount
				if i < o.Samples%batchCount {
					samples++
				}
				batches[i] = draw(ctx, n, samples, rand.NewPCG(o.Seed, uint64(n)<<32|uint64(i)))
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return Density{}, err
	}
	return merge(n, batches), nil
}

// draw makes so many descents, or fewer if the context ends.
func draw(ctx context.Context, n, samples int, random *rand.PCG) batch {
	d := newDescent(n, random)
	b := batch{samples: samples, at: make([]float64, n*n)}
	for i := range samples {
		if i%256 == 0 && ctx.Err() != nil {
			break
		}
		weight, solved := d.run()
		if !solved {
			continue
		}
		if b.solved == 0 {
			b.reference = weight
		}
		b.solved++
		w := math.Exp(weight - b.reference)
		b.weight += w
		b.squares += w * w
		for rank, file := range d.queens[:n] {
			b.at[rank*n+int(file)] += w
		}
	}
	return b
}

// MaxExact is the largest board side whose solutions are counted one by one.
const MaxExact = 14

// Exact lists all solutions: seconds at n = 14. An error is a size that is out of range
// or the context's.
func Exact(ctx context.Context, n int) (Density, error) {
	if n < 4 || n > MaxExact {
		return Density{}, fmt.Errorf("all solutions are listed on boards of 4 to %d squares a side, not %d", MaxExact, n)
	}
	b := batch{at: make([]float64, n*n)}
	request := nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: n}, Task: nqueens.FindAll}
	outcome := bitmask.New().Run(ctx, request, func(s nqueens.Solution) bool {
		b.solved++
		b.weight++
		for _, q := range s {
			b.at[q.Rank*n+q.File]++
		}
		return true
	})
	if outcome.Status != nqueens.Solved {
		return Density{}, fmt.Errorf("listing the solutions of %v: %s", request.Problem, outcome.Status)
	}
	return Density{
		N: n, Solved: b.solved, Effective: b.weight, LogCount: math.Log(b.weight), batches: []batch{b},
	}, nil
}

// Sizes are those from which α is estimated. The model of FitAlpha holds less
// well for smaller ones.
func Sizes() []int { return []int{24, 27, 30, 34, 38, 42, 48, 56, 64} }

// Series samples boards of several sizes, each for about the same time, so
// that larger ones get fewer samples: so many as take that long on a machine
// that places a queen on a board of 64 in a quarter of a microsecond. The number
// does not depend on the machine at hand, and so the result does not either.
func Series(ctx context.Context, sizes []int, each time.Duration, o Options) ([]Density, error) {
	var list []Density
	for _, n := range sizes {
		const perSquare = 3.6e-9 // seconds
		o.Samples = max(batchCount, int(each.Seconds()/(perSquare*float64(n*n))))
		d, err := Sample(ctx, n, o)
		if err != nil {
			return list, err
		}
		list = append(list, d)
	}
	return list, nil
}

package density

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"nqueens/internal/journal"

	"golang.org/x/sync/errgroup"
)

// batchCount is the number of batches into which the samples are divided. Batches are drawn independently, so
// that the result does not depend on the number of threads, and their variation gives the errors.
const batchCount = 64

// Options configures sampling.
type Options struct {
	Samples int      // number of descents; one in three or four ends in a solution
	Seed    uint64   // of the random numbers
	Threads int      // 0 stands for one
	Journal *Journal // stores the samples of Series; may be nil
}

// Journal is a file in which Series stores its samples.
type Journal = journal.Results[question, Density]

// question identifies a Density, except for its number of samples.
type question struct {
	n    int
	seed uint64
}

// OpenJournal opens or creates the file. It removes a truncated last line, and returns an error for any other
// invalid line.
func OpenJournal(path string) (*Journal, error) {
	return journal.OpenResults(path, "sampled density", func(d Density) question { return question{d.N, d.Seed} })
}

// Known returns the densities of all sizes that the journal has for the seed, in order.
func Known(j *Journal, seed uint64) []Density {
	list := slices.DeleteFunc(j.All(), func(d Density) bool { return d.Seed != seed })
	slices.SortFunc(list, func(a, b Density) int { return a.N - b.N })
	return list
}

// Sample draws random solutions of an n × n board. The density is unreliable if Effective is small. It
// returns an error for a size out of range or too few samples, and the context's error.
func Sample(ctx context.Context, n int, o Options) (Density, error) {
	if n < 4 || n > MaxSize {
		return Density{}, fmt.Errorf("the board size must be from 4 to %d, not %d", MaxSize, n)
	}
	if o.Samples < batchCount {
		return Density{}, fmt.Errorf("%d samples are too few: at least %d are needed", o.Samples, batchCount)
	}
	batches := make([]batch, batchCount)
	var group errgroup.Group
	group.SetLimit(max(1, o.Threads))
	for i := range batches {
		group.Go(func() error {
			samples := o.Samples / batchCount
			if i < o.Samples%batchCount {
				samples++
			}
			batches[i] = draw(ctx, n, samples, rand.NewPCG(o.Seed, uint64(n)<<32|uint64(i)))
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return Density{}, err
	}
	d := merge(n, batches)
	d.Seed = o.Seed
	return d, nil
}

// draw makes the given number of descents, or fewer if the context ends.
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

// Sizes returns the sizes from which α is estimated by default. The model of FitAlpha fits smaller ones less
// well.
func Sizes() []int { return []int{24, 27, 30, 34, 38, 42, 48, 56, 64} }

// Series samples boards of several sizes for about the same time each, so that larger ones get
// fewer samples. It computes the number of samples for a machine that places a queen on a board of
// 64 in a quarter of a microsecond. So the result does not depend on the actual machine. Series
// uses the journal's samples if it has enough.
func Series(ctx context.Context, sizes []int, each time.Duration, o Options) ([]Density, error) {
	var list []Density
	for _, n := range sizes {
		const perSquare = 3.6e-9 // seconds
		o.Samples = max(batchCount, int(each.Seconds()/(perSquare*float64(n*n))))
		d, known := o.Journal.Find(question{n, o.Seed})
		if !known || d.Samples < o.Samples {
			var err error
			if d, err = Sample(ctx, n, o); err == nil {
				d.Parts = map[int][][]Cell{tableParts: d.Cells(tableParts), mapParts: d.Cells(mapParts)}
				err = o.Journal.Add(d)
			}
			if err != nil {
				return list, err
			}
		}
		list = append(list, d)
	}
	return list, nil
}

// descent places queens at random until the board is full or a line has no free square. Each step
// fills the open rank or file with the fewest free squares; if several have as few, it is the one
// nearest to the middle. Each of its free squares is equally likely.
//
// The next line depends only on the placed queens. Therefore each solution is reached on one path
// only, and the inverse of its probability is the product of the numbers of free squares on that
// path: Knuth's estimate of the size of a tree ("Estimating the efficiency of backtrack programs",
// Mathematics of Computation 29, 1975).
type descent struct {
	n            int
	random       *rand.PCG
	ranks, files [MaxSize]uint64 // free squares of each open line
	open         [2]uint64       // ranks, files
	centre       [MaxSize]uint32
	queens       [MaxSize]uint8 // file of the queen in each rank
}

func newDescent(n int, random *rand.PCG) *descent {
	d := &descent{n: n, random: random}
	for i := range n {
		d.centre[i] = uint32(max(2*i-n+1, n-1-2*i))<<8 | uint32(i)
	}
	return d
}

// fileBit distinguishes files from ranks in the number of a line.
const fileBit = 1 << 7

// run makes one descent. It returns the logarithm of the inverse of its probability, and whether it reached a
// solution, which is then in d.queens.
func (d *descent) run() (weight float64, solved bool) {
	all := ^uint64(0) >> (64 - d.n)
	for i := range d.n {
		d.ranks[i], d.files[i] = all, all
	}
	d.open = [2]uint64{all, all}
	line := uint32(d.n)<<16 | d.centre[d.n/2]
	product := 1.0
	for placed := 1; ; placed++ {
		i, choices := int(line)&(MaxSize-1), int(line>>16)
		if choices == 0 {
			return 0, false
		}
		if product *= float64(choices); product > 1e300 {
			weight += math.Log(product)
			product = 1
		}
		if line&fileBit == 0 {
			line = d.place(i, d.choose(d.ranks[i], choices))
		} else {
			line = d.place(d.choose(d.files[i], choices), i)
		}
		if placed == d.n {
			return weight + math.Log(product), true
		}
	}
}

// choose returns the index of a random set bit. ones is the number of set bits.
func (d *descent) choose(free uint64, ones int) int {
	if ones > 1 {
		for skip := (d.random.Uint64() >> 32) * uint64(ones) >> 32; skip > 0; skip-- {
			free &= free - 1
		}
	}
	return bits.TrailingZeros64(free)
}

// place puts a queen on a free square and returns the next line, packed with its number of free squares and
// its distance from the middle.
func (d *descent) place(rank, file int) uint32 {
	d.queens[rank] = uint8(file)
	d.open[0] &^= 1 << rank
	d.open[1] &^= 1 << file
	next := ^uint32(0)
	for m := d.open[0]; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & (MaxSize - 1)
		d.ranks[i] &^= attacked(file, i-rank)
		next = min(next, uint32(bits.OnesCount64(d.ranks[i]))<<16|d.centre[i])
	}
	for m := d.open[1]; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & (MaxSize - 1)
		d.files[i] &^= attacked(rank, i-file)
		next = min(next, uint32(bits.OnesCount64(d.files[i]))<<16|d.centre[i]|fileBit)
	}
	return next
}

// attacked returns the squares of a line that a queen on a parallel line attacks. place is the
// index of the queen's square on its line, and away the distance between the two lines.
func attacked(place, away int) uint64 {
	at, apart := uint64(1)<<place, uint(max(away, -away))
	return at | at<<apart | at>>apart
}

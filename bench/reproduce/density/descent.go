package density

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// descent places queens at random until all stand or a line has no free square
// left. Each time it fills the open rank or file with the fewest free squares,
// the one nearest the middle of those, with each free square equally likely.
//
// Which line is next depends on the queens placed alone. So a solution is met
// on one path only, and the product of the numbers of free squares on the way is
// the inverse of its probability: Knuth's estimate of the size of a tree ("Estimating
// the efficiency of backtrack programs", Mathematics of Computation 29, 1975).
type descent struct {
	n            int
	random       *rand.PCG
	ranks, files [MaxSize]uint64 // free squares of each open line
	open         [2]uint64       // ranks, files
	centre       [MaxSize]uint32
	queens       [MaxSize]uint8 // the file of the queen in each rank
}

func newDescent(n int, random *rand.PCG) *descent {
	d := &descent{n: n, random: random}
	for i := range n {
		d.centre[i] = uint32(max(2*i-n+1, n-1-2*i))<<8 | uint32(i)
	}
	return d
}

// fileBit tells files from ranks in the number of a line.
const fileBit = 1 << 7

// run makes one descent. It returns the logarithm of the inverse of its
// probability, and whether it ends in a solution, which is then in d.queens.
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

// choose returns the place of one of the bits, of which there are so many.
func (d *descent) choose(free uint64, ones int) int {
	if ones > 1 {
		for skip := (d.random.Uint64() >> 32) * uint64(ones) >> 32; skip > 0; skip-- {
			free &= free - 1
		}
	}
	return bits.TrailingZeros64(free)
}

// place puts a queen on a free square and returns the next line: its number of
// free squares, how far it is from the middle, and which it is.
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

// attacked are the squares of a line that a queen at the place on another line
// attacks, so many lines away.
func attacked(place, away int) uint64 {
	at, apart := uint64(1)<<place, uint(max(away, -away))
	return at | at<<apart | at>>apart
}

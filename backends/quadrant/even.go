package quadrant

import (
	"math"
	"math/bits"
)

// evenBoard is the geometry of a board of 2m squares a side. The square in
// column u and row v of the north-east quadrant lies on the diagonals sum 1+u+v
// and difference v-u, both counted from the main diagonals, which are 0.
// Turning the board upside down takes the pair to (-difference, -sum), mirroring
// it to (difference, sum). Both halves of the board have sums and differences
// from 1-m to m-1; without the two main ones those are the bits of a pattern,
// sums in the low half.
type evenBoard[P pattern] struct {
	m int
}

// half is how many sums there are in a pattern, and how many differences.
func (b evenBoard[P]) half() int { return 2*b.m - 2 }

// all is every diagonal.
func (b evenBoard[P]) all() P { return ^P(0) >> (bits.Len64(uint64(^P(0))) - 2*b.half()) }

// bit is the bit of a sum, or none. That of a difference is as far up in the high
// half.
func (b evenBoard[P]) bit(sum int) P {
	switch {
	case sum == 0 || sum <= -b.m || sum >= b.m:
		return 0
	case sum < 0:
		return 1 << (sum + b.m - 1)
	}
	return 1 << (sum + b.m - 2)
}

// north is what a queen in the north-east quadrant adds.
func (b evenBoard[P]) north(u, v int) P {
	return b.bit(1+u+v) | b.bit(v-u)<<b.half()
}

// upsideDown is the pattern of the half-board turned upside down.
func (b evenBoard[P]) upsideDown(p P) P {
	return P(bits.Reverse64(uint64(p)) >> (64 - 2*b.half()))
}

// mirror makes the patterns of east half-boards those of west ones, or back.
func (b evenBoard[P]) mirror(patterns []P) {
	h, all := uint(b.half())%32, b.all()
	for i, p := range patterns {
		patterns[i] = (p<<h | p>>h) & all
	}
}

// order is every diagonal, those first that most pairs of half-boards have in
// common: the nearest to the main ones, and differences before sums, as
// choices of rows are taken with the greater number in the south.
func (b evenBoard[P]) order() []P {
	var order []P
	for d := 1; d < b.m; d++ {
		order = append(order, b.bit(d)<<b.half(), b.bit(-d)<<b.half())
	}
	for d := 1; d < b.m; d++ {
		order = append(order, b.bit(d), b.bit(-d))
	}
	return order
}

// classDiagonals are the diagonals of the queen next to the middle: in row
// class of the north, or in row class-m of the south.
func (b evenBoard[P]) classDiagonals(class int) P {
	if class < b.m {
		return b.north(0, class)
	}
	return b.upsideDown(b.north(0, class-b.m))
}

// halfBoards estimates, in proportion, how many half-boards have their queens on
// the rows, a bit each from the lowest: two different columns of m are d apart
// with probability 2(m-d)/(m(m-1)).
func (b evenBoard[P]) halfBoards(rows uint32) float64 {
	estimate := 1.0
	for d := 1; d < b.m; d++ {
		apart := 1 - 2*float64(b.m-d)/float64(b.m*(b.m-1))
		estimate *= math.Pow(apart, float64(bits.OnesCount32(rows&(rows>>d))))
	}
	return estimate
}

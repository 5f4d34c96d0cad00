package quadrant

import "math/bits"

// evenBoard is the geometry of a board of 2m squares a side. The square in
// column u and row v of the north-east quadrant lies on the diagonals sum 1+u+v
// and difference v-u, both counted from the main diagonals, which are 0.
// Turning the board upside down takes the pair to (-difference, -sum), mirroring
// it to (difference, sum). Both halves of the board have sums and differences
// from 1-m to m-1; without the two main ones those are the bits of a pattern,
// sums in the low half.
type evenBoard[P pattern] struct {
	m int
	// classed says that western half-boards are sorted by the row of the queen
	// next to the middle.
	classed bool
}

func newEvenBoard[P pattern](m int) evenBoard[P] {
	// On smaller boards lists get too short to be divided.
	const minClassed = 9
	return evenBoard[P]{m, m >= minClassed}
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

// classes is how many classes of western half-boards there are.
func (b evenBoard[P]) classes() int {
	if !b.classed {
		return 1
	}
	return 2 * b.m
}

// class is the class of those with the queen next to the middle in the row of the
// north. Those with it in the same row of the south have class+classes/2.
func (b evenBoard[P]) class(row int) int {
	if !b.classed {
		return 0
	}
	return row
}

// taken is the diagonals on which a queen stands in every half-board of the class.
func (b evenBoard[P]) taken(class int) P {
	switch {
	case !b.classed:
		return 0
	case class < b.m:
		return b.north(0, class)
	}
	return b.upsideDown(b.north(0, class-b.m))
}

// deciding is the diagonals on which queens stand in some half-boards of the class
// and in some eastern ones that lack the diagonals taken.
func (b evenBoard[P]) deciding(class int) P {
	if !b.classed {
		return b.all()
	}
	// On these the only western squares are a corner next to the middle, and
	// a queen there has taken them for its class.
	corners := b.bit(1-b.m) | b.bit(b.m-1)<<b.half()
	return b.all() &^ (b.taken(class) | corners)
}

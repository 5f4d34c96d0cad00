package quadrant

import "math/bits"

// oddBoard is the geometry of a board of 2m+1 squares a side. Columns x and
// rows y are counted from the centre, from -m to m; a square lies on the
// diagonals sum x+y and difference y-x. Patterns have the sums from -m to m in
// their low bits and the differences from 1-m to m-1 above them.
type oddBoard[P pattern] struct{ m int }

// at is the diagonals of the square in column x and row y, as far as they are
// in patterns.
func (b oddBoard[P]) at(x, y int) P { return b.sum(x+y) | b.difference(y-x) }

// sum is the bit of the diagonal of that sum, or none.
func (b oddBoard[P]) sum(s int) P {
	if s < -b.m || s > b.m {
		return 0
	}
	return 1 << (s + b.m)
}

// difference is the bit of the diagonal of that difference, or none.
func (b oddBoard[P]) difference(d int) P {
	if d <= -b.m || d >= b.m {
		return 0
	}
	return 1 << (3*b.m + d)
}

// all is every diagonal.
func (b oddBoard[P]) all() P { return ^P(0) >> (bits.Len64(uint64(^P(0))) - 4*b.m) }

// crossing is the diagonals on which both a queen of the western half and one of
// the eastern half may stand.
func (b oddBoard[P]) crossing() P { return b.all() &^ (b.sum(-b.m) | b.sum(b.m)) }

// upsideDown is the pattern of the same queens in the other rows: a sum and a
// difference change places and signs.
func (b oddBoard[P]) upsideDown(p P) P {
	return P(bits.Reverse64(uint64(p&^b.sum(b.m))) >> (63 - 4*b.m))
}

// halfTurn is the pattern after half a turn, which changes signs.
func (b oddBoard[P]) halfTurn(p P) P {
	r := bits.Reverse64(uint64(p)) >> (63 - 4*b.m)
	return P(r>>(2*b.m)|r<<(2*b.m)) & b.all()
}

// splits is the crossing diagonals, those near the middle first, on which queens
// stand more often in both halves.
func (b oddBoard[P]) splits() []P {
	var order []P
	for away := range b.m {
		order = append(order, b.difference(-away), b.sum(-away))
		if away > 0 {
			order = append(order, b.difference(away), b.sum(away))
		}
	}
	return order
}

// Marks of placements in the quadrant.
const (
	onMain   = 1 // a queen stands on the board's main diagonal
	inCorner = 2 // a queen stands at the far end of the column next to the middle
)

// quadrant is the north-east quadrant of m columns and rows without the middle
// ones.
func (b oddBoard[P]) quadrant() *quarter[P] {
	return newQuarter(b.m, b.m, func(u, v int) square[P] {
		s := square[P]{diagonals: b.at(u+1, v+1)}
		switch {
		case u == v:
			s.mark = onMain
		case u == 0 && v == b.m-1:
			s.mark = inCorner
		}
		return s
	})
}

// axes are the north-west quadrant with the middle column and row, which are
// its first, with a queen in both: in the middle row and, closer to the centre,
// in the middle column. They are given by row and column as counted in quadrant.
func (b oddBoard[P]) axes() [][]*quarter[P] {
	whole := newQuarter(b.m+1, b.m+1, func(u, v int) square[P] {
		return square[P]{diagonals: b.at(-u, v)}
	})
	axes := make([][]*quarter[P], b.m)
	for row := range axes {
		axes[row] = make([]*quarter[P], b.m)
		for column := row + 1; column < b.m; column++ {
			axes[row][column] = whole.holding(0, row+1).holding(column+1, 0)
		}
	}
	return axes
}

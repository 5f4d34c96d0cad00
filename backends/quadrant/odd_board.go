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

// oddForm is how half-boards of an odd board are made and compared: western
// ones are made with patterns W and compared, as eastern ones are, with P.
//
// Patterns P are W's, unless they are too short. Then they are tight: they have
// no place for the sums -m, 1-m and m and the difference m-1. Of these, -m and
// m do not matter to a comparison; on the two others, the corner diagonals, an
// eastern queen stands only in a corner, which makes a list of its own. In
// western half-boards of a class they take the place of the class's diagonals.
// The W of tight western half-boards begin with the bits of P.
type oddForm[W, P pattern] struct {
	board oddBoard[W]
	tight bool
	// classed says that western half-boards are sorted by the row of the queen in
	// the middle column, and compared only with those that it does not attack.
	classed bool
	// cornered says that eastern half-boards with a queen in a corner are in lists
	// of their own. A tight form is that, and classed.
	cornered bool
	// apart says that only one class is made at a time, and compared before the next
	// is made, as there would not be room for all.
	apart bool
}

func newOddForm[W, P pattern](n int) oddForm[W, P] {
	// On smaller boards lists get too short to be divided.
	const minClassed, minCornered, minApart = 17, 19, 21
	return oddForm[W, P]{oddBoard[W]{n / 2}, bits.Len64(uint64(^P(0))) < 2*n-2, n >= minClassed, n >= minCornered, n >= minApart}
}

// short is the pattern as it is compared, without the corner diagonals if it
// is tight.
func (f oddForm[W, P]) short(w W) P {
	if !f.tight {
		return P(w)
	}
	m := f.board.m
	field := W(1)<<(2*m-2) - 1
	return P(w>>2&field | w>>(2*m+1)&field<<(2*m-2))
}

// The places in a tight western half-board of the diagonals that are not in P.
const (
	northCorner = 32 + iota
	southCorner
	outmostSum
)

// west is the pattern, of a placement in the west, from which half-boards are
// made.
func (f oddForm[W, P]) west(w W) W {
	if !f.tight {
		return w
	}
	b, p := f.board, uint64(f.short(w))
	if w&b.difference(b.m-1) != 0 {
		p |= 1 << northCorner
	}
	if w&b.sum(1-b.m) != 0 {
		p |= 1 << southCorner
	}
	if w&b.sum(-b.m) != 0 {
		p |= 1 << outmostSum
	}
	return W(p)
}

// crossing is the diagonals that decide in a comparison.
func (f oddForm[W, P]) crossing() P { return f.short(f.board.crossing()) }

// splits is those diagonals in the order of oddBoard.
func (f oddForm[W, P]) splits() []P {
	var order []P
	for _, d := range f.board.splits() {
		if p := f.short(d); p != 0 {
			order = append(order, p)
		}
	}
	return order
}

// classes is how many classes of western half-boards there are.
func (f oddForm[W, P]) classes() int {
	if !f.classed {
		return 1
	}
	return f.board.m - 1
}

// class is the class of western half-boards with the middle column's queen in the
// row, counted from the one next to the middle.
func (f oddForm[W, P]) class(row int) int {
	if !f.classed {
		return 0
	}
	return row
}

// held is how many classes there are at a time.
func (f oddForm[W, P]) held() int {
	if f.apart {
		return 1
	}
	return f.classes()
}

// groups is how many parts the lists of placements on a set of rows with queens of the axes
// are in: one, or as many as rows, by the row of the queen in the middle column.
func (f oddForm[W, P]) groups(rows uint32) int {
	if f.apart {
		return bits.OnesCount32(rows)
	}
	return 1
}

// taken is the diagonals on which a queen stands in every half-board of the class.
func (f oddForm[W, P]) taken(class int) P {
	if !f.classed {
		return 0
	}
	return f.short(f.board.at(0, class+1))
}

// parts is how many parts the lists of an eastern quadrant are in: one, or a
// second one for placements with a queen in the corner.
func (f oddForm[W, P]) parts() int {
	if !f.cornered {
		return 1
	}
	return 2
}

// corners is the places of the diagonals through the north-east and the
// south-east corner in western half-boards of the class. There is none for the
// former if all the class's half-boards have it.
func (f oddForm[W, P]) corners(class int) (north, south P) {
	b := f.board
	if f.tight {
		return f.short(b.difference(class + 1)), f.short(b.sum(class + 1))
	}
	return P(b.difference(b.m-1) &^ b.at(0, class+1)), P(b.sum(1 - b.m))
}

// western is the half-boards of the class as they are compared. They may be
// written to room.
func (f oddForm[W, P]) western(room *[]P, list []W, class int) []P {
	if same, ok := any(list).([]P); ok {
		return same
	}
	taken := f.taken(class)
	north, south := f.corners(class)
	moved := [4]P{0, north, south, north | south}
	dst := grown(room, len(list))[:len(list)]
	for i, w := range list {
		dst[i] = P(w)&^taken | moved[uint64(w)>>northCorner&3]
	}
	return dst
}

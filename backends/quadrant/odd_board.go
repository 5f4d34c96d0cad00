package quadrant

import "math/bits"

// oddBoard is the geometry of a board of 2m+1 squares a side. Columns x and rows y are counted from
// the centre, from -m to m; a square is on the diagonals sum x+y and difference y-x. Patterns have
// the sums from -m to m in their low bits and the differences from 1-m to m-1 above them.
type oddBoard[P pattern] struct{ m int }

// at returns the diagonals of the square in column x and row y that are in patterns.
func (b oddBoard[P]) at(x, y int) P { return b.sum(x+y) | b.difference(y-x) }

// sum returns the bit of the diagonal with that sum, or 0.
func (b oddBoard[P]) sum(s int) P {
	if s < -b.m || s > b.m {
		return 0
	}
	return 1 << (s + b.m)
}

// difference returns the bit of the diagonal with that difference, or 0.
func (b oddBoard[P]) difference(d int) P {
	if d <= -b.m || d >= b.m {
		return 0
	}
	return 1 << (3*b.m + d)
}

// all returns the pattern that contains every diagonal.
func (b oddBoard[P]) all() P { return ^P(0) >> (bits.Len64(uint64(^P(0))) - 4*b.m) }

// crossing returns the diagonals on which there may be both a western and an eastern queen.
func (b oddBoard[P]) crossing() P { return b.all() &^ (b.sum(-b.m) | b.sum(b.m)) }

// upsideDown returns the pattern of the board turned upside down: a sum and a difference exchange
// places and signs.
func (b oddBoard[P]) upsideDown(p P) P {
	return P(bits.Reverse64(uint64(p&^b.sum(b.m))) >> (63 - 4*b.m))
}

// halfTurn returns the pattern after half a turn, which changes signs.
func (b oddBoard[P]) halfTurn(p P) P {
	r := bits.Reverse64(uint64(p)) >> (63 - 4*b.m)
	return P(r>>(2*b.m)|r<<(2*b.m)) & b.all()
}

// splits returns the crossing diagonals, those near the middle first, which more half-boards of
// both halves have.
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

// Properties of placements in a quadrant, as bits.
const (
	onMain   = 1 // a queen is on the board's main diagonal
	inCorner = 2 // a queen is in a corner of its half, at the board's edge in the column next to the middle column
)

// quadrant returns the north-east quadrant of m columns and rows without the middle ones.
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

// axes returns copies of the north-west quadrant with a queen on each axis. Rows and columns 0 of
// these quadrants are the middle row and the middle column. The copy at index [row][column] has the
// queen of the middle column in row+1, and the queen of the middle row in column+1, which is
// further from the centre.
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

// oddForm describes the patterns for the half-boards of an odd board. Western half-boards are made
// as patterns W. Eastern half-boards are made as patterns P, and all are compared as patterns P.
//
// P has the same diagonals as W, unless it has too few bits. The form is then tight: P has no bits
// for the sums -m, 1-m and m and the difference m-1. The sums -m and m are not compared. The two
// others are the corner diagonals: their only eastern square is a corner (see inCorner). Eastern
// half-boards with a queen in a corner are in separate lists, which need no bit for its diagonal.
// All western half-boards of a class share the class's taken diagonals. Their bits stand for the corner
// diagonals instead. In a tight form a W has the bits of a P at the bottom, and above them the bits
// northCorner, southCorner and outmostSum.
type oddForm[W, P pattern] struct {
	board oddBoard[W]
	tight bool
	// classed is set if western half-boards are sorted by the row of the queen in the middle
	// column, and compared only with eastern ones that this queen does not attack.
	classed bool
	// cornered is set if eastern half-boards with a queen in a corner are in separate lists. A
	// tight form is cornered and classed.
	cornered bool
	// apart is set if the half-boards of only one class are made at a time, and compared before the
	// next class is made, because all classes together would take too much memory.
	apart bool
}

func newOddForm[W, P pattern](n int) oddForm[W, P] {
	// The smallest board sides for classed, cornered and apart. On smaller boards the lists are too
	// short to be divided.
	const minClassed, minCornered, minApart = 17, 19, 21
	return oddForm[W, P]{oddBoard[W]{n / 2}, bits.Len64(uint64(^P(0))) < 2*n-2, n >= minClassed, n >= minCornered, n >= minApart}
}

// short converts a pattern of oddBoard to a P. A tight P omits the corner diagonals.
func (f oddForm[W, P]) short(w W) P {
	if !f.tight {
		return P(w)
	}
	m := f.board.m
	field := W(1)<<(2*m-2) - 1
	return P(w>>2&field | w>>(2*m+1)&field<<(2*m-2))
}

// The bits, in a tight western half-board, of the diagonals that are not in P.
const (
	northCorner = 32 + iota
	southCorner
	outmostSum
)

// west converts a pattern of oddBoard to the W of a western placement. In a tight form this has the
// bits of P and, above them, those of the diagonals that P omits.
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

// crossing returns the diagonals that are compared: those that may have a queen of both halves.
func (f oddForm[W, P]) crossing() P { return f.short(f.board.crossing()) }

// splits returns the diagonals of oddBoard.splits that are compared, in the same order.
func (f oddForm[W, P]) splits() []P {
	var order []P
	for _, d := range f.board.splits() {
		if p := f.short(d); p != 0 {
			order = append(order, p)
		}
	}
	return order
}

// classes returns the number of classes of western half-boards.
func (f oddForm[W, P]) classes() int {
	if !f.classed {
		return 1
	}
	return f.board.m - 1
}

// class returns the class of the western half-boards with the middle column's queen in the given
// row, where row 0 is next to the middle row.
func (f oddForm[W, P]) class(row int) int {
	if !f.classed {
		return 0
	}
	return row
}

// held returns the number of classes whose half-boards are in memory at the same time.
func (f oddForm[W, P]) held() int {
	if f.apart {
		return 1
	}
	return f.classes()
}

// groups returns the number of groups of lists into which the placements on a set of rows with
// queens on both axes are divided: one, or one for each row of the middle column's queen.
func (f oddForm[W, P]) groups(rows uint32) int {
	if f.apart {
		return bits.OnesCount32(rows)
	}
	return 1
}

// taken returns the diagonals of the middle column's queen, which every half-board of the class
// has.
func (f oddForm[W, P]) taken(class int) P {
	if !f.classed {
		return 0
	}
	return f.short(f.board.at(0, class+1))
}

// parts returns the number of parts of the lists of an eastern quadrant: one, or two if placements
// with a queen in the corner are separate.
func (f oddForm[W, P]) parts() int {
	if !f.cornered {
		return 1
	}
	return 2
}

// corners returns the bits of the diagonals through the north-east and the south-east corner in
// western half-boards of the class. north is 0 if all the class's half-boards have that diagonal.
func (f oddForm[W, P]) corners(class int) (north, south P) {
	b := f.board
	if f.tight {
		return f.short(b.difference(class + 1)), f.short(b.sum(class + 1))
	}
	return P(b.difference(b.m-1) &^ b.at(0, class+1)), P(b.sum(1 - b.m))
}

// western converts the half-boards of the class from W to P, the form in which they are compared.
// It writes them to room unless W and P are the same type.
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

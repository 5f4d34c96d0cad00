package quadrant

import (
	"math"
	"math/bits"
)

// estimate guesses how many half-boards have their queens on a set of rows, in
// proportion: it takes any two queens to be in two random columns of m,
// independently of the others. Sets of rows are counted from the middle, of
// the north and of the south, with gap-1 rows between the first of both.
type estimate struct {
	within []float64          // by set of rows: that no two queens on them attack each other
	across [][maxSide]float64 // by set: that they and one on a row of the other side do not
}

// newEstimate tabulates what is likely to go well together.
func newEstimate(m, gap int) *estimate {
	// Two different columns of m are d apart with probability 2(m-d)/(m(m-1)).
	var apart [2*maxSide + 2]float64
	for d := range apart {
		apart[d] = 1 - 2*float64(max(0, m-d))/float64(m*(m-1))
	}
	e := &estimate{make([]float64, 1<<m), make([][maxSide]float64, 1<<m)}
	for set := range e.within {
		first := bits.TrailingZeros(uint(set))
		e.within[set] = 1
		for v := range m {
			e.across[set][v] = 1
			if set == 0 {
				continue
			}
			rest := set & (set - 1)
			e.across[set][v] = e.across[rest][v] * apart[first+v+gap]
			if rest>>v&1 != 0 {
				e.within[set] *= apart[v-first]
			}
		}
		if set != 0 {
			e.within[set] *= e.within[set&(set-1)]
		}
	}
	return e
}

// halfBoards is the estimate for the rows.
func (e *estimate) halfBoards(rows [2]uint32) float64 {
	north, south := rows[0], rows[1]
	estimate, across := e.within[north]*e.within[south], &e.across[north]
	for ; south != 0; south &= south - 1 {
		estimate *= across[bits.TrailingZeros32(south)&(maxSide-1)]
	}
	return estimate
}

// axesEstimate guesses the same for the queens of the middle row and column of an
// odd board, as to the others of a western half-board: each is in one of m columns.
type axesEstimate struct {
	m     int
	clear [][maxSide]float64 // by set of rows: that the queen of the middle row, so far out, attacks none of them
	below [maxSide * 2]float64
}

func newAxesEstimate(m int) *axesEstimate {
	e := &axesEstimate{m: m, clear: make([][maxSide]float64, 1<<m)}
	for n := range e.below {
		e.below[n] = math.Pow(1-1/float64(m), float64(n))
	}
	for set := range e.clear {
		for column := range m {
			e.clear[set][column] = 1
			if set != 0 {
				row, attacked := bits.TrailingZeros(uint(set)), 0
				if column+row+2 <= m {
					attacked++
				}
				if row < column {
					attacked++
				}
				e.clear[set][column] = e.clear[set&(set-1)][column] * (1 - float64(attacked)/float64(m))
			}
		}
	}
	return e
}

// places is, weighted by how likely each is to go well, in how many ways the queen of
// the middle column takes one of the rows of the north and that of the middle row
// a column further out.
func (e *axesEstimate) places(rows [2]uint32) float64 {
	north, south := rows[0], rows[1]
	var estimate, further float64
	atNorth, atSouth, others := &e.clear[north], &e.clear[south], bits.OnesCount32(north)-1
	for row := e.m - 1; row >= 0; row-- {
		if north>>row&1 != 0 {
			// It meets rows of the south up to m rows away, all others of the north.
			near := south & (1<<(e.m-1-row) - 1)
			estimate += further * e.below[others+bits.OnesCount32(near)]
		}
		further += atNorth[row] * atSouth[row]
	}
	return estimate
}

package quadrant

import (
	"math"
	"math/bits"
)

// estimate estimates the relative number of half-boards whose queens are on a set of rows. It
// assumes that any two queens are in two random columns of m, independently of the others. Sets of
// rows are counted from the middle, for the north and for the south, with gap-1 rows between the
// first row of both.
type estimate struct {
	within []float64          // by set of rows: probability that no two queens on them attack each other
	across [][maxSide]float64 // by set: probability that they and a queen on a row of the other side do not attack each other
}

// newEstimate returns the estimate for queens in m columns, with its tables of probabilities. gap
// is the distance of the first row of the north from the first row of the south.
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

// halfBoards returns the estimate for the rows.
func (e *estimate) halfBoards(rows [2]uint32) float64 {
	north, south := rows[0], rows[1]
	estimate, across := e.within[north]*e.within[south], &e.across[north]
	for ; south != 0; south &= south - 1 {
		estimate *= across[bits.TrailingZeros32(south)&(maxSide-1)]
	}
	return estimate
}

// axesEstimate estimates how the queens of the middle row and the middle column of an odd board
// restrict the other queens of a western half-board. Each of the other queens is in one of m
// columns.
type axesEstimate struct {
	m     int
	clear [][maxSide]float64 // by set of rows and distance of the middle row's queen from the centre: probability that this queen attacks no queen on these rows
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

// places returns the expected number of placements of the two axis queens: the queen of the middle
// column on one of the rows of the north, and the queen of the middle row on a column further out.
func (e *axesEstimate) places(rows [2]uint32) float64 {
	north, south := rows[0], rows[1]
	var estimate, further float64
	atNorth, atSouth, others := &e.clear[north], &e.clear[south], bits.OnesCount32(north)-1
	for row := e.m - 1; row >= 0; row-- {
		if north>>row&1 != 0 {
			// The queen of the middle column attacks rows of the south up to m rows away, and all
			// other rows of the north.
			near := south & (1<<(e.m-1-row) - 1)
			estimate += further * e.below[others+bits.OnesCount32(near)]
		}
		further += atNorth[row] * atSouth[row]
	}
	return estimate
}

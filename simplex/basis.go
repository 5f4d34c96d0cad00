package simplex

import "math"

// A basis is a selection of m variables, one for each position, and the inverse of the matrix of
// their columns. The values of all other variables determine the values of these.
type basis struct {
	inBasis []int     // by position: the variable
	place   []int     // by variable: its position, or -1
	inverse []float64 // row by row
	lengths []float64 // squared lengths of the rows of inverse
	updates int       // number since the last refactorisation
}

const (
	negligible = 1e-14 // entries of the inverse up to this size count as 0
	unstable   = 1e-7  // largest relative difference between two ways to compute a pivot
	leastPivot = 1e-7  // the smallest pivot with which a variable may enter the basis
)

// newBasis returns the basis of the row variables.
func newBasis(n, m int) basis {
	b := basis{inBasis: make([]int, m), place: make([]int, n+m), inverse: make([]float64, m*m), lengths: make([]float64, m)}
	b.reset(n, m)
	return b
}

func (b *basis) reset(n, m int) {
	for j := range b.place {
		b.place[j] = -1
	}
	clear(b.inverse)
	for i := range m {
		b.inBasis[i], b.place[n+i] = n+i, i
		b.inverse[i*m+i], b.lengths[i] = 1, 1
	}
	b.updates = 0
}

// row returns the row of the inverse for a position.
func (b *basis) row(place int) []float64 {
	m := len(b.inBasis)
	return b.inverse[place*m : (place+1)*m]
}

// enter puts a variable into the basis at a position. column is the inverse times the column of the
// variable.
func (b *basis) enter(variable, place int, column []float64) {
	b.place[b.inBasis[place]], b.place[variable] = -1, place
	b.inBasis[place] = variable
	b.updates++
	pivotRow, scale := b.row(place), 1/column[place]
	var nonzero []int
	length := 0.0
	for k, v := range pivotRow {
		if math.Abs(v) <= negligible {
			pivotRow[k] = 0
			continue
		}
		v *= scale
		pivotRow[k] = v
		length += v * v
		nonzero = append(nonzero, k)
	}
	b.lengths[place] = length
	for i, f := range column {
		if i == place || math.Abs(f) <= negligible {
			continue
		}
		row, length := b.row(i), b.lengths[i]
		for _, k := range nonzero {
			before := row[k]
			after := before - f*pivotRow[k]
			row[k] = after
			length += after*after - before*before
		}
		if length < 1e-6 { // most of it was lost to rounding
			length = 0
			for _, v := range row {
				length += v * v
			}
		}
		b.lengths[i] = length
	}
}

// solve returns the inverse times the column of a variable.
func (s *Solver) solve(variable int) []float64 {
	column := s.work
	clear(column)
	if variable >= s.n {
		s.add(column, 1, variable-s.n)
		return column
	}
	for _, e := range s.columns[variable] {
		s.add(column, e.value, e.at)
	}
	return column
}

// add adds a multiple of a column of the inverse to a vector.
func (s *Solver) add(to []float64, factor float64, column int) {
	for i := range to {
		to[i] += factor * s.inverse[i*s.m+column]
	}
}

// Refresh recomputes the inverse of the basis, which removes accumulated rounding errors.
func (s *Solver) Refresh() {
	if s.updates > 0 {
		s.refactor()
	}
}

// refactor recomputes the inverse. It starts from the basis of the row variables and enters the
// others one after the other, each at the free position where its pivot is largest. A variable that
// depends on the others stays out.
func (s *Solver) refactor() {
	var wanted []int
	stays := make([]bool, s.m)
	for _, j := range s.inBasis {
		if j < s.n {
			wanted = append(wanted, j)
		} else {
			stays[j-s.n] = true
		}
	}
	s.reset(s.n, s.m)
	for _, j := range wanted {
		if s.stopped() {
			break
		}
		column, best := s.solve(j), -1
		for i, v := range column {
			if !stays[i] && math.Abs(v) > leastPivot && (best < 0 || math.Abs(v) > math.Abs(column[best])) {
				best = i
			}
		}
		if best >= 0 {
			s.enter(j, best, column)
			stays[best] = true
		}
	}
	s.updates = 0
	s.price()
	s.computePrimal()
}

// price computes the reduced costs.
func (s *Solver) price() {
	y := s.work
	clear(y)
	for i, j := range s.inBasis {
		if c := s.cost[j]; c != 0 {
			for k, v := range s.row(i) {
				y[k] += c * v
			}
		}
	}
	for j := range s.reduced {
		switch {
		case s.place[j] >= 0:
			s.reduced[j] = 0
		case j >= s.n:
			s.reduced[j] = s.cost[j] - y[j-s.n]
		default:
			d := s.cost[j]
			for _, e := range s.columns[j] {
				d -= y[e.at] * e.value
			}
			s.reduced[j] = d
		}
	}
}

// computePrimal sets each non-basic variable to the bound that its reduced cost prefers, and
// computes the basic variables.
func (s *Solver) computePrimal() {
	sum := s.work
	clear(sum)
	for j := range s.value {
		if s.place[j] >= 0 {
			continue
		}
		if d := s.reduced[j]; d != 0 {
			s.high[j] = d < 0
		}
		s.value[j] = s.lower[j]
		if s.high[j] {
			s.value[j] = s.upper[j]
		}
		s.spread(sum, j, s.value[j])
	}
	for i, j := range s.inBasis {
		x := 0.0
		for k, v := range s.row(i) {
			x -= v * sum[k]
		}
		s.value[j] = x
	}
}

// spread adds a multiple of a variable's column to a vector.
func (s *Solver) spread(to []float64, variable int, factor float64) {
	switch {
	case factor == 0:
	case variable >= s.n:
		to[variable-s.n] += factor
	default:
		for _, e := range s.columns[variable] {
			to[e.at] += factor * e.value
		}
	}
}

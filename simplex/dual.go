package simplex

import "math"

const (
	tolerance     = 1e-7 // by which a variable in the basis may be out of its bounds
	dualTolerance = 1e-9 // by which a reduced cost may have the wrong sign
	renewal       = 100  // updates after which the inverse is made anew, at least
)

// Solve finds a solution of the program as its bounds are now, or that there is none whose
// cost is at most the cutoff. It goes on from the basis in which it ended before.
func (s *Solver) Solve(cutoff float64) Status {
	s.ray = nil
	s.computePrimal()
	for left := 20*(s.n+s.m) + 1000; left > 0 && !s.stopped(); left-- {
		if s.updates >= max(renewal, s.m) {
			s.refactor()
		}
		if s.bound() > cutoff {
			return Cutoff
		}
		place := s.leaving()
		if place < 0 {
			if s.updates > 0 && s.drifted() {
				s.refactor()
				continue
			}
			return Optimal
		}
		if status, ended := s.step(place); ended {
			return status
		}
	}
	return Stopped
}

func (s *Solver) stopped() bool { return s.Stop != nil && s.Stop() }

// bound is what the cost is at least.
func (s *Solver) bound() (z float64) {
	for j, d := range s.reduced {
		z += d * s.value[j]
	}
	return z
}

// drifted reports whether the values no longer fit the rows.
func (s *Solver) drifted() bool {
	for i, row := range s.rows {
		sum := s.value[s.n+i]
		for _, e := range row {
			sum += e.value * s.value[e.at]
		}
		if math.Abs(sum) > tolerance {
			return true
		}
	}
	return false
}

// leaving is the place of the variable in the basis that is farthest out of its bounds,
// or -1.
func (s *Solver) leaving() int {
	best, most := -1, 0.0
	for i, j := range s.inBasis {
		x := s.value[j]
		out := max(s.lower[j]-x, x-s.upper[j])
		if out > tolerance {
			if out *= out / s.lengths[i]; out > most {
				best, most = i, out
			}
		}
	}
	return best
}

// step takes the variable at a place out of the basis. It has ended where none can come
// in.
func (s *Solver) step(place int) (status Status, ended bool) {
	leaves := s.inBasis[place]
	// Where the variable is above its upper bound the sign is 1, below its lower -1.
	sign, target := 1.0, s.upper[leaves]
	if s.value[leaves] < s.lower[leaves] {
		sign, target = -1, s.lower[leaves]
	}
	row := s.row(place)
	s.edges(row)
	enters := s.entering(sign)
	if enters < 0 {
		s.ray = make([]float64, s.m)
		for i, v := range row {
			s.ray[i] = sign * v
		}
		return Infeasible, true
	}
	column := s.solve(enters)
	pivot := column[place]
	if s.updates > 0 && math.Abs(pivot-s.edge[enters]) > unstable*(1+math.Abs(pivot)) {
		s.refactor()
		return 0, false
	}
	s.Pivots++
	s.reduce(leaves, enters)
	t := (s.value[leaves] - target) / pivot
	for i, v := range column {
		s.value[s.inBasis[i]] -= t * v
	}
	s.value[enters] += t
	s.value[leaves], s.high[leaves] = target, sign > 0
	s.enter(enters, place, column)
	return 0, false
}

// edges computes the row of the inverse times each column.
func (s *Solver) edges(row []float64) {
	clear(s.edge)
	for i, v := range row {
		if math.Abs(v) <= negligible {
			continue
		}
		s.edge[s.n+i] = v
		for _, e := range s.rows[i] {
			s.edge[e.at] += v * e.value
		}
	}
}

// entering is the variable that is to come into the basis: of those whose reduced costs come
// to 0 first, or nearly so, that with the largest pivot; or -1 if none can bring the one that
// leaves to its bound.
func (s *Solver) entering(sign float64) int {
	s.candidates = s.candidates[:0]
	furthest := math.Inf(1)
	for j, a := range s.edge {
		if a *= sign; s.place[j] < 0 && s.lower[j] < s.upper[j] && (a > leastPivot && !s.high[j] || a < -leastPivot && s.high[j]) {
			s.candidates = append(s.candidates, j)
			furthest = min(furthest, (math.Abs(s.reduced[j])+dualTolerance)/math.Abs(a))
		}
	}
	best, largest := -1, 0.0
	for _, j := range s.candidates {
		if a := math.Abs(s.edge[j]); a > largest && math.Abs(s.reduced[j]) <= furthest*a {
			best, largest = j, a
		}
	}
	return best
}

// reduce changes the reduced costs. Where rounding would give one the wrong sign the cost
// itself is changed, by as little as that.
func (s *Solver) reduce(leaves, enters int) {
	if d := s.reduced[enters]; d != 0 && (d < 0) != s.high[enters] {
		s.cost[enters] -= d
		s.reduced[enters] = 0
	}
	theta := s.reduced[enters] / s.edge[enters]
	for j, a := range s.edge {
		if a == 0 || s.place[j] >= 0 {
			continue
		}
		d := s.reduced[j] - theta*a
		if d != 0 && (d < 0) != s.high[j] && s.lower[j] < s.upper[j] {
			s.cost[j] -= d
			d = 0
		}
		s.reduced[j] = d
	}
	s.reduced[leaves], s.reduced[enters] = -theta, 0
}

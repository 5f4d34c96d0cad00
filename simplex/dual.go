package simplex

import "math"

const (
	tolerance     = 1e-7 // by which a basic variable may violate its bounds
	dualTolerance = 1e-9 // by which a reduced cost may have the wrong sign
	renewal       = 100  // number of updates after which the inverse is recomputed, if m is not larger
)

// Solve minimises the program with its current bounds, or finds that no solution has a cost of at
// most cutoff. It starts from the basis of the last call.
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

// bound returns a lower bound of the cost.
func (s *Solver) bound() (z float64) {
	for j, d := range s.reduced {
		z += d * s.value[j]
	}
	return z
}

// drifted reports whether the values violate the row equations.
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

// leaving returns the position of the basic variable with the largest weighted bound violation, or
// -1 if there is none.
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

// step removes the variable at a position from the basis. It has ended if no variable can enter.
func (s *Solver) step(place int) (status Status, ended bool) {
	leaves := s.inBasis[place]
	// The sign is 1 if the variable is above its upper bound, and -1 if it is below its lower
	// bound.
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

// edges computes the product of the row of the inverse with each column.
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

// entering returns the variable that enters the basis. Among those whose reduced costs reach 0
// first, or nearly so, it is the one with the largest pivot. It is -1 if no variable can move the
// leaving one to its bound.
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

// reduce updates the reduced costs. If rounding would give one the wrong sign, the cost itself is
// shifted by that amount.
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

package proof

import "slices"

// A sum is a constraint under construction, with a coefficient for each variable.
type sum struct {
	coefficients []int64
	touched      []int32 // variables whose coefficient may not be 0; may repeat
	bound        int64
	size         int64 // an upper bound of the sum of all absolute values, at most largest
}

// sum returns an empty sum.
func (c *planes) sum() *sum {
	if n := len(c.spare); n > 0 {
		s := c.spare[n-1]
		c.spare = c.spare[:n-1]
		s.room(len(c.values))
		return s
	}
	return &sum{coefficients: make([]int64, len(c.values))}
}

// room enlarges the sum so that it can have coefficients of the given number of variables.
func (s *sum) room(variables int) {
	if more := variables - len(s.coefficients); more > 0 {
		s.coefficients = append(s.coefficients, make([]int64, more)...)
	}
}

// release returns a sum for reuse.
func (c *planes) release(s *sum) {
	if s == nil {
		return
	}
	for _, v := range s.touched {
		s.coefficients[v] = 0
	}
	s.touched, s.bound, s.size = s.touched[:0], 0, 0
	c.spare = append(c.spare, s)
}

// copied returns a copy of the constraint with the given number, as a sum.
func (c *planes) copied(number int) *sum {
	s, p := c.sum(), c.constraints[number]
	for _, t := range p.terms {
		s.term(int(t.variable), t.coefficient, 1)
	}
	s.least(1, p.bound)
	return s
}

// fits adds the absolute value of a number to the size, and reports whether there was room.
func (s *sum) fits(n int64) bool {
	if n < 0 {
		n = -n
	}
	if n < 0 || n > largest-s.size {
		return false
	}
	s.size += n
	return true
}

// term adds coefficient times sign to the coefficient of a variable, and reports whether there was
// room.
func (s *sum) term(variable int, coefficient, sign int64) bool {
	if !s.fits(coefficient) {
		return false
	}
	s.coefficients[variable] += sign * coefficient
	s.touched = append(s.touched, int32(variable))
	return true
}

// least adds bound times sign to the bound of the sum, and reports whether there was room.
func (s *sum) least(sign, bound int64) bool {
	if !s.fits(bound) {
		return false
	}
	s.bound += sign * bound
	return true
}

// plus adds another sum, which must not be used afterwards, and reports whether there was room.
func (s *sum) plus(other *sum) bool {
	if other.size > largest-s.size {
		return false
	}
	s.size += other.size
	s.bound += other.bound
	for _, v := range other.touched {
		if a := other.coefficients[v]; a != 0 {
			if s.coefficients[v] == 0 { // otherwise it is in touched already
				s.touched = append(s.touched, v)
			}
			s.coefficients[v] += a
			other.coefficients[v] = 0 // the variable may occur twice in touched
		}
	}
	return true
}

// with adds another sum, which it keeps, and reports whether there was room.
func (s *sum) with(other *sum) bool {
	fits := s.least(1, other.bound)
	other.each(func(v int32, a int64) int64 {
		fits = fits && s.term(int(v), a, 1)
		return a
	})
	return fits
}

func (s *sum) times(factor int64) bool {
	if s.size > 0 && factor > largest/s.size {
		return false
	}
	s.size *= factor
	s.bound *= factor
	s.each(func(_ int32, a int64) int64 { return a * factor })
	return true
}

// each replaces every coefficient a other than 0 by the result of change, in the order of the variables.
func (s *sum) each(change func(variable int32, a int64) int64) {
	slices.Sort(s.touched)
	s.touched = slices.Compact(s.touched)
	for _, v := range s.touched {
		if a := s.coefficients[v]; a != 0 {
			s.coefficients[v] = change(v, a)
		}
	}
}

// degree returns the bound of the sum in which each negative coefficient a x is written as |a| ~x -
// |a|. A constraint with a degree of at most 0 always holds.
func (s *sum) degree() int64 { return s.bound + s.negative() }

// negative returns the sum of the absolute values of the negative coefficients.
func (s *sum) negative() (n int64) {
	s.each(func(_ int32, a int64) int64 {
		n += max(-a, 0)
		return a
	})
	return n
}

// divide divides the coefficients of the literals and the degree, and rounds up.
func (s *sum) divide(by int64) {
	up := func(n int64) int64 { return n/by + min(n%by, 1) }
	degree := max(s.degree(), 0)
	s.each(func(_ int32, a int64) int64 {
		if a < 0 {
			return -up(-a)
		}
		return up(a)
	})
	s.bound = up(degree) - s.negative()
}

// saturate reduces coefficients of literals to at most the degree.
func (s *sum) saturate() {
	degree := max(s.degree(), 0)
	s.each(func(_ int32, a int64) int64 { return max(min(a, degree), -degree) })
	s.bound = degree - s.negative()
}

// weaken removes a variable by assuming the value that helps most.
func (s *sum) weaken(variable int) {
	s.bound -= max(s.coefficients[variable], 0)
	s.coefficients[variable] = 0
}

// negate replaces the constraint by its negation.
func (s *sum) negate() {
	s.bound = 1 - s.bound
	s.each(func(_ int32, a int64) int64 { return -a })
}

// set gives a variable a value.
func (s *sum) set(variable int, one bool) {
	if one {
		s.bound -= s.coefficients[variable]
	}
	s.coefficients[variable] = 0
}

// trivial reports whether every assignment reaches the bound.
func (s *sum) trivial() bool { return s.degree() <= 0 }

// contradictory reports whether no assignment reaches the bound.
func (s *sum) contradictory() bool {
	reach := int64(0)
	s.each(func(_ int32, a int64) int64 {
		reach += max(a, 0)
		return a
	})
	return reach < s.bound
}

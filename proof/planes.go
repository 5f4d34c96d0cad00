package proof

import (
	"cmp"
	"slices"
)

// largest is the limit for the sum of the absolute values of a constraint's numbers. The sum of two
// such constraints fits in 64 bits.
const largest = 1 << 62

// planes holds pseudo-Boolean constraints and their unit propagation. Each constraint states that a
// sum of the coefficients of the variables that are 1 is at least a bound. Deleted constraints keep
// their numbers.
type planes struct {
	constraints []*plane
	alive       int
	live, dead  int64 // terms of constraints that are alive, and of those deleted but still in uses

	values  []int8  // by variable: 1; -1 for the value 0; 0 for unassigned
	trail   []int32 // variables in the order of assignment
	head    int     // the number of them that the constraints' slacks include
	uses    [2][][]use
	refuted bool // unit propagation without assumptions found a contradiction

	spare []*sum
	Result
}

// A use is a constraint whose slack decreases when a variable becomes 0 (in uses[0]) or 1 (in
// uses[1]).
type use struct {
	*plane
	by int64
}

// A plane is a constraint. The slack is the largest possible sum minus the bound.
type plane struct {
	terms []planeTerm // distinct variables with coefficients other than 0
	bound int64
	slack int64
	most  int64 // the largest absolute coefficient
	gone  bool
}

type planeTerm struct {
	variable    int32
	coefficient int64
}

func (p *plane) deleted() bool { return p.gone }

// contradictory reports whether no assignment reaches the bound.
func (p *plane) contradictory() bool {
	reach := int64(0)
	for _, t := range p.terms {
		reach += max(t.coefficient, 0)
	}
	return reach < p.bound
}

func newPlanes(variables int) *planes {
	return &planes{values: make([]int8, variables), uses: [2][][]use{make([][]use, variables), make([][]use, variables)}}
}

// add adds the sum as a constraint and propagates. The sum must not be used afterwards.
func (c *planes) add(s *sum) {
	p := c.attach(s)
	c.release(s)
	c.constraints = append(c.constraints, p)
	c.alive++
	c.refuted = c.refuted || !c.enforce(p) || !c.propagate()
}

func (c *planes) attach(s *sum) *plane {
	p := &plane{bound: s.bound, slack: -s.bound}
	slices.Sort(s.touched)
	for _, v := range slices.Compact(s.touched) {
		a := s.coefficients[v]
		if a == 0 {
			continue
		}
		p.terms = append(p.terms, planeTerm{v, a})
		p.most = max(p.most, a, -a)
		if a > 0 && c.values[v] >= 0 || a < 0 && c.values[v] > 0 {
			p.slack += a
		}
		c.uses[side(a < 0)][v] = append(c.uses[side(a < 0)][v], use{p, max(a, -a)})
	}
	c.live += int64(len(p.terms))
	return p
}

// side returns 1 for true and 0 for false.
func side(one bool) int {
	if one {
		return 1
	}
	return 0
}

func (c *planes) delete(number int) {
	p := c.constraints[number]
	p.gone = true
	c.alive--
	c.live -= int64(len(p.terms))
	c.dead += int64(len(p.terms))
	c.constraints[number] = gone
	if c.dead <= c.live+1<<12 {
		return
	}
	c.dead = 0
	for _, lists := range c.uses {
		for v := range lists {
			lists[v] = slices.DeleteFunc(lists[v], func(u use) bool { return u.gone })
		}
	}
}

// gone replaces every deleted constraint.
var gone = &plane{gone: true}

// follows reports whether a constraint follows by unit propagation from its negation, which states
// that minus the sum is at least 1 minus the bound.
func (c *planes) follows(s *sum) bool {
	if c.refuted {
		return true
	}
	mark := len(c.trail)
	s.negate()
	p := c.attach(s)
	s.negate()
	conflict := !c.enforce(p) || !c.propagate()
	for len(c.trail) > mark {
		v := c.trail[len(c.trail)-1]
		if c.trail = c.trail[:len(c.trail)-1]; len(c.trail) < c.head {
			c.head--
			for _, u := range c.uses[side(c.values[v] > 0)][v] {
				u.slack += u.by
			}
		}
		c.values[v] = 0
	}
	for _, t := range p.terms { // its uses are the last in their lists
		list := &c.uses[side(t.coefficient < 0)][t.variable]
		*list = (*list)[:len(*list)-1]
	}
	c.live -= int64(len(p.terms))
	return conflict
}

// enforce assigns the variables of a constraint whose values it forces. It returns false on a
// contradiction.
func (c *planes) enforce(p *plane) bool {
	if p.slack < 0 {
		return false
	}
	if p.slack >= p.most {
		return true
	}
	for _, t := range p.terms {
		if c.values[t.variable] != 0 || max(t.coefficient, -t.coefficient) <= p.slack {
			continue
		}
		c.values[t.variable] = int8(cmp.Compare(t.coefficient, 0))
		c.trail = append(c.trail, t.variable)
	}
	return true
}

// propagate propagates the new assignments. It returns false on a contradiction.
func (c *planes) propagate() bool {
	for c.head < len(c.trail) {
		v := c.trail[c.head]
		c.head++
		c.Propagations++
		uses := c.uses[side(c.values[v] > 0)][v]
		for _, u := range uses { // all of them, so that they can be reversed as a whole
			u.slack -= u.by
		}
		for _, u := range uses {
			if !u.gone && !c.enforce(u.plane) {
				return false
			}
		}
	}
	return true
}

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
		return s
	}
	return &sum{coefficients: make([]int64, len(c.values))}
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

// copied returns a constraint as a sum.
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

func (s *sum) times(factor int64) bool {
	if s.size > 0 && factor > largest/s.size {
		return false
	}
	s.size *= factor
	s.bound *= factor
	s.each(func(_ int32, a int64) int64 { return a * factor })
	return true
}

// each replaces every coefficient other than 0, once.
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

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

// gone takes the place of each deleted constraint in the list of constraints.
var gone = &plane{gone: true}

// follows reports whether a constraint follows from the others by RUP: whether its negation gives a
// contradiction by unit propagation. The negation states that minus the sum is at least 1 minus the
// bound.
func (c *planes) follows(s *sum) bool {
	if c.refuted {
		return true
	}
	mark := len(c.trail)
	s.negate()
	p := c.attach(s)
	s.negate()
	conflict := !c.enforce(p) || !c.propagate()
	c.retreat(mark)
	for _, t := range p.terms { // its uses are the last in their lists
		list := &c.uses[side(t.coefficient < 0)][t.variable]
		*list = (*list)[:len(*list)-1]
	}
	c.live -= int64(len(p.terms))
	return conflict
}

// retreat undoes the assignments except the first mark ones.
func (c *planes) retreat(mark int) {
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
}

// grow adds a variable.
func (c *planes) grow() {
	c.values = append(c.values, 0)
	for side := range c.uses {
		c.uses[side] = append(c.uses[side], nil)
	}
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

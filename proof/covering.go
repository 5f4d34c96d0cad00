package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"nqueens/encode"
)

// ErrNotRefuted is the error of RefuteCovering if the search finds a choice that satisfies all
// constraints it uses, or if the constraints are not about covering.
var ErrNotRefuted = errors.New("the constraints have a solution, or they are not those of a covering problem with few pieces")

// RefuteCovering writes a proof in the format of VeriPB that constraints have no solution. It is a
// search for a few pieces that cover a board. It uses two kinds of constraints and ignores others:
// covers (at least one of some variables is 1) and bounds (at most so many of some variables are
// 1). The widest bound is the budget: the total number of pieces.
//
// A node is refuted if more covers without common variables remain than pieces are left, or if the
// best remaining squares cannot cover everything that is uncovered. The sum of these covers and a
// multiple of the budget is then a contradiction: one line of the proof, which would take a very
// large number of clauses. The search branches on the cover with the fewest squares left, and jumps
// back over decisions that a refutation does not need.
func RefuteCovering(ctx context.Context, f *encode.PB, out io.Writer) error {
	c, err := newCovering(ctx, f, out)
	if err != nil {
		return err
	}
	top, err := c.explore()
	if err != nil {
		return err
	}
	c.write("output NONE;\nconclusion UNSAT : ", top.number, ";\nend pseudo-Boolean proof;\n")
	return c.out.Flush()
}

// covering is the state of the search. Variables count from 1; a negative literal means that the
// variable is 0.
type covering struct {
	ctx     context.Context
	out     *bufio.Writer
	covers  []limited
	bounds  []limited
	budget  int       // index of the widest bound
	inCover [][]int32 // by variable
	inBound [][]int32

	value   []int8                     // by variable: 1 chosen, -1 left out
	taken   []int                      // by bound: the number of chosen variables
	times   []int                      // by cover: how often it is covered
	open    []int                      // by cover: the number of unassigned variables
	trail   []int32                    // literals in the order of assignment
	derived int64                      // the number of the last constraint
	visit   func(chosen []int32) error // called for each solution, which is then excluded; may be nil
	axioms  int64                      // the number of constraints at the start

	impossible int64 // the number of a constraint that cannot be satisfied, for example a cover without squares; or 0

	gains []int  // by variable, scratch space of unpromising and derive
	used  []bool // by variable, scratch space
	seen  []bool // by literal, scratch space of resolve
}

// A limited is a constraint on variables: at least one is 1 (a cover), or at most most of them are
// 1 (a bound).
type limited struct {
	variables []int32
	most      int
	number    int64
}

// A nogood is a set of literals of which at least one holds, according to the constraint with that
// number.
type nogood struct {
	literals []int32
	number   int64
}

func newCovering(ctx context.Context, f *encode.PB, out io.Writer) (*covering, error) {
	n := f.Variables + 1
	c := &covering{
		ctx: ctx, out: bufio.NewWriterSize(out, 1<<16), inCover: make([][]int32, n), inBound: make([][]int32, n),
		value: make([]int8, n), gains: make([]int, n), used: make([]bool, n), seen: make([]bool, 2*n),
	}
	for _, constraint := range f.Constraints() {
		c.derived++
		l := limited{number: c.derived, most: -int(constraint.Bound)}
		coefficient := int64(0)
		for i, t := range constraint.Terms {
			if l.variables = append(l.variables, t.Variable); i > 0 && t.Coefficient != coefficient {
				coefficient = 0
				break
			}
			coefficient = t.Coefficient
		}
		if constraint.Equal { // its second half is "at most"
			c.derived++
			l.number, l.most, coefficient = c.derived, -l.most, -coefficient
		}
		switch {
		case coefficient == 1 && constraint.Bound > int64(len(constraint.Terms)):
			c.impossible = l.number
		case coefficient == 1 && constraint.Bound == 1 && !constraint.Equal:
			c.covers = append(c.covers, l)
		case coefficient == -1:
			c.bounds = append(c.bounds, l)
		}
	}
	c.axioms = c.derived
	c.write("pseudo-Boolean proof version 3.0\nf ", c.axioms, ";\n")
	if c.impossible > 0 {
		return c, nil
	}
	for i, l := range c.bounds {
		if len(l.variables) > len(c.bounds[c.budget].variables) {
			c.budget = i
		}
		for _, v := range l.variables {
			c.inBound[v] = append(c.inBound[v], int32(i))
		}
	}
	if len(c.bounds) == 0 {
		return nil, fmt.Errorf("%w: no constraint limits the number of pieces", ErrNotRefuted)
	}
	for i, l := range c.covers {
		for _, v := range l.variables {
			c.inCover[v] = append(c.inCover[v], int32(i))
			if !slices.Contains(c.inBound[v], int32(c.budget)) {
				return nil, fmt.Errorf("%w: a square that must be covered has an attacker that the limit on the number of pieces does not count", ErrNotRefuted)
			}
		}
		c.open = append(c.open, len(l.variables))
	}
	c.taken, c.times = make([]int, len(c.bounds)), make([]int, len(c.covers))
	return c, nil
}

// write writes texts and numbers. Flush returns the first error.
func (c *covering) write(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			_, _ = c.out.WriteString(p)
		case int64:
			_, _ = c.out.Write(strconv.AppendInt(c.out.AvailableBuffer(), p, 10))
		}
	}
}

// choose sets a variable to 1, and returns a bound that this violates, or nil.
func (c *covering) choose(v int32) (broken *limited) {
	c.value[v] = 1
	c.trail = append(c.trail, v)
	for _, i := range c.inCover[v] {
		c.times[i]++
		c.open[i]--
	}
	for _, i := range c.inBound[v] {
		if c.taken[i]++; c.taken[i] > c.bounds[i].most {
			broken = &c.bounds[i]
		}
	}
	return broken
}

func (c *covering) leaveOut(v int32) {
	c.value[v] = -1
	c.trail = append(c.trail, -v)
	for _, i := range c.inCover[v] {
		c.open[i]--
	}
}

// undo reverses the assignments beyond the given length of the trail.
func (c *covering) undo(length int) {
	for _, l := range c.trail[length:] {
		v := max(l, -l)
		for _, i := range c.inCover[v] {
			c.open[i]++
			if l > 0 {
				c.times[i]--
			}
		}
		for _, i := range c.inBound[v] {
			if l > 0 {
				c.taken[i]--
			}
		}
		c.value[v] = 0
	}
	c.trail = c.trail[:length]
}

// explore refutes the current assignment: the result is a nogood of negations of its literals.
func (c *covering) explore() (nogood, error) {
	if err := c.ctx.Err(); err != nil {
		return nogood{}, err
	}
	if c.impossible > 0 {
		return nogood{number: c.impossible}, nil
	}
	tightest := -1
	for i := range c.covers {
		if c.times[i] == 0 && (tightest < 0 || c.open[i] < c.open[tightest]) {
			tightest = i
		}
	}
	if tightest < 0 {
		return c.solution()
	}
	if c.open[tightest] > 0 {
		if d, refuted := c.unpromising(); refuted {
			return d, nil
		}
	}
	cover, length := c.covers[tightest], len(c.trail)
	var branches []int32
	for _, v := range cover.variables {
		if c.value[v] == 0 {
			branches = append(branches, v)
		}
	}
	slices.SortStableFunc(branches, func(a, b int32) int { return c.gains[b] - c.gains[a] })
	var parts []nogood
	for _, v := range branches {
		mark := len(c.trail)
		var d nogood
		var err error
		if broken := c.choose(v); broken != nil {
			d.number = broken.number // the bound itself is the nogood
			for _, u := range broken.variables {
				if c.value[u] > 0 {
					d.literals = append(d.literals, -u)
				}
			}
		} else {
			d, err = c.explore()
		}
		c.undo(mark)
		if err != nil {
			return d, err
		}
		if !slices.Contains(d.literals, -v) {
			c.undo(length)
			return c.resolve(d, parts, branches), nil
		}
		parts = append(parts, d)
		c.leaveOut(v)
	}
	c.undo(length)
	return c.resolve(nogood{cover.variables, cover.number}, parts, branches), nil
}

// solution calls visit with the chosen variables, and adds a bound that excludes them.
func (c *covering) solution() (d nogood, err error) {
	if c.visit == nil {
		return d, ErrNotRefuted
	}
	l := limited{number: c.axioms}
	for _, v := range c.trail {
		if v > 0 {
			l.variables, d.literals = append(l.variables, v), append(d.literals, -v)
			c.inBound[v] = append(c.inBound[v], int32(len(c.bounds)))
		}
	}
	l.most, d.number = len(l.variables)-1, l.number
	c.bounds, c.taken = append(c.bounds, l), append(c.taken, len(l.variables))
	return d, c.visit(l.variables)
}

// unpromising derives a nogood if the remaining covers need more pieces than are left, and reports
// whether it did.
func (c *covering) unpromising() (nogood, bool) {
	budget := c.bounds[c.budget]
	left := budget.most - c.taken[c.budget]
	var waiting, apart []int32
	clear(c.gains)
	clear(c.used)
covers:
	for i, cover := range c.covers {
		if c.times[i] > 0 {
			continue
		}
		waiting = append(waiting, int32(i))
		free := true
		for _, v := range cover.variables {
			if c.value[v] == 0 {
				c.gains[v]++
				free = free && !c.used[v]
			}
		}
		if !free || len(apart) > left {
			continue covers
		}
		apart = append(apart, int32(i))
		for _, v := range cover.variables {
			c.used[v] = c.value[v] == 0
		}
	}
	if len(apart) > left {
		return c.derive(apart, 1, len(apart)-left-1), true
	}
	most := 0
	for _, v := range budget.variables {
		most = max(most, c.gains[v])
	}
	number := make([]int, most+1) // number of variables by gain
	for _, v := range budget.variables {
		number[c.gains[v]]++
	}
	reach, best := 0, most // what the best variables cover, and the gain of the last one
	for n := left; n > 0 && best > 0; {
		n -= number[best]
		reach += best * (number[best] + min(n, 0))
		if n > 0 {
			best--
		}
	}
	if reach >= len(waiting) {
		return nogood{}, false
	}
	return c.derive(waiting, max(best, 1), len(waiting)-reach-1), true
}

// derive writes the sum of covers and times the budget, and returns the resulting nogood. It omits
// literals that the contradiction does not need: margin is the amount by which the sum exceeds a
// contradiction.
func (c *covering) derive(covers []int32, times, margin int) nogood {
	clear(c.gains)
	c.write("pol ", c.bounds[c.budget].number)
	if times > 1 {
		c.write(" ", int64(times), " *")
	}
	for _, i := range covers {
		c.write(" ", c.covers[i].number, " +")
		for _, v := range c.covers[i].variables {
			c.gains[v]++
		}
	}
	c.write(";\n")
	c.derived++
	sum := c.derived
	var d nogood
	for _, l := range slices.Backward(c.trail) {
		worth := times // the weight of a chosen variable, which is in none of these covers
		if l < 0 {
			worth = c.gains[-l] - times
		}
		switch {
		case worth <= 0:
		case worth <= margin:
			margin -= worth
		default:
			d.literals = append(d.literals, -l)
		}
	}
	d = c.clause(d.literals)
	c.write("del id ", sum, ";\n")
	return d
}

// clause writes a clause that follows by unit propagation, and returns it.
func (c *covering) clause(literals []int32) nogood {
	c.write("rup")
	for _, l := range literals {
		if l > 0 {
			c.write(" 1 x", int64(l))
		} else {
			c.write(" 1 ~x", int64(-l))
		}
	}
	c.write(" >= 1;\n")
	c.derived++
	return nogood{literals, c.derived}
}

// resolve removes from a nogood the branches that were excluded before it was derived, by resolving
// with the nogoods of those branches. These may add earlier branches.
func (c *covering) resolve(d nogood, parts []nogood, branches []int32) nogood {
	clear(c.seen)
	var literals []int32
	add := func(list []int32, but int32) {
		for _, l := range list {
			at := 2 * max(l, -l)
			if l < 0 {
				at++
			}
			if l != but && !c.seen[at] {
				c.seen[at] = true
				literals = append(literals, l)
			}
		}
	}
	add(d.literals, 0)
	needed := false
	for i, part := range slices.Backward(parts) {
		if v := branches[i]; c.seen[2*v] {
			needed = true
			add(part.literals, -v)
		}
	}
	if needed {
		literals = slices.DeleteFunc(literals, func(l int32) bool { return slices.Contains(branches[:len(parts)], l) })
		parts = append(parts, d)
		d = c.clause(literals)
	}
	c.forget(parts)
	return d
}

// forget deletes derived constraints that are no longer needed.
func (c *covering) forget(list []nogood) {
	for _, d := range list {
		if d.number > c.axioms {
			c.write("del id ", d.number, ";\n")
		}
	}
}

package cutting

import (
	"cmp"
	"context"
	"slices"

	"nqueens/backends/internal/luby"
	"nqueens/encode"
)

// A search solves constraints under assumptions, and writes what it learns as a proof.
type search struct {
	ctx context.Context
	*trail
	order
	*steps
	phase     []int8 // by variable, its last value
	seen      []bool
	bumpOf    float64 // of clauses
	learnt    int     // number of learnt clauses that are alive
	keep      int     // number of learnt clauses at which half are deleted
	conflicts int64
	refuted   int64 // number of the contradiction in the proof; 0 before there is one
}

func newSearch(ctx context.Context, f *encode.PB, s *steps) (*search, error) {
	e := &search{ctx: ctx, trail: &trail{}, order: order{bump: 1}, steps: s, bumpOf: 1, keep: 4000}
	for range f.Variables {
		e.variable()
	}
	number := int64(0)
	for _, c := range f.Constraints() {
		for half := range 2 {
			if half == 1 && !c.Equal {
				break
			}
			number++
			terms, bound := c.Terms, c.Bound
			if half == 1 {
				terms, bound = negated(c.Terms), -c.Bound
			}
			l, err := atLeast(terms, bound)
			if err != nil {
				return nil, err
			}
			if l.number = number; e.refuted == 0 {
				e.add(l)
			}
		}
	}
	return e, nil
}

// variable adds a variable.
func (e *search) variable() int32 {
	v := e.trail.grow()
	e.order.grow()
	e.phase, e.seen = append(e.phase, -1), append(e.seen, false)
	return v
}

// add adds a constraint at level 0 that the proof has, and propagates.
func (e *search) add(c linear) {
	var open []lit
	switch {
	case c.degree <= 0:
		return
	case c.isClause():
		for _, t := range c.terms {
			switch {
			case e.values[t.literal] > 0:
				return
			case e.values[t.literal] == 0:
				open = append(open, t.literal)
			}
		}
		e.addOpen(open, c.number, false)
	case !e.addLinear(c):
		e.contradiction()
	}
}

// addOpen adds a clause whose literals are open, at level 0, and propagates.
func (e *search) addOpen(open []lit, number int64, learnt bool) {
	switch len(open) {
	case 0:
		e.contradiction()
	case 1:
		e.assign(open[0], none)
		if e.propagate() != none {
			e.contradiction()
		}
	default:
		e.addClause(open, number, learnt)
	}
}

// contradiction derives that the constraints contradict each other.
func (e *search) contradiction() {
	if e.refuted == 0 {
		e.refuted = e.rup(nil)
	}
}

func (e *search) retreat(level int32) {
	e.trail.retreat(level, func(l lit) {
		v := l.variable()
		e.phase[v] = 1 - 2*int8(l&1)
		e.insert(v)
	})
}

// A verdict is the result of a search.
type verdict int

const (
	satisfied   verdict = iota // every variable has a value
	unsatisfied                // under the assumptions
	undecided                  // the conflicts were used up
)

// solve searches for an assignment under assumptions. If there is none it returns literals of which one is true: negations of some
// of the assumptions, and the number of this clause in the proof. If the context ends, it returns its error. It returns at
// level 0, except with an assignment.
func (e *search) solve(assumptions []lit, most int64) (v verdict, core []lit, number int64, err error) {
	e.retreat(0)
	if e.refuted > 0 {
		return unsatisfied, nil, e.refuted, nil
	}
	restart, attempt, used := 100*luby.Term(1), int64(1), int64(0)
	for {
		if why := e.propagate(); why != none {
			if e.level() == 0 {
				e.contradiction()
				return unsatisfied, nil, e.refuted, nil
			}
			e.conflicts++
			used++
			restart--
			e.resolve(why)
			if e.refuted > 0 {
				return unsatisfied, nil, e.refuted, nil
			}
			if e.conflicts%64 == 0 {
				if err := e.ctx.Err(); err != nil {
					return undecided, nil, 0, err
				}
			}
			continue
		}
		if restart <= 0 {
			if used >= most {
				e.retreat(0)
				return undecided, nil, 0, nil
			}
			attempt++
			restart = 100 * luby.Term(attempt)
			e.retreat(0)
			if e.learnt > e.keep {
				e.reduce()
			}
			continue
		}
		next := lit(-1)
		for int(e.level()) < len(assumptions) {
			l := assumptions[e.level()]
			if e.values[l] < 0 {
				core = e.final(l)
				e.retreat(0)
				return unsatisfied, core, e.rup(core), nil
			}
			if e.values[l] == 0 {
				next = l
				break
			}
			e.starts = append(e.starts, len(e.trail.order)) // a level of its own
		}
		if next < 0 {
			if next = e.choose(); next < 0 {
				return satisfied, nil, 0, e.ctx.Err()
			}
		}
		e.decide(next)
	}
}

// choose returns the literal to decide next, or -1 if every variable has a value.
func (e *search) choose() lit {
	for {
		v := e.next()
		if v < 0 {
			return -1
		}
		if l := positive(v); e.values[l] == 0 {
			if e.phase[v] < 0 {
				l = l.not()
			}
			return l
		}
	}
}

// resolve learns a clause from a contradiction above level 0, retreats and assigns the literal that the clause implies.
func (e *search) resolve(why reason) {
	learnt := []lit{0}
	open, l := 0, lit(-1)
	at := len(e.trail.order) - 1
	visit := func(o lit) {
		v := o.variable()
		if e.seen[v] || e.levels[v] == 0 {
			return
		}
		e.seen[v] = true
		e.raise(v)
		if e.levels[v] == e.level() {
			open++
		} else {
			learnt = append(learnt, o)
		}
	}
	for {
		if why.clause >= 0 {
			e.raiseClause(why.clause)
		}
		e.because(why, l, visit)
		for !e.seen[e.trail.order[at].variable()] {
			at--
		}
		l = e.trail.order[at]
		at--
		why = e.reasons[l.variable()]
		e.seen[l.variable()] = false
		if open--; open == 0 {
			break
		}
	}
	learnt[0] = l.not()
	all := slices.Clone(learnt)
	learnt = e.minimise(learnt)
	for _, o := range all {
		e.seen[o.variable()] = false
	}
	e.learn(learnt)
}

// minimise removes the literals whose reasons are in the rest of the clause.
func (e *search) minimise(learnt []lit) []lit {
	kept := learnt[:1]
	for _, o := range learnt[1:] {
		why := e.reasons[o.variable()]
		needed := why == none
		if !needed {
			e.because(why, o.not(), func(r lit) {
				needed = needed || !e.seen[r.variable()] && e.levels[r.variable()] > 0
			})
		}
		if needed {
			kept = append(kept, o)
		}
	}
	return kept
}

// learn adds a clause of which all literals are false, the first of the highest level alone.
func (e *search) learn(literals []lit) {
	number := e.rup(literals)
	e.order.bump /= 0.95
	e.bumpOf /= 0.999
	if len(literals) == 1 {
		e.retreat(0)
		e.assign(literals[0], none)
		return
	}
	second := 1
	distance := map[int32]bool{}
	for i, l := range literals {
		distance[e.levels[l.variable()]] = true
		if i > 0 && e.levels[l.variable()] > e.levels[literals[second].variable()] {
			second = i
		}
	}
	literals[1], literals[second] = literals[second], literals[1]
	e.retreat(e.levels[literals[1].variable()])
	k := e.addClause(literals, number, true)
	e.clauses[k].distance, e.clauses[k].activity = int32(len(distance)), e.bumpOf
	e.learnt++
	e.assign(literals[0], reason{k, -1})
}

func (e *search) raiseClause(k int32) {
	c := &e.clauses[k]
	if c.activity += e.bumpOf; c.activity > 1e20 {
		for i := range e.clauses {
			e.clauses[i].activity *= 1e-20
		}
		e.bumpOf *= 1e-20
	}
}

// final returns the negations of assumptions that imply that a literal is false, and that literal's negation.
func (e *search) final(l lit) []lit {
	core := []lit{l.not()}
	if e.levels[l.variable()] == 0 {
		return core
	}
	e.seen[l.variable()] = true
	for i := len(e.trail.order) - 1; i >= e.starts[0]; i-- {
		o := e.trail.order[i]
		if !e.seen[o.variable()] {
			continue
		}
		e.seen[o.variable()] = false
		if why := e.reasons[o.variable()]; why == none {
			if o != l.not() {
				core = append(core, o.not())
			}
		} else {
			e.because(why, o, func(r lit) {
				if e.levels[r.variable()] > 0 {
					e.seen[r.variable()] = true
				}
			})
		}
	}
	return core
}

// reduce deletes half of the learnt clauses, at level 0.
func (e *search) reduce() {
	var list []int32
	for k := range e.clauses {
		if c := &e.clauses[k]; c.learnt && c.literals != nil && c.distance > 2 {
			list = append(list, int32(k))
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		x, y := &e.clauses[a], &e.clauses[b]
		return cmp.Or(cmp.Compare(y.distance, x.distance), cmp.Compare(x.activity, y.activity), cmp.Compare(a, b))
	})
	for _, k := range list[:len(list)/2] {
		e.forget(e.clauses[k].number)
		e.clauses[k].literals = nil
		e.learnt--
	}
	e.keep += e.keep / 10
	e.compact()
}

// compact removes deleted clauses, at level 0, where no reason is needed.
func (e *search) compact() {
	kept := e.clauses[:0]
	for l := range e.watches {
		e.watches[l] = e.watches[l][:0]
	}
	for _, c := range e.clauses {
		if c.literals == nil {
			continue
		}
		k := int32(len(kept))
		kept = append(kept, c)
		for i, l := range c.literals[:2] {
			e.watches[l] = append(e.watches[l], watch{k, c.literals[1-i]})
		}
	}
	clear(e.clauses[len(kept):])
	e.clauses = kept
}

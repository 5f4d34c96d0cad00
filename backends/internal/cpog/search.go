package cpog

import (
	"errors"
	"slices"
)

// errModel is the error for a clause that does not follow: the graph does not have the models of the formula.
var errModel = errors.New("the graph does not follow from the formula")

// refute shows that the assumptions contradict the literals that are true in the current frame. It decides
// the assumptions one after another above the current level and searches. It returns the derivation of a
// clause of negated assumptions and decisions, after undoing all levels above the current one.
func (e *engine) refute(assumptions []int32) (*derivation, error) {
	base := len(e.levels)
	defer func() { e.retreat(base) }()
	var variables []int32
	for conflicts, limit := 0, 100; ; {
		k, failed := e.propagateAssumptions(base, assumptions)
		if failed != 0 { // the negation of this assumption is true
			d := newDerivation()
			d.assumed = assumptions
			e.mark(failed)
			e.collect(d)
			if !slices.Contains(d.clause, -failed) {
				d.clause = append(d.clause, -failed)
			}
			return d, nil
		}
		if k < 0 {
			if variables == nil {
				e.retreat(base)
				variables = e.open(assumptions)
				continue
			}
			if conflicts >= limit {
				conflicts, limit = 0, limit+limit/2
				e.retreat(base)
				continue
			}
			l := e.choose(variables)
			if l == 0 {
				return nil, errModel
			}
			e.decide(l)
			if k = e.propagate(); k < 0 {
				continue
			}
		}
		for k >= 0 {
			if err := e.interrupted(); err != nil {
				return nil, err
			}
			if top := e.highest(k); top <= base+len(assumptions) && e.assumed(base, assumptions, top) {
				d := newDerivation()
				d.assumed = assumptions
				for _, l := range e.clauses[k].literals {
					e.mark(l)
				}
				e.collect(d)
				d.hints = append(d.hints, e.use(d, k))
				return d, nil
			}
			conflicts++
			learnt, back := e.learn(k)
			e.retreat(max(back, base))
			if e.value[index(e.clauses[learnt].literals[0])] == 0 {
				e.assign(e.clauses[learnt].literals[0], learnt)
			}
			k = e.propagate()
		}
	}
}

// propagateAssumptions decides each assumption that has no value and propagates it. It returns the index
// of a clause whose literals are all false (otherwise −1), or an assumption that is false (otherwise 0).
func (e *engine) propagateAssumptions(base int, assumptions []int32) (conflict, failed int32) {
	if k := e.propagate(); k >= 0 {
		return k, 0
	}
	for _, l := range assumptions {
		switch v := e.value[index(l)]; {
		case v < 0:
			return -1, l
		case v == 0:
			e.decide(l)
			if k := e.propagate(); k >= 0 {
				return k, 0
			}
		}
	}
	return -1, 0
}

// assumed reports whether the decisions of all levels above base, up to the given level, are assumptions.
func (e *engine) assumed(base int, assumptions []int32, level int) bool {
	for i := base; i < level; i++ {
		if !slices.Contains(assumptions, e.trail[e.levels[i]]) {
			return false
		}
	}
	return true
}

func (e *engine) highest(k int32) int {
	top := 0
	for _, l := range e.clauses[k].literals {
		if !e.lost(l) {
			top = max(top, int(e.level[variableOf(l)]))
		}
	}
	return top
}

// open lists the variables without a value that are connected to the assumptions by unsatisfied clauses.
// Without assumptions it lists all variables. Other variables cannot contribute to a contradiction of the
// assumptions.
func (e *engine) open(assumptions []int32) []int32 {
	e.stamp++
	list := []int32{}
	add := func(l int32) {
		if v := variableOf(l); e.reached[v] != e.stamp {
			e.reached[v] = e.stamp
			list = append(list, v)
		}
	}
	for _, l := range assumptions {
		add(l)
	}
	if len(assumptions) == 0 {
		for v := range e.occurrences[1:] {
			add(int32(v) + 1)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, k := range e.occurrences[list[i]] {
			c := &e.clauses[k]
			if slices.ContainsFunc(c.literals, func(l int32) bool { return e.value[index(l)] > 0 }) {
				continue
			}
			for _, l := range c.literals {
				if e.value[index(l)] == 0 {
					add(l)
				}
			}
		}
	}
	return list
}

// choose returns the negative literal of the most active of the variables without a value, or 0 if all
// have values.
func (e *engine) choose(variables []int32) int32 {
	best := int32(0)
	for _, v := range variables {
		if e.value[index(v)] == 0 && (best == 0 || e.activity[v] > e.activity[best]) {
			best = v
		}
	}
	return -best
}

// learn derives a clause from the conflict in the clause with index k. The first literal of the derived
// clause is its only literal of the highest level. learn returns the index of the derived clause and the
// highest level of its other literals.
func (e *engine) learn(k int32) (learnt int32, back int) {
	top := int32(e.highest(k))
	d := newDerivation()
	literals := []int32{0}
	pending := 0
	var seen []int32
	see := func(l int32) {
		v := variableOf(l)
		if e.lost(l) || e.marked[v] {
			return
		}
		e.marked[v] = true
		seen = append(seen, v)
		e.activity[v] += e.bump
		switch level := e.level[v]; {
		case level == top:
			pending++
		case int(level) > e.frame.level:
			literals = append(literals, l)
		}
	}
	for _, l := range e.clauses[k].literals {
		see(l)
	}
	last := e.use(d, k)
	bottom := false
	for i := len(e.trail) - 1; i >= e.frame.start; i-- {
		l := e.trail[i]
		v := variableOf(l)
		if !e.marked[v] {
			continue
		}
		level := e.level[v]
		switch {
		case level == top && pending == 1 && !bottom:
			literals[0], bottom = -l, true
			continue
		case level == top, int(level) <= e.frame.level: // what needs no decision is derived too
		default:
			continue
		}
		if level == top {
			pending--
		}
		reason := e.reason[v]
		d.hints = append(d.hints, e.use(d, reason))
		for _, o := range e.clauses[reason].literals {
			if o != l {
				see(o)
			}
		}
	}
	for _, v := range seen {
		e.marked[v] = false
	}
	slices.Reverse(d.hints)
	d.hints = append(d.hints, last)
	if e.bump *= 1.05; e.bump > 1e100 {
		for v := range e.activity {
			e.activity[v] *= 1e-100
		}
		e.bump *= 1e-100
	}
	for i, l := range literals[1:] {
		if level := int(e.level[variableOf(l)]); level > back {
			back = level
			literals[1], literals[i+1] = literals[i+1], literals[1]
		}
	}
	number, residues := e.add(d, slices.Clone(literals)...)
	return e.keep(clause{literals: literals, number: number, residues: residues}), max(back, e.frame.level)
}

// interrupted returns an error if the context has ended or the steps exceed the memory limit.
func (e *engine) interrupted() error {
	if e.steps.err != nil {
		return e.steps.err
	}
	return e.ctx.Err()
}

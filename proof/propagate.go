package proof

import "slices"

// watch is a clause of four literals or more in the list of a literal that it
// watches. The blocker is another of its literals: while it is true there is
// no need to look at the clause.
type watch struct {
	ref     ref
	blocker lit
}

// binaryWatch is a clause of two literals in the list of one of them.
type binaryWatch struct {
	ref   ref
	other lit
}

// ternaryWatch is a clause of three literals in the list of one of them. Such clauses
// are many, and never looking at the clause itself is several times as fast.
type ternaryWatch struct {
	ref  ref
	a, b lit
}

// assignment is what is known under some assumptions. Level 0, the root, has what
// the clauses alone imply and is never taken back; each level above begins with
// an assumption and has what that implies.
type assignment struct {
	clauses

	values []int8  // by literal: 1 true, −1 false, 0 open
	level  []int32 // by variable, while it has a value
	reason []ref   // by variable: the clause that implied it, 0 an assumption
	trail  []lit   // the true literals in the order they became true
	levels []int   // where each level above the root begins in trail
	next   [3]int  // of the first in trail not looked at in clauses of two, three, more literals

	// By the literal whose becoming true concerns the clause, which has its
	// negation.
	binaries  [][]binaryWatch
	ternaries [][]ternaryWatch
	watches   [][]watch
	stale     []bool // binaries or ternaries hold a deleted clause

	propagations int64
}

// grow makes room for variables up to a number.
func (a *assignment) grow(variables int) {
	for len(a.level) < variables {
		a.values = append(a.values, 0, 0)
		a.level = append(a.level, 0)
		a.reason = append(a.reason, 0)
		a.binaries = append(a.binaries, nil, nil)
		a.ternaries = append(a.ternaries, nil, nil)
		a.watches = append(a.watches, nil, nil)
		a.stale = append(a.stale, false, false)
	}
}

// set makes an open literal true.
func (a *assignment) set(l lit, why ref) {
	a.values[l] = 1
	a.values[l.not()] = -1
	a.level[l.variable()] = int32(len(a.levels))
	a.reason[l.variable()] = why
	a.trail = append(a.trail, l)
}

// assume begins a level with a literal.
func (a *assignment) assume(l lit) {
	a.levels = append(a.levels, len(a.trail))
	a.set(l, 0)
}

// backtrack takes back all levels above the given one.
func (a *assignment) backtrack(level int) {
	if level >= len(a.levels) {
		return
	}
	start := a.levels[level]
	for _, l := range a.trail[start:] {
		a.values[l] = 0
		a.values[l.not()] = 0
	}
	a.trail = a.trail[:start]
	a.levels = a.levels[:level]
	for i := range a.next {
		a.next[i] = min(a.next[i], start)
	}
}

// propagate draws every conclusion from the trail, those from short clauses
// first. It reports whether there was no conflict; after one the top level must
// be taken back.
func (a *assignment) propagate() bool {
	for {
		switch n := len(a.trail); {
		case a.next[0] < n:
			if !a.propagateBinary(a.trail[a.next[0]]) {
				return false
			}
			a.next[0]++
		case a.next[1] < n:
			if !a.propagateTernary(a.trail[a.next[1]]) {
				return false
			}
			a.next[1]++
		case a.next[2] < n:
			if !a.propagateWatched(a.trail[a.next[2]]) {
				return false
			}
			a.next[2]++
		default:
			return true
		}
	}
}

// propagateBinary looks at the clauses of two literals whose one became false, the
// negation of l.
func (a *assignment) propagateBinary(l lit) bool {
	a.propagations++
	if a.stale[l] {
		a.purge(l)
	}
	for _, i := range a.binaries[l] {
		switch a.values[i.other] {
		case 0:
			a.set(i.other, i.ref)
		case -1:
			return false
		}
	}
	return true
}

// propagateTernary looks at those of three literals.
func (a *assignment) propagateTernary(l lit) bool {
	values := a.values
	for _, c := range a.ternaries[l] {
		switch va, vb := values[c.a], values[c.b]; {
		case va+vb >= 0: // one is true, or both are open
		case va == 0:
			a.set(c.a, c.ref)
		case vb == 0:
			a.set(c.b, c.ref)
		default:
			return false
		}
	}
	return true
}

// purge drops deleted clauses from the short ones of a literal.
func (a *assignment) purge(l lit) {
	a.binaries[l] = slices.DeleteFunc(a.binaries[l], func(i binaryWatch) bool { return a.is(i.ref, deleted) })
	a.ternaries[l] = slices.DeleteFunc(a.ternaries[l], func(c ternaryWatch) bool { return a.is(c.ref, deleted) })
	a.stale[l] = false
}

// propagateWatched looks at those of more literals that watch a literal which became false, the
// negation of l. The literal is of the top level.
func (a *assignment) propagateWatched(l lit) bool {
	wrong := l.not()
	values, words, watches := a.values, a.words, a.watches
	list := watches[l]
	kept := 0
visits:
	for next := 0; next < len(list); next++ {
		w := list[next]
		if values[w.blocker] > 0 {
			list[kept] = w
			kept++
			continue
		}
		head := words[w.ref]
		if head&deleted != 0 {
			continue
		}
		begin := w.ref + 1
		literals := words[begin : begin+ref(head>>lengthShift)]
		other := literals[0] ^ literals[1] ^ wrong
		value := values[other]
		if value > 0 {
			list[kept] = watch{w.ref, other}
			kept++
			continue
		}
		rest := literals[2:]
		for k, m := range rest {
			if values[m] >= 0 {
				literals[0], literals[1], rest[k] = other, m, wrong
				watches[m.not()] = append(watches[m.not()], watch{w.ref, other})
				continue visits
			}
		}
		list[kept] = watch{w.ref, other}
		kept++
		if value < 0 {
			kept += copy(list[kept:], list[next+1:])
			watches[l] = list[:kept]
			return false
		}
		a.set(other, w.ref)
	}
	watches[l] = list[:kept]
	return true
}

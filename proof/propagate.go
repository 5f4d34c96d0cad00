package proof

import "slices"

// A watch is a clause of four or more literals in the list of a literal that it watches. The
// blocker is another literal of the clause: while it is true, the clause need not be read.
type watch struct {
	ref     ref
	blocker lit
}

// A binaryWatch is a clause of two literals in the list of one of them.
type binaryWatch struct {
	ref   ref
	other lit
}

// A ternaryWatch is a clause of three literals in the list of one of them. Such clauses are
// frequent, and not reading the clause itself is several times as fast.
type ternaryWatch struct {
	ref  ref
	a, b lit
}

// An assignment holds the values under the current assumptions. Level 0, the root, holds the values
// that the clauses alone imply and is never removed. Each higher level begins with an assumption
// and holds the values that follow from it.
type assignment struct {
	clauses

	values []int8  // by literal: 1 true, −1 false, 0 unassigned
	level  []int32 // by variable, if it is assigned
	reason []ref   // by variable: the clause that implied it, 0 for an assumption
	trail  []lit   // the true literals in the order of assignment
	levels []int   // where each level above the root begins in trail
	next   [3]int  // for clauses of two, three and more literals: the index in trail of the first literal not yet propagated

	// Indexed by the literal whose assignment may trigger the clause, which contains its negation.
	binaries  [][]binaryWatch
	ternaries [][]ternaryWatch
	watches   [][]watch
	stale     []bool // binaries or ternaries contain a deleted clause

	propagations int64
}

// grow allocates entries for this many variables.
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

// set makes an unassigned literal true.
func (a *assignment) set(l lit, why ref) {
	a.values[l] = 1
	a.values[l.not()] = -1
	a.level[l.variable()] = int32(len(a.levels))
	a.reason[l.variable()] = why
	a.trail = append(a.trail, l)
}

// assume starts a level with a literal.
func (a *assignment) assume(l lit) {
	a.levels = append(a.levels, len(a.trail))
	a.set(l, 0)
}

// backtrack removes all levels above the given one.
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

// propagate propagates all literals on the trail, short clauses first. It returns false on a
// conflict; the caller must then remove the top level.
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

// propagateBinary propagates l in the clauses of two literals that contain its negation. It returns
// false on a conflict.
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

// propagateTernary propagates l in the clauses of three literals that contain its negation. It
// returns false on a conflict.
func (a *assignment) propagateTernary(l lit) bool {
	values := a.values
	for _, c := range a.ternaries[l] {
		switch va, vb := values[c.a], values[c.b]; {
		case va+vb >= 0: // one is true, or both are unassigned
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

// purge removes deleted clauses from the short clauses of a literal.
func (a *assignment) purge(l lit) {
	a.binaries[l] = slices.DeleteFunc(a.binaries[l], func(i binaryWatch) bool { return a.is(i.ref, deleted) })
	a.ternaries[l] = slices.DeleteFunc(a.ternaries[l], func(c ternaryWatch) bool { return a.is(c.ref, deleted) })
	a.stale[l] = false
}

// propagateWatched propagates l in the longer clauses that watch its negation. l must be a literal
// of the top level. propagateWatched returns false on a conflict.
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

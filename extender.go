package nqueens

import "sync"

// extender decides whether a choice of the placements that solutions are about
// can be completed to a solution of the whole model: a small search over the
// auxiliary placements, independent of every backend, for checking their
// answers. Mostly propagation alone decides.
type extender struct {
	model *Model
	index map[Square]int // of the placements that are no auxiliaries

	once     sync.Once
	sums     []Sum     // every line, clause and sum, as sums
	contains [][]int32 // by code of a literal: the sums that have it
}

func newExtender(m *Model) *extender {
	e := &extender{model: m, index: make(map[Square]int, len(m.Placements))}
	for i, s := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
		e.index[s] = i
	}
	return e
}

// prepare writes everything the model says as sums.
func (e *extender) prepare() {
	unit := func(n int, literal func(int) Literal, min int) {
		if min <= 0 {
			return
		}
		terms := make([]Term, n)
		for i := range terms {
			terms[i] = Term{1, literal(i)}
		}
		e.sums = append(e.sums, Sum{Terms: terms, Min: int64(min)})
	}
	for _, l := range e.model.Lines {
		n := len(l.Placements)
		unit(n, func(i int) Literal { return Chosen(l.Placements[i]) }, l.Min)
		unit(n, func(i int) Literal { return NotChosen(l.Placements[i]) }, n-l.Max)
	}
	for _, c := range e.model.Clauses {
		unit(len(c.Literals), func(i int) Literal { return c.Literals[i] }, 1)
		if len(c.Literals) == 0 {
			e.sums = append(e.sums, Sum{Min: 1})
		}
	}
	e.sums = append(e.sums, e.model.Sums...)
	e.contains = make([][]int32, 2*len(e.model.Placements))
	for k, s := range e.sums {
		for _, t := range s.Terms {
			at := &e.contains[codeOf(t.Literal)]
			if n := len(*at); n == 0 || (*at)[n-1] != int32(k) { // it may occur twice
				*at = append(*at, int32(k))
			}
		}
	}
}

func codeOf(l Literal) int {
	if l.Positive() {
		return 2 * l.Placement()
	}
	return 2*l.Placement() + 1
}

// extension is one run of the search.
type extension struct {
	*extender
	value []int8  // by placement: 1, −1 or 0 if open
	slack []int64 // by sum: what its false terms may still weigh
	trail []Literal
}

// extends reports whether the choice can be completed. Of chosen only the
// placements that are no auxiliaries are looked at.
func (e *extender) extends(chosen []bool) bool {
	e.once.Do(e.prepare)
	x := extension{extender: e, value: make([]int8, len(chosen)), slack: make([]int64, len(e.sums))}
	for k, s := range e.sums {
		x.slack[k] = -s.Min
		for _, t := range s.Terms {
			x.slack[k] += t.Weight
		}
	}
	for i := range len(chosen) - e.model.Auxiliaries {
		if chosen[i] {
			x.set(Chosen(i))
		} else {
			x.set(NotChosen(i))
		}
	}
	for k := range x.sums {
		if !x.enforce(k) {
			return false
		}
	}
	return x.search(0)
}

func (x *extension) set(l Literal) {
	x.value[l.Placement()] = 1
	if !l.Positive() {
		x.value[l.Placement()] = -1
	}
	x.trail = append(x.trail, l)
	for _, k := range x.contains[codeOf(-l)] {
		for _, t := range x.sums[k].Terms {
			if t.Literal == -l {
				x.slack[k] -= t.Weight
			}
		}
	}
}

// enforce sets what the sum forces; false is a conflict.
func (x *extension) enforce(k int) bool {
	if x.slack[k] < 0 {
		return false
	}
	for _, t := range x.sums[k].Terms {
		if t.Weight > x.slack[k] && x.value[t.Literal.Placement()] == 0 {
			x.set(t.Literal)
		}
	}
	return x.slack[k] >= 0
}

// search propagates what the trail holds from the place given on, then tries
// both values of an open auxiliary.
func (x *extension) search(from int) bool {
	start := len(x.trail)
	for ; from < len(x.trail); from++ {
		for _, k := range x.contains[codeOf(-x.trail[from])] {
			if !x.enforce(int(k)) {
				x.undo(start)
				return false
			}
		}
	}
	open := -1
	for i := len(x.value) - x.model.Auxiliaries; i < len(x.value) && open < 0; i++ {
		if x.value[i] == 0 {
			open = i
		}
	}
	if open < 0 {
		return true
	}
	for _, l := range []Literal{Chosen(open), NotChosen(open)} {
		at := len(x.trail)
		x.set(l)
		if x.search(at) {
			return true
		}
		x.undo(at)
	}
	x.undo(start)
	return false
}

func (x *extension) undo(length int) {
	for i := len(x.trail) - 1; i >= length; i-- {
		l := x.trail[i]
		x.value[l.Placement()] = 0
		for _, k := range x.contains[codeOf(-l)] {
			for _, t := range x.sums[k].Terms {
				if t.Literal == -l {
					x.slack[k] += t.Weight
				}
			}
		}
	}
	x.trail = x.trail[:length]
}

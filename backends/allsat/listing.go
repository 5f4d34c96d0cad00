package allsat

import "sync/atomic"

// visitor is given what is known of each variable of a formula where it, and
// any way to set the wanted variables that are unknown, is a model. It says
// whether to go on.
type visitor func(values []truth) bool

// listing turns what a search finds into models of the CNF, one by one.
type listing struct {
	f     *formula
	stop  *atomic.Bool
	cut   bool // it was stopped
	yield func([]int32) bool
	model []int32
	free  []truth // of each free variable of the formula
	open  []*truth
	skip  func(values []truth) bool // if not nil, says which models were handed over before
}

func newListing(f *formula, stop *atomic.Bool, yield func([]int32) bool) *listing {
	return &listing{f: f, stop: stop, yield: yield, model: make([]int32, len(f.shown)), free: make([]truth, f.free)}
}

// list counts in binary through the values of the variables that may have
// either. It changes values.
func (l *listing) list(values []truth) bool {
	l.open = l.open[:0]
	for i := range l.free {
		l.open = append(l.open, &l.free[i])
	}
	for v := range values {
		if values[v] == unknown && l.f.wanted[v] {
			l.open = append(l.open, &values[v])
		}
	}
	for _, v := range l.open {
		*v = isFalse
	}
	for {
		if l.stop.Load() {
			l.cut = true
			return false
		}
		if !l.one(values) {
			return false
		}
		i := 0
		for i < len(l.open) && *l.open[i] == isTrue {
			*l.open[i] = isFalse
			i++
		}
		if i == len(l.open) {
			return true
		}
		*l.open[i] = isTrue
	}
}

// one hands a model over.
func (l *listing) one(values []truth) bool {
	if l.skip != nil && l.skip(values) {
		return true
	}
	for i, p := range l.f.shown {
		var t truth
		switch p.kind {
		case fixed:
			t = p.at.making()
		case searched:
			t = p.at.valueOf(values[p.at.index()])
		case free:
			t = p.at.valueOf(l.free[p.at.index()])
		}
		l.model[i] = p.shown
		if t == isFalse {
			l.model[i] = -p.shown
		}
	}
	return l.yield(l.model)
}

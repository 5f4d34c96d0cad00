package encode

import "slices"

// assignment[v] is +1 if variable v is true, −1 if it is false, and 0 if it is unassigned.
type assignment []int8

func (a assignment) value(l int32) int8 {
	if l < 0 {
		return -a[-l]
	}
	return a[l]
}

func (a assignment) set(l int32) {
	if l < 0 {
		a[-l] = -1
	} else {
		a[l] = 1
	}
}

// unitPropagate propagates units until nothing changes and reports whether there is no conflict.
func unitPropagate(f *CNF, a assignment) bool {
	for changed := true; changed; {
		changed = false
	clauses:
		for clause := range f.Clauses() {
			var unit int32
			open := 0
			for _, l := range clause {
				switch a.value(l) {
				case 1:
					continue clauses
				case 0:
					unit = l
					open++
				}
			}
			switch open {
			case 0:
				return false
			case 1:
				a.set(unit)
				changed = true
			}
		}
	}
	return true
}

// models visits every model of f that extends a, with the plain DPLL procedure. It stops when visit
// returns false.
func models(f *CNF, a assignment, visit func(assignment) bool) bool {
	if !unitPropagate(f, a) {
		return true
	}
	v := slices.Index(a[1:], 0) + 1
	if v == 0 {
		return visit(a)
	}
	for _, l := range []int32{-int32(v), int32(v)} { // false first: encodings of bounds rarely need true auxiliaries
		branch := slices.Clone(a)
		branch.set(l)
		if !models(f, branch, visit) {
			return false
		}
	}
	return true
}

// countModels returns the number of models of f that extend a, at most limit. It may change a.
func countModels(f *CNF, a assignment, limit int) int {
	n := 0
	models(f, a, func(assignment) bool {
		n++
		return n < limit
	})
	return n
}

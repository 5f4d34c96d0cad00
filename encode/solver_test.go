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
	for _, l := range []int32{int32(v), -int32(v)} {
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

// enough exceeds the number of models of every correct formula in these tests.
const enough = 2000

// projectedModels returns the distinct values of the projection's variables in the models of f,
// sorted, at most enough of them.
func projectedModels(f *CNF) []string {
	var out []string
	var extend func(a assignment)
	extend = func(a assignment) {
		if len(out) == enough || !unitPropagate(f, a) {
			return
		}
		for _, v := range f.Projection {
			if a[v] == 0 {
				for _, l := range []int32{v, -v} {
					branch := slices.Clone(a)
					branch.set(l)
					extend(branch)
				}
				return
			}
		}
		if countModels(f, slices.Clone(a), 1) == 1 {
			values := make([]byte, len(f.Projection))
			for i, v := range f.Projection {
				values[i] = "0 1"[a[v]+1]
			}
			out = append(out, string(values))
		}
	}
	extend(make(assignment, f.Variables+1))
	slices.Sort(out)
	return out
}

package encode

import "slices"

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

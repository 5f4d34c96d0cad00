package relax

import "nqueens/simplex"

// whole is by how much a value may miss a whole number.
const whole = 1e-6

// Probe fixes variables at 0 with which at 1 the relaxation has no solution, and calls removed
// with each and the refutation, before it is fixed. Those that some solution of the relaxation
// has at 1 are not tried. It reports how many were, and whether any was removed: then others
// may follow, and the relaxation may have no solution any more.
//
// It solves a program for each of some hundred variables. On hard completion problems a search
// should have taken a second before that pays.
func (r *Relaxation) Probe(stop func() bool, removed func(variable int, f Refutation)) (probes int, any bool) {
	possible := make([]bool, len(r.fixed)) // some solution has it at 1
	for j := range r.fixed {
		if possible[j] || r.Fixed(j) || stop() {
			continue
		}
		probes++
		r.Fix(j, 1)
		status, refutation, refuted := r.Solve()
		if refuted {
			removed(j, refutation)
			r.Fix(j, 0)
			any = true
			continue
		}
		for i := range possible {
			possible[i] = possible[i] || status == simplex.Optimal && r.Value(i) > 1-whole
		}
		r.Free(j)
	}
	return probes, any
}

// FixByCost fixes at 0 the variables that make each solution worse than the goal by the
// reduced costs of the last one (reduced-cost fixing), and calls removed as Probe does.
func (r *Relaxation) FixByCost(removed func(variable int, f Refutation)) {
	for j := range r.fixed {
		if r.Fixed(j) {
			continue
		}
		r.fixed[j] = 1 // for the test alone: the program stays as it is
		f, refuted := r.Refute(simplex.Cutoff)
		if refuted {
			removed(j, f)
		}
		if r.fixed[j] = free; refuted {
			r.Fix(j, 0)
		}
	}
}

package sharp

import (
	"cmp"
	"slices"
)

const (
	longestResolvent = 40
	growth           = 12  // additional clauses allowed for a variable while the formula has hardly grown
	mostResolved     = 400 // maximal number of clauses with a variable to eliminate
)

// eliminate eliminates variables that are not projected by resolution, where this adds few clauses. Each
// model of the remaining formula can be extended to the eliminated variables (N. Eén and A. Biere,
// "Effective preprocessing in SAT through variable and clause elimination", SAT 2005). It reports whether
// it eliminated any.
func (p *simplifier) eliminate() bool {
	var order []int32
	for v := range p.variables {
		if !p.projected[v] && !p.gone[v] && p.value[2*v] == open && p.touched[v] && !p.inSum[v] {
			order = append(order, int32(v))
		}
	}
	cost := func(v int32) int { return p.number[2*v] * p.number[2*v+1] }
	slices.SortStableFunc(order, func(v, w int32) int { return cmp.Compare(cost(v), cost(w)) })
	changed := false
	for _, v := range order {
		if p.done() || p.work > mostWork {
			break
		}
		p.touched[v] = false
		if p.gone[v] || p.value[2*v] != open {
			continue
		}
		if p.resolve(v) {
			changed = true
			p.settle()
		}
	}
	return changed
}

// resolve eliminates a variable if that adds few clauses, and reports whether it did.
func (p *simplifier) resolve(v int32) bool {
	yes := slices.Clone(p.having(lit(2 * v)))
	no := slices.Clone(p.having(lit(2*v + 1)))
	if len(yes)+len(no) > mostResolved {
		return false
	}
	most := len(yes) + len(no)
	if p.grown < p.mayGrow {
		most += growth
	}
	var resolvents [][]lit
	for _, a := range yes {
		for _, b := range no {
			p.work += len(p.clauses[a]) + len(p.clauses[b])
			r := p.resolvent(p.clauses[a], p.clauses[b], v)
			if r == nil {
				continue
			}
			if len(resolvents) == most || len(r) > longestResolvent {
				return false
			}
			resolvents = append(resolvents, r)
		}
	}
	for _, k := range slices.Concat(yes, no) {
		p.remove(k)
	}
	p.grown += len(resolvents) - len(yes) - len(no)
	p.gone[v] = true
	for _, r := range resolvents {
		p.replace(r)
	}
	return true
}

// resolvent returns the resolvent of two clauses on a variable, or nil if it is a tautology.
func (p *simplifier) resolvent(a, b []lit, v int32) []lit {
	p.stamp++
	r := make([]lit, 0, len(a)+len(b)-2)
	for _, l := range a {
		if l.variable() != v {
			p.stamps[l] = p.stamp
			r = append(r, l)
		}
	}
	for _, l := range b {
		switch {
		case l.variable() == v || p.stamps[l] == p.stamp:
		case p.stamps[l^1] == p.stamp:
			return nil
		default:
			r = append(r, l)
		}
	}
	return r
}

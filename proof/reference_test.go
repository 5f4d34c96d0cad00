package proof

import (
	"slices"

	"nqueens/encode"
)

// plain is a checker by the definitions, without watches, index or trail.
type plain struct {
	clauses [][]int32
	units   map[int32]bool
}

func (p *plain) closure(assumed ...int32) (values map[int32]bool, conflict bool) {
	values = map[int32]bool{}
	for _, l := range assumed {
		values[l] = true
	}
	for l := range p.units {
		values[l] = true
	}
	for changed := true; changed; {
		changed = false
		for l := range values {
			if values[-l] {
				return values, true
			}
		}
	clauses:
		for _, c := range p.clauses {
			open := int32(0)
			for _, l := range c {
				switch {
				case values[l]:
					continue clauses
				case values[-l]:
				case open != 0 && open != l:
					continue clauses
				default:
					open = l
				}
			}
			if open == 0 {
				return values, true
			}
			values[open], changed = true, true
		}
	}
	return values, false
}

// propagate records what the clauses imply, and reports a contradiction.
func (p *plain) propagate() bool {
	values, conflict := p.closure()
	p.units = values
	return conflict
}

func negated(c []int32) []int32 {
	out := make([]int32, len(c))
	for i, l := range c {
		out[i] = -l
	}
	return out
}

func tautological(c []int32) bool {
	return slices.ContainsFunc(c, func(l int32) bool { return slices.Contains(c, -l) })
}

func (p *plain) accepts(c []int32) (ok, rat bool) {
	if tautological(c) {
		return true, false
	}
	if _, conflict := p.closure(negated(c)...); conflict {
		return true, false
	}
	if len(c) == 0 || p.units[-c[0]] {
		return false, false
	}
	for _, d := range p.clauses {
		if !slices.Contains(d, -c[0]) || tautological(d) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(d), func(l int32) bool { return l == -c[0] })
		if _, conflict := p.closure(append(negated(c), negated(rest)...)...); !conflict {
			return false, false
		}
	}
	return true, true
}

func set(c []int32) []int32 {
	c = slices.Clone(c)
	slices.Sort(c)
	return slices.Compact(c)
}

type step struct {
	deletes bool
	clause  []int32
}

// check returns the number of the failing step, or 0, and the counts.
func (p *plain) check(f *encode.CNF, proof []step) (failed int, r Result) {
	for c := range f.Clauses() {
		p.clauses = append(p.clauses, set(c))
	}
	refuted := p.propagate()
	for i, s := range proof {
		if refuted {
			return 0, r
		}
		r.Steps++
		if s.deletes {
			r.Deletions++
			k := slices.IndexFunc(p.clauses, func(c []int32) bool { return slices.Equal(c, set(s.clause)) })
			if k < 0 {
				r.Missing++
				continue
			}
			p.clauses = slices.Delete(p.clauses, k, k+1)
			continue
		}
		r.Additions++
		ok, rat := p.accepts(s.clause)
		if !ok {
			return i + 1, r
		}
		if rat {
			r.RAT++
		}
		p.clauses = append(p.clauses, set(s.clause))
		refuted = p.propagate()
	}
	if !refuted {
		return len(proof) + 1, r
	}
	return 0, r
}

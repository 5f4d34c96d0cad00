package sharp

// mostProbed limits the propagations of a round of probing.
const mostProbed = 3_000_000

// probe finds failed literals, whose propagation causes a conflict, and literals that follow from a
// variable as well as from its negation. It fixes the values that this proves and reports whether there
// were any.
func (p *simplifier) probe() bool {
	if p.done() {
		return false
	}
	s := p.propagator()
	n := 2 * p.variables
	from := make([]lit, n) // for each literal implied by a positive literal, that literal plus one
	changed := false
	fix := func(l lit) bool {
		changed = true
		p.fix(l)
		if s.value[l] == open {
			s.assign(l, noReason, 0)
		}
		if s.value[l] == isFalse || !s.propagate() {
			p.contradiction = true
		}
		return !p.contradiction
	}
	for l := lit(0); int(l) < n; l++ {
		if l%64 == 0 && p.stop.Load() || s.stats.Propagations > mostProbed {
			break
		}
		if s.value[l] != open || len(s.implied[l]) == 0 && len(s.watches[l.not()]) == 0 && !p.inSum[l.variable()] {
			continue
		}
		base := len(s.trail)
		s.assign(l, noReason, 1)
		ok := s.propagate()
		var both []lit
		if ok {
			for _, m := range s.trail[base+1:] {
				if l&1 == 0 {
					from[m] = l + 1
				} else if from[m] == l {
					both = append(both, m)
				}
			}
		}
		s.undo(base)
		if !ok && !fix(l.not()) {
			return true
		}
		for _, m := range both {
			if !fix(m) {
				return true
			}
		}
	}
	for _, l := range s.trail { // the literals that follow
		p.fix(l)
	}
	p.settle()
	return changed
}

// propagator returns a search with the simplifier's clauses and without decisions.
func (p *simplifier) propagator() *search {
	s := &search{stop: p.stop}
	s.load(p.variables, p.clauses)
	s.loadSums(p.sums)
	return s
}

package allsat

// propagate finds what follows from the trail. If a clause fails, it leaves its
// literals in analysis.failed and returns false.
func (s *learner) propagate() bool {
	for s.next < len(s.trail) {
		l := s.trail[s.next]
		s.next++
		s.effort += int64(40 + 2*len(s.implied[l]) + 3*len(s.pairs[l]))
		for _, m := range s.implied[l] {
			switch s.value[m] {
			case unknown:
				s.assign(m, impliedBy(l))
			case isFalse:
				return s.fails(l.not(), m)
			}
		}
		if !s.propagatePairs(l) || !s.propagateLong(l.not()) {
			return false
		}
	}
	return true
}

func (s *learner) fails(literals ...lit) bool {
	s.analysis.failed = append(s.analysis.failed[:0], literals...)
	return false
}

// propagatePairs looks at what clauses of three literals leave of them where l
// is true.
func (s *learner) propagatePairs(l lit) bool {
	for _, p := range s.pairs[l] {
		a, b := s.value[p[0]], s.value[p[1]]
		switch {
		case a == isTrue || b == isTrue || a == b && a == unknown:
		case a == unknown:
			s.stats.Propagations++
			s.assign(p[0], impliedByTwo(l, p[1].not()))
		case b == unknown:
			s.stats.Propagations++
			s.assign(p[1], impliedByTwo(l, p[0].not()))
		default:
			return s.fails(l.not(), p[0], p[1])
		}
	}
	return true
}

// propagateLong looks at the longer clauses that watch a literal that has become
// false.
func (s *learner) propagateLong(l lit) bool {
	watches := s.watches[l]
	s.effort += int64(14 * len(watches))
	kept := 0
	for i := 0; i < len(watches); i++ {
		w := watches[i]
		if s.value[w.blocker] == isTrue {
			watches[kept] = w
			kept++
			continue
		}
		literals := s.literals(w.clause)
		if lit(literals[0]) == l {
			literals[0], literals[1] = literals[1], literals[0]
		}
		first := lit(literals[0])
		if first != w.blocker && s.value[first] == isTrue {
			watches[kept] = watch{w.clause, first}
			kept++
			continue
		}
		moved := false
		for j, m := range literals[2:] {
			if s.value[m] != isFalse {
				literals[1], literals[j+2] = m, uint32(l)
				s.watches[m] = append(s.watches[m], watch{w.clause, first})
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		watches[kept] = watch{w.clause, first}
		kept++
		if s.value[first] == isFalse {
			kept += copy(watches[kept:], watches[i+1:])
			s.watches[l] = watches[:kept]
			s.fails()
			for _, m := range literals {
				s.analysis.failed = append(s.analysis.failed, lit(m))
			}
			return false
		}
		s.stats.Propagations++
		s.assign(first, becauseOf(w.clause))
	}
	s.watches[l] = watches[:kept]
	return true
}

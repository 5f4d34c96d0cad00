package allsat

// lateLiteral is a literal that follows from what is true up to a level, but
// was found out on a higher one that could not be left.
type lateLiteral struct {
	literal lit
	reason  reason
	level   int
}

// assign makes an open literal true on the current level.
func (s *learner) assign(l lit, because reason) {
	s.value[l], s.value[l.not()] = isTrue, isFalse
	s.level[l.index()] = int32(s.depth())
	s.reason[l.index()] = because
	s.trail = append(s.trail, l)
}

// back takes back the levels above the given one.
func (s *learner) back(to int) {
	if s.depth() <= to {
		return
	}
	start := int(s.marks[to])
	for _, l := range s.trail[start:] {
		s.value[l], s.value[l.not()] = unknown, unknown
		s.phase[l.index()] = l
		s.order.put(int32(l.index()))
	}
	s.trail, s.marks = s.trail[:start], s.marks[:to]
	s.next = min(s.next, start)
}

// decision is the literal that began a level.
func (s *learner) decision(level int) lit { return s.trail[s.marks[level-1]] }

// flip is done with the subtree of a level's decision and goes over to that of
// its contrary, or where that is refuted already to a lower one.
func (s *learner) flip(level int) {
	for {
		if level == 0 {
			s.ended = true
			return
		}
		contrary := s.decision(level).not()
		level--
		s.back(level)
		s.fence = level
		if s.catchUp() && s.value[contrary] != isFalse {
			if s.value[contrary] == unknown {
				s.assign(contrary, noReason)
			}
			return
		}
	}
}

// catchUp makes the late literals true that the current level knows of. It
// reports whether they fit.
func (s *learner) catchUp() bool {
	kept := s.late[:0]
	fits := true
	for _, l := range s.late {
		if l.level > s.depth() {
			continue
		}
		if l.level < s.depth() {
			kept = append(kept, l)
		}
		switch s.value[l.literal] {
		case unknown:
			s.assign(l.literal, l.reason)
		case isFalse:
			fits = false
		}
	}
	s.late = kept
	return fits
}

// model counts a state in which every variable has a value, and all the models
// that differ from it only in decisions that no clause needs.
func (s *learner) model() {
	last := s.depth()
	for last > 0 && !s.f.wanted[s.decision(last).index()] {
		last-- // an auxiliary variable: one value is as good as the other
	}
	needed := s.shrink(last)
	k := 0
	for v := range s.values {
		s.values[v] = unknown
		if int(s.level[v]) <= needed {
			s.values[v] = s.value[2*v]
		} else if s.f.wanted[v] {
			k++
		}
	}
	s.events++
	s.found.add(k)
	if s.visit != nil && !s.visit(s.values) {
		s.ended = true
		return
	}
	s.flip(needed)
}

// shrink is the lowest level, from the fence to last, whose assignments satisfy
// every clause. A clause that shows that it is the last one is looked at first
// the next time.
func (s *learner) shrink(last int) int {
	needed := s.fence
	for i, clause := range s.checks {
		lowest := last
		for _, l := range clause {
			if s.value[l] == isTrue {
				lowest = min(lowest, int(s.level[l.index()]))
			}
		}
		if needed = max(needed, lowest); needed >= last {
			s.checks[0], s.checks[i] = s.checks[i], s.checks[0]
			s.effort += int64(20 + 5*i)
			return last
		}
	}
	s.effort += int64(5 * len(s.checks))
	for i := len(s.trail) - 1; i >= 0; i-- {
		l := s.trail[i]
		level := min(last, int(s.level[l.index()]))
		if level <= needed {
			break
		}
		s.effort += int64(len(s.f.implied[l.not()]))
		for _, m := range s.f.implied[l.not()] { // the clauses (l or m)
			lowest := level
			if s.value[m] == isTrue {
				lowest = min(lowest, int(s.level[m.index()]))
			}
			if needed = max(needed, lowest); needed >= last {
				return last
			}
		}
	}
	return needed
}

package sharp

import (
	"cmp"
	"slices"
)

// A late literal is implied by literals of a level lower than the level at which the search learnt the
// implication. Undoing the higher level therefore unassigns it too early. The search assigns it again at
// the beginning of each branch, as long as the literals that imply it are true, which is while the trail
// is longer than position.
type late struct {
	literal  lit
	why      reason
	level    int32
	position int32 // trail position of the last literal that implies it; −1 if there are none
}

// assertLate asserts the late literals at the beginning of a branch. It returns false if there was a
// conflict.
func (s *search) assertLate() bool {
	kept := s.late[:0]
	for _, l := range s.late {
		if int(l.position) < len(s.trail) {
			kept = append(kept, l)
		}
	}
	s.late = kept
	for _, l := range s.late {
		switch s.value[l.literal] {
		case open:
			s.assign(l.literal, l.why, l.level)
		case isFalse:
			s.conflict = append(s.conflict[:0], l.literal)
			s.conflict = append(s.conflict, s.because(l.literal, l.why)...)
			return false
		}
	}
	return true
}

// because returns the other literals, all false, of the clause that implies a literal. The slice is valid
// until the next call.
func (s *search) because(l lit, why reason) []lit {
	switch {
	case why == noReason:
		return nil
	case why.binary():
		s.pair[0] = why.other()
		return s.pair[:]
	}
	if id, ok := s.sum(why); ok {
		terms := s.sums[id].terms
		i := slices.IndexFunc(terms, func(t term) bool { return t.literal == l })
		return s.falsified(id, s.known[l.variable()].position, terms[i].weight)
	}
	c := s.literals(why.at())
	if c[0] != l { // a late literal: its clause may be watched in another order by now
		i := slices.Index(c, l)
		s.others = append(append(s.others[:0], c[:i]...), c[i+1:]...)
		return s.others
	}
	return c[1:]
}

// analyse returns a clause learnt from the conflict, whose highest level is the given one. Only the first
// literal of the clause is of that level.
func (s *search) analyse(level int32) (learnt []lit) {
	s.learnt = append(s.learnt[:0], none)
	pending := 0
	see := func(l lit) {
		v := l.variable()
		k := s.known[v]
		if s.seen[v] || k.level == 0 {
			return
		}
		s.seen[v] = true
		s.cleared = append(s.cleared, v)
		s.activity[l] += s.bump
		if k.level == level {
			pending++
		} else {
			s.learnt = append(s.learnt, l)
		}
	}
	for _, l := range s.conflict {
		see(l)
	}
	for i := len(s.trail) - 1; ; i-- {
		p := s.trail[i]
		k := s.known[p.variable()]
		if !s.seen[p.variable()] || k.level != level {
			continue
		}
		if pending--; pending == 0 {
			s.learnt[0] = p.not()
			break
		}
		for _, l := range s.because(p, k.why) {
			see(l)
		}
	}
	s.minimise()
	for _, v := range s.cleared {
		s.seen[v] = false
	}
	s.cleared = s.cleared[:0]
	return s.learnt
}

// minimise removes the literals of the learnt clause that follow from the others.
func (s *search) minimise() {
	kept := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		if s.known[l.variable()].why == noReason || !s.redundant(l) {
			kept = append(kept, l)
		}
	}
	s.learnt = kept
}

// redundant reports whether a false literal follows from literals that are marked as seen.
func (s *search) redundant(l lit) bool {
	begin := len(s.cleared)
	s.stack = append(s.stack[:0], l)
	for len(s.stack) > 0 {
		l := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		k := s.known[l.variable()]
		for _, o := range s.because(l.not(), k.why) {
			v := o.variable()
			if s.seen[v] || s.known[v].level == 0 {
				continue
			}
			if s.known[v].why == noReason {
				for _, v := range s.cleared[begin:] {
					s.seen[v] = false
				}
				s.cleared = s.cleared[:begin]
				return false
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, v)
			s.stack = append(s.stack, o)
		}
	}
	return true
}

// add adds the learnt clause after its branch was undone. If the clause implies its first literal, add
// records that as a late literal and returns true.
func (s *search) add(learnt []lit) bool {
	s.stats.Learnt++
	// The other literals are false, or were false until the branch was undone. An unassigned literal is moved
	// to the front, otherwise the one assigned last.
	rest := learnt[1:]
	position := int32(-1)
	for i, l := range rest {
		if s.value[l] == open {
			rest[0], rest[i] = rest[i], rest[0]
			position = int32(len(s.trail))
			break
		}
		if p := s.known[l.variable()].position; p > position {
			position = p
			rest[0], rest[i] = rest[i], rest[0]
		}
	}
	why := noReason
	switch len(learnt) {
	case 1:
	case 2:
		why = reasonBinary(learnt[1])
		s.implied[learnt[0].not()] = append(s.implied[learnt[0].not()], learnt[1])
		s.implied[learnt[1].not()] = append(s.implied[learnt[1].not()], learnt[0])
	default:
		at := s.store(learnt, s.spread(learnt))
		s.learnts = append(s.learnts, at)
		s.attach(at)
		why = reasonLong(at)
	}
	if position == int32(len(s.trail)) {
		return false
	}
	level := s.highest(rest)
	s.late = append(s.late, late{learnt[0], why, level, position})
	return true
}

// store appends a clause with the given mark (see clauseHead) to the clause memory and returns its
// position.
func (s *search) store(c []lit, mark uint32) (at uint32) {
	at = uint32(len(s.clauses))
	s.clauses = append(s.clauses, lit(len(c)), lit(mark))
	s.clauses = append(s.clauses, c...)
	return at
}

// spread returns the number of different levels of the literals when they were last assigned (LBD), at least
// 1.
func (s *search) spread(c []lit) uint32 {
	s.stamp++
	n := uint32(0)
	for _, l := range c {
		level := s.known[l.variable()].level
		for int(level) >= len(s.levelStamp) {
			s.levelStamp = append(s.levelStamp, 0)
		}
		if s.levelStamp[level] != s.stamp {
			s.levelStamp[level] = s.stamp
			n++
		}
	}
	return max(n, 1)
}

// decay halves the weight of earlier activity.
func (s *search) decay() {
	for l := range s.activity {
		s.activity[l] *= 0.5
	}
}

// forget deletes half of the learnt clauses: those of the most levels. It keeps clauses that are the reason
// of an assignment.
func (s *search) forget() {
	locked := map[uint32]bool{}
	for _, l := range s.trail {
		if why := s.known[l.variable()].why; why != noReason && !why.binary() {
			locked[why.at()] = true
		}
	}
	for _, l := range s.late {
		if l.why != noReason && !l.why.binary() {
			locked[l.why.at()] = true
		}
	}
	order := slices.Clone(s.learnts)
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(s.clauses[a+1], s.clauses[b+1]), cmp.Compare(s.clauses[a], s.clauses[b]))
	})
	gone := map[uint32]bool{}
	for _, at := range order[len(order)/2:] {
		if s.clauses[at+1] > 2 && !locked[at] {
			gone[at] = true
		}
	}
	moved := map[uint32]uint32{}
	end := s.firstLearnt
	kept := s.learnts[:0]
	for _, at := range s.learnts {
		if gone[at] {
			continue
		}
		length := clauseHead + uint32(s.clauses[at])
		copy(s.clauses[end:], s.clauses[at:at+length])
		moved[at] = end
		kept = append(kept, end)
		end += length
	}
	s.learnts, s.clauses = kept, s.clauses[:end]
	s.stats.Forgotten += int64(len(gone))
	for l, list := range s.watches {
		s.watches[l] = slices.DeleteFunc(list, func(w watch) bool { return w.at >= s.firstLearnt })
	}
	for _, at := range s.learnts {
		s.attach(at)
	}
	move := func(why reason) reason {
		if _, is := s.sum(why); is || why == noReason || why.binary() || why.at() < s.firstLearnt {
			return why
		}
		return reasonLong(moved[why.at()])
	}
	for _, l := range s.trail {
		k := &s.known[l.variable()]
		k.why = move(k.why)
	}
	for i := range s.late {
		s.late[i].why = move(s.late[i].why)
	}
}

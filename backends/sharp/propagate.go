package sharp

// A reason encodes why a literal is true: 0 for a decision, otherwise the clause that implied it. For a
// binary clause it holds the other literal, for a longer one its position in the clause memory, and for a
// sum its number after firstSum.
type reason uint32

// noReason is the reason of a decision or of an unassigned variable.
const noReason reason = 0

func reasonBinary(other lit) reason { return reason(other)<<1 | 1 }
func reasonLong(at uint32) reason   { return reason(at) << 1 }

func (r reason) binary() bool { return r&1 == 1 }
func (r reason) other() lit   { return lit(r >> 1) }
func (r reason) at() uint32   { return uint32(r >> 1) }

// A watch is an entry in the watch list of a literal: the position of a clause that watches the literal,
// and another literal of that clause. While that literal is true, the clause need not be visited.
type watch struct {
	at      uint32
	blocker lit
}

// clauseHead is the number of words before the literals of a clause in the clause memory, a slice with all
// clauses of three literals or more. These words are the clause's length and its mark. The mark of an
// original clause is 0; the mark of a learnt clause is the number of levels of its literals, at least 1.
// The first two literals are watched.
const clauseHead = 2

// literals returns the literals of the clause at a position. The caller may reorder them.
func (s *search) literals(at uint32) []lit {
	return s.clauses[at+clauseHead : at+clauseHead+uint32(s.clauses[at])]
}

// assign makes an unassigned literal true.
func (s *search) assign(l lit, why reason, level int32) {
	s.value[l], s.value[l^1] = isTrue, isFalse
	v := l.variable()
	s.known[v] = known{level: level, position: int32(len(s.trail)), why: why}
	s.trail = append(s.trail, l)
}

// undo undoes the assignments after the first length ones.
func (s *search) undo(length int) {
	if s.sums != nil {
		for i := length; i < s.head; i++ {
			s.count(s.trail[i], -1)
		}
	}
	for _, l := range s.trail[length:] {
		s.value[l], s.value[l^1] = open, open
	}
	s.trail = s.trail[:length]
	s.head = min(s.head, length)
}

// propagate performs unit propagation. If a clause becomes false, it sets s.conflict to its literals and
// returns false.
func (s *search) propagate() bool {
	value := s.value
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		s.stats.Propagations++
		false_ := p.not()
		level := s.known[p.variable()].level
		if s.sums != nil {
			if s.count(p, 1); !s.propagateSums(false_) {
				return false
			}
		}
		for _, q := range s.implied[p] {
			switch value[q] {
			case open:
				s.assign(q, reasonBinary(false_), level)
			case isFalse:
				s.conflict = append(s.conflict[:0], q, false_)
				return false
			}
		}
		list := s.watches[false_]
		kept := 0
	watches:
		for i := 0; i < len(list); i++ {
			w := list[i]
			if value[w.blocker] == isTrue {
				list[kept] = w
				kept++
				continue
			}
			c := s.literals(w.at)
			if c[0] == false_ {
				c[0], c[1] = c[1], false_
			}
			first := c[0]
			w.blocker = first
			if value[first] == isTrue {
				list[kept] = w
				kept++
				continue
			}
			for k := 2; k < len(c); k++ {
				if l := c[k]; value[l] != isFalse {
					c[1], c[k] = l, false_
					s.watches[l] = append(s.watches[l], w)
					continue watches
				}
			}
			list[kept] = w
			kept++
			if value[first] == isFalse {
				kept += copy(list[kept:], list[i+1:])
				s.watches[false_] = list[:kept]
				s.conflict = append(s.conflict[:0], c...)
				return false
			}
			s.assign(first, reasonLong(w.at), s.highest(c[1:]))
		}
		s.watches[false_] = list[:kept]
	}
	return true
}

// highest returns the highest level of false literals.
func (s *search) highest(literals []lit) int32 {
	level := int32(0)
	for _, l := range literals {
		level = max(level, s.known[l.variable()].level)
	}
	return level
}

// attach adds watches for the first two literals of a clause of at least three.
func (s *search) attach(at uint32) {
	c := s.literals(at)
	s.watches[c[0]] = append(s.watches[c[0]], watch{at, c[1]})
	s.watches[c[1]] = append(s.watches[c[1]], watch{at, c[0]})
}

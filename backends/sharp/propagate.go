package sharp

// A reason says why a literal is true: 0 of a decision, otherwise the clause that
// forced it. Of a clause of two literals it holds the other one, of a longer one
// where it is in the memory of clauses.
type reason uint32

// noReason is the reason of a decision, and of nothing.
const noReason reason = 0

func reasonBinary(other lit) reason { return reason(other)<<1 | 1 }
func reasonLong(at uint32) reason   { return reason(at) << 1 }

func (r reason) binary() bool { return r&1 == 1 }
func (r reason) other() lit   { return lit(r >> 1) }
func (r reason) at() uint32   { return uint32(r >> 1) }

// A watch is a clause that watches a literal, and another of its literals: while that one
// is true the clause need not be looked at.
type watch struct {
	at      uint32
	blocker lit
}

// The clauses of three literals or more are in one piece of memory, each as its length, its
// mark and its literals, of which the first two are watched. The mark is 0 of a clause of
// the formula, and of a learnt one how many levels its literals are of (and above 0).
const clauseHead = 2

// literals returns those of a clause. They may be reordered.
func (s *search) literals(at uint32) []lit {
	return s.clauses[at+clauseHead : at+clauseHead+uint32(s.clauses[at])]
}

// assign makes a literal true that is open.
func (s *search) assign(l lit, why reason, level int32) {
	s.value[l], s.value[l^1] = isTrue, isFalse
	v := l.variable()
	s.known[v] = known{level: level, position: int32(len(s.trail)), why: why}
	s.trail = append(s.trail, l)
}

// undo takes back all assignments but the first so many.
func (s *search) undo(length int) {
	for _, l := range s.trail[length:] {
		s.value[l], s.value[l^1] = open, open
	}
	s.trail = s.trail[:length]
	s.head = length
}

// propagate finds what follows from the assignments. Where a clause has no literal left, that
// is the conflict, and the result is false.
func (s *search) propagate() bool {
	value := s.value
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		s.stats.Propagations++
		false_ := p.not()
		level := s.known[p.variable()].level
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

// highest returns the highest level of some literals, which are false.
func (s *search) highest(literals []lit) int32 {
	level := int32(0)
	for _, l := range literals {
		level = max(level, s.known[l.variable()].level)
	}
	return level
}

// attach makes a clause of three literals or more watch its first two.
func (s *search) attach(at uint32) {
	c := s.literals(at)
	s.watches[c[0]] = append(s.watches[c[0]], watch{at, c[1]})
	s.watches[c[1]] = append(s.watches[c[1]], watch{at, c[0]})
}

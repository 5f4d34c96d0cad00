package allsat

import "slices"

// propagate propagates the trail. If a clause becomes false, it stores the literals in
// analysis.conflict and returns false.
func (s *learner) propagate() bool {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		s.effort += int64(40 + 2*len(s.implied[l]) + 3*len(s.ternary[l]))
		for _, m := range s.implied[l] {
			switch s.value[m] {
			case unknown:
				s.assign(m, binaryReason(l))
			case isFalse:
				return s.conflicting(l.not(), m)
			}
		}
		if !s.propagateTernary(l) || !s.propagateLong(l.not()) {
			return false
		}
	}
	return true
}

func (s *learner) conflicting(literals ...lit) bool {
	s.analysis.conflict = append(s.analysis.conflict[:0], literals...)
	return false
}

// propagateTernary visits the ternary clauses that contain the negation of l, which is true. It
// returns false on a conflict.
func (s *learner) propagateTernary(l lit) bool {
	for _, p := range s.ternary[l] {
		a, b := s.value[p[0]], s.value[p[1]]
		switch {
		case a == isTrue || b == isTrue || a == b && a == unknown:
		case a == unknown:
			s.stats.Propagations++
			s.assign(p[0], ternaryReason(l, p[1].not()))
		case b == unknown:
			s.stats.Propagations++
			s.assign(p[1], ternaryReason(l, p[0].not()))
		default:
			return s.conflicting(l.not(), p[0], p[1])
		}
	}
	return true
}

// propagateLong visits the longer clauses that watch a literal that has become false. It returns
// false on a conflict.
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
			s.conflicting()
			for _, m := range literals {
				s.analysis.conflict = append(s.analysis.conflict, lit(m))
			}
			return false
		}
		s.stats.Propagations++
		s.assign(first, clauseReason(w.clause))
	}
	s.watches[l] = watches[:kept]
	return true
}

// reason is the reason for a variable's value: a clause, one or two literals that imply it, or
// nothing (a decision, or the negation of one whose subtree has been searched).
type reason uint64

// The lowest two bits of a reason are its kind.
const (
	noReason reason = iota
	byClause
	byBinary
	byTernary
)

func clauseReason(c clause) reason  { return reason(c)<<2 | byClause }
func binaryReason(l lit) reason     { return reason(l)<<2 | byBinary }
func ternaryReason(l, m lit) reason { return reason(m)<<33 | reason(l)<<2 | byTernary }
func (r reason) kind() reason       { return r & 3 }
func (r reason) clause() clause     { return clause(r >> 2) }
func (r reason) literal() lit       { return lit(r >> 2 & (1<<31 - 1)) }
func (r reason) secondLiteral() lit { return lit(r >> 33) }

// antecedents appends the false literals of the clause that made p true.
func (s *learner) antecedents(list []lit, p lit) []lit {
	r := s.reason[p.variable()]
	switch r.kind() {
	case byBinary:
		return append(list, r.literal().not())
	case byTernary:
		return append(list, r.literal().not(), r.secondLiteral().not())
	case byClause:
		for _, l := range s.literals(r.clause()) {
			if lit(l) != p {
				list = append(list, lit(l))
			}
		}
	}
	return list
}

// clause is the index in the arena at which a clause begins: first its size, then its weight (see
// reduce; 0 for a clause of the formula), then its literals.
type clause uint32

func (s *learner) literals(c clause) []uint32 {
	return s.arena[c+2:][:s.arena[c]]
}

// store puts a clause in the arena and returns its index. Its first two literals are the watched
// ones.
func (s *learner) store(literals []lit, lbd int) clause {
	c := clause(len(s.arena))
	s.arena = append(s.arena, uint32(len(literals)), uint32(lbd))
	for _, l := range literals {
		s.arena = append(s.arena, uint32(l))
	}
	return c
}

func (s *learner) attach(c clause) {
	literals := s.literals(c)
	a, b := lit(literals[0]), lit(literals[1])
	s.watches[a] = append(s.watches[a], watch{c, b})
	s.watches[b] = append(s.watches[b], watch{c, a})
}

// dropped is the weight of a clause to be removed.
const dropped = 1<<32 - 1

// maxLearnt limits the memory for learnt clauses.
const maxLearnt = 100_000

// reduce removes half of the learnt clauses, those whose literals are from the most levels, and of
// these the older ones (Audemard and Simon, "Predicting learnt clauses quality in modern SAT
// solvers", 2009). Clauses that are reasons stay.
func (s *learner) reduce() {
	slices.Reverse(s.learnt) // newest first
	slices.SortStableFunc(s.learnt, func(a, b clause) int {
		return int(s.arena[a+1]) - int(s.arena[b+1])
	})
	for i, c := range s.learnt {
		if i >= len(s.learnt)/2 && (s.arena[c+1] > 2 || i >= maxLearnt) {
			s.arena[c+1] = dropped
		}
	}
	keep := func(r reason) {
		if r.kind() == byClause && s.arena[r.clause()+1] == dropped {
			s.arena[r.clause()+1] = 1 << 16
		}
	}
	for _, l := range s.trail {
		keep(s.reason[l.variable()])
	}
	for _, l := range s.late {
		keep(l.reason)
	}
	s.limit = min(s.limit+300, maxLearnt)
	s.compact()
}

// compact rewrites the arena without the dropped clauses.
func (s *learner) compact() {
	old := s.arena
	s.arena = make([]uint32, 0, len(old))
	for c := 0; c < len(old); c += int(old[c]) + 2 {
		if old[c+1] != dropped {
			to := len(s.arena)
			s.arena = append(s.arena, old[c:][:old[c]+2]...)
			old[c+2] = uint32(to) // its new index
		}
	}
	for l, list := range s.watches {
		kept := list[:0]
		for _, w := range list {
			if old[w.clause+1] != dropped {
				kept = append(kept, watch{clause(old[w.clause+2]), w.blocker})
			}
		}
		s.watches[l] = kept
	}
	relocate := func(r *reason) {
		if r.kind() == byClause {
			*r = clauseReason(clause(old[r.clause()+2]))
		}
	}
	for _, l := range s.trail {
		relocate(&s.reason[l.variable()])
	}
	for i := range s.late {
		relocate(&s.late[i].reason)
	}
	s.learnt = slices.DeleteFunc(s.learnt, func(c clause) bool { return old[c+1] == dropped })
	for i, c := range s.learnt {
		s.learnt[i] = clause(old[c+2])
	}
	slices.Sort(s.learnt) // oldest first again
}

package allsat

import "slices"

// clause is where a clause is kept in the arena: its
// size, its weight (see forget; 0 for a clause of the formula), its literals.
type clause uint32

func (s *learner) literals(c clause) []uint32 {
	return s.arena[c+2:][:s.arena[c]]
}

// store puts a clause in the arena. Its first two literals are those to watch.
func (s *learner) store(literals []lit, distinct int) clause {
	c := clause(len(s.arena))
	s.arena = append(s.arena, uint32(len(literals)), uint32(distinct))
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

// dropped is the weight of a clause that is to go.
const dropped = 1<<32 - 1

// mostLearnt bounds the memory for learnt clauses.
const mostLearnt = 100_000

// forget drops half of the learnt clauses, those whose literals come from the
// most levels, and of these the older ones (Audemard and Simon, "Predicting
// learnt clauses quality in modern SAT solvers", 2009). Those that are reasons
// stay.
func (s *learner) forget() {
	slices.Reverse(s.learnt) // newest first
	slices.SortStableFunc(s.learnt, func(a, b clause) int {
		return int(s.arena[a+1]) - int(s.arena[b+1])
	})
	for i, c := range s.learnt {
		if i >= len(s.learnt)/2 && (s.arena[c+1] > 2 || i >= mostLearnt) {
			s.arena[c+1] = dropped
		}
	}
	keep := func(r reason) {
		if r.kind() == aClause && s.arena[r.clause()+1] == dropped {
			s.arena[r.clause()+1] = 1 << 16
		}
	}
	for _, l := range s.trail {
		keep(s.reason[l.index()])
	}
	for _, l := range s.late {
		keep(l.reason)
	}
	s.limit = min(s.limit+300, mostLearnt)
	s.compact()
}

// compact rewrites the arena without the clauses that are dropped.
func (s *learner) compact() {
	old := s.arena
	s.arena = make([]uint32, 0, len(old))
	for c := 0; c < len(old); c += int(old[c]) + 2 {
		if old[c+1] != dropped {
			to := len(s.arena)
			s.arena = append(s.arena, old[c:][:old[c]+2]...)
			old[c+2] = uint32(to) // where it has gone
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
		if r.kind() == aClause {
			*r = becauseOf(clause(old[r.clause()+2]))
		}
	}
	for _, l := range s.trail {
		relocate(&s.reason[l.index()])
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

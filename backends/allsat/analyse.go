package allsat

// analysis is the working memory of conflict analysis.
type analysis struct {
	failed []lit  // the literals of the clause that failed
	seen   []bool // of each variable
	learnt []lit
	marked []lit // literals whose variable is seen
	stack  []lit
	before []lit    // the antecedents of a literal
	levels []uint32 // of each level, when it was last counted
	now    uint32
}

func (a *analysis) init(variables int) {
	a.seen = make([]bool, variables)
	a.levels = make([]uint32, variables+1)
}

// analyse resolves the clause that failed with the reasons of its literals, until
// one literal of the current level is left. The clause it returns holds that
// literal's contrary first, then one of the highest other level, to which it says to
// go back. It counts the distinct levels of the clause.
func (s *learner) analyse() (learnt []lit, to, distinct int) {
	a := &s.analysis
	a.learnt, a.marked = append(a.learnt[:0], 0), a.marked[:0]
	open, at := 0, len(s.trail)
	var p lit
	for clause := a.failed; ; {
		for _, l := range clause {
			v := l.index()
			if a.seen[v] || s.level[v] == 0 {
				continue
			}
			a.seen[v] = true
			a.marked = append(a.marked, l)
			s.order.raise(int32(v))
			if int(s.level[v]) == s.depth() {
				open++
			} else {
				a.learnt = append(a.learnt, l)
			}
		}
		for at--; !a.seen[s.trail[at].index()] || int(s.level[s.trail[at].index()]) != s.depth(); at-- {
		}
		p = s.trail[at]
		if open--; open == 0 {
			break
		}
		a.before = s.antecedents(a.before[:0], p)
		clause = a.before
	}
	a.learnt[0] = p.not()
	kept := 1
	for _, l := range a.learnt[1:] {
		if !s.superfluous(l) {
			a.learnt[kept] = l
			kept++
		}
	}
	a.learnt = a.learnt[:kept]
	for _, l := range a.marked {
		a.seen[l.index()] = false
	}
	s.order.age()
	s.effort += int64(250 + 25*len(a.marked))

	a.now++
	for i, l := range a.learnt {
		level := s.level[l.index()]
		if a.levels[level] != a.now {
			a.levels[level] = a.now
			distinct++
		}
		if i > 0 && (i == 1 || int(level) > to) {
			to = int(level)
			a.learnt[1], a.learnt[i] = a.learnt[i], a.learnt[1]
		}
	}
	return a.learnt, to, distinct
}

// superfluous reports whether a literal of a learnt clause follows from
// others of it (Sörensson and Biere, "Minimizing learned clauses", 2009).
func (s *learner) superfluous(l lit) bool {
	a := &s.analysis
	a.stack = append(a.stack[:0], l)
	before := len(a.marked)
	for len(a.stack) > 0 {
		p := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		a.before = s.antecedents(a.before[:0], p.not())
		ok := len(a.before) > 0
		for _, m := range a.before {
			v := m.index()
			if a.seen[v] || s.level[v] == 0 {
				continue
			}
			if ok = s.reason[v] != noReason; !ok {
				break
			}
			a.seen[v] = true
			a.marked = append(a.marked, m)
			a.stack = append(a.stack, m)
		}
		if !ok {
			for _, m := range a.marked[before:] {
				a.seen[m.index()] = false
			}
			a.marked = a.marked[:before]
			return false
		}
	}
	return true
}

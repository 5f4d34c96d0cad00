package allsat

import (
	"sync/atomic"
)

// learner enumerates the models of a formula and learns a clause from each
// conflict (first unique implication point, VSIDS, restarts; Een and Sörensson,
// "An extensible SAT-solver", 2003).
//
// It needs no clause to exclude a model it has found. It takes back the last
// decision that matters and makes its contrary true on the level below, as
// backtracking does; the levels below it (see fence) are from then on those of
// a search tree, which neither backjumps nor restarts may leave, only a
// subtree that is done with (Gebser, Kaufmann, Neumann, Schaub,
// "Conflict-driven answer set enumeration", 2007).
type learner struct {
	f       *formula
	value   []truth // of each literal
	level   []int32 // of each variable
	reason  []reason
	phase   []lit // of each variable, the literal to try
	trail   []lit
	marks   []int32 // where each level begins in trail, from level 1
	next    int     // of trail, not yet propagated
	fence   int     // up to this level every decision is a branch of the search tree
	implied [][]lit
	pairs   [][][2]lit // of each literal, what is left where it is true of clauses of three
	watches [][]watch  // of each literal, the longer clauses to look at where it is false
	arena   []uint32   // longer clauses; see clause
	learnt  []clause
	late    []lateLiteral
	order   *order
	checks  [][]lit // the clauses that are not binary, for shrink

	analysis analysis
	restarts luby
	until    int64 // conflicts to the next restart
	limit    int   // learnt clauses to keep

	found  total
	events int64
	effort int64
	stats  Stats
	visit  visitor
	values []truth
	ended  bool
}

// watch is a clause that has a literal among its first two.
type watch struct {
	clause  clause
	blocker lit // another of its literals: where it is true the clause need not be looked at
}

// newLearner takes over the formula's implications, to which it adds.
func newLearner(f *formula) *learner {
	s := &learner{
		f:       f,
		value:   make([]truth, 2*f.variables),
		level:   make([]int32, f.variables),
		reason:  make([]reason, f.variables),
		phase:   make([]lit, f.variables),
		implied: make([][]lit, 2*f.variables),
		pairs:   make([][][2]lit, 2*f.variables),
		watches: make([][]watch, 2*f.variables),
		values:  make([]truth, f.variables),
		limit:   max(2000, len(f.long)/3),
	}
	s.analysis.init(f.variables)
	uses := make([]float64, f.variables)
	for l := range lit(2 * f.variables) {
		// A learnt implication must not be written into the formula's memory.
		s.implied[l] = f.implied[l][:len(f.implied[l]):len(f.implied[l])]
		uses[l.index()] += 0.5 * float64(len(f.implied[l]))
	}
	for _, c := range f.long {
		if len(c) == 3 {
			for i, l := range c {
				s.pairs[l.not()] = append(s.pairs[l.not()], [2]lit{c[(i+1)%3], c[(i+2)%3]})
			}
		} else {
			s.attach(s.store(c, 0))
		}
		s.checks = append(s.checks, c)
		for _, l := range c {
			uses[l.index()]++
		}
	}
	most := 1.0
	for _, n := range uses {
		most = max(most, n)
	}
	for v := range uses {
		s.phase[v] = lit(v)<<1 | 1
		uses[v] /= most // a start for VSIDS
	}
	s.order = newOrder(uses, f.wanted)
	s.until = s.restarts.next()
	return s
}

func (s *learner) depth() int { return len(s.marks) }

// run searches until it has ended, the effort is spent or stop is set. It
// reports whether it has ended.
func (s *learner) run(effort int64, stop *atomic.Bool) bool {
	for !s.ended {
		if s.effort >= effort || stop.Load() {
			return false
		}
		if !s.propagate() {
			s.stats.Conflicts++
			s.conflict()
			continue
		}
		if s.until <= 0 && s.depth() > s.fence {
			s.until = s.restarts.next()
			s.back(s.fence)
		}
		if len(s.learnt) > s.limit+len(s.trail) {
			s.forget()
		}
		v, ok := s.order.pick(s.value)
		if !ok {
			s.model()
			continue
		}
		s.stats.Decisions++
		s.marks = append(s.marks, int32(len(s.trail)))
		s.assign(s.phase[v], noReason)
	}
	return true
}

// conflict learns from the clause that failed, unless that shows that a
// subtree is done with.
func (s *learner) conflict() {
	s.until--
	if s.depth() == s.fence {
		s.flip(s.fence)
		return
	}
	learnt, to, distinct := s.analyse()
	s.back(max(to, s.fence))
	because := noReason
	switch len(learnt) {
	case 1:
	case 2:
		s.implied[learnt[0].not()] = append(s.implied[learnt[0].not()], learnt[1])
		s.implied[learnt[1].not()] = append(s.implied[learnt[1].not()], learnt[0])
		because = impliedBy(learnt[1].not())
	default:
		new := s.store(learnt, distinct)
		s.attach(new)
		s.learnt = append(s.learnt, new)
		because = becauseOf(new)
	}
	s.stats.Learnt++
	if to < s.fence {
		s.late = append(s.late, lateLiteral{learnt[0], because, to})
	}
	s.assign(learnt[0], because)
}

// luby is the sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and Zuckerman,
// 1993, in units of conflicts.
type luby struct{ i, term int64 }

func (l *luby) next() int64 {
	const unit = 256
	// Knuth's recurrence: (u, v) → u&−u = v ? (u+1, 1) : (u, 2v).
	if l.i == 0 {
		l.i, l.term = 1, 1
	} else if l.i&-l.i == l.term {
		l.i, l.term = l.i+1, 1
	} else {
		l.term *= 2
	}
	return unit * l.term
}

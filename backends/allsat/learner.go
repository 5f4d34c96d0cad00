package allsat

import (
	"nqueens/backends/internal/luby"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// learner enumerates the models of a formula and learns a clause from each conflict (first unique
// implication point, VSIDS, restarts; Een and Sörensson, "An extensible SAT-solver", 2003).
//
// It needs no clauses to exclude the models it has found. After a model it removes the last
// relevant decision and makes its negation true on the level below, as backtracking does. Up to
// that level (see backtrackLevel) the decisions form a search tree. Backjumps and restarts leave it
// unchanged; only an exhausted subtree changes it (Gebser, Kaufmann, Neumann, Schaub,
// "Conflict-driven answer set enumeration", 2007).
type learner struct {
	f              *formula
	value          []truth // by literal
	level          []int32 // by variable
	reason         []reason
	phase          []lit // by variable, the literal to try
	trail          []lit
	starts         []int32 // by level from 1, its start in trail
	head           int     // index in trail of the first literal not yet propagated
	backtrackLevel int     // up to this level every decision is a branch of the search tree
	implied        [][]lit
	ternary        [][][2]lit // by literal, the other two literals of ternary clauses that contain its negation
	watches        [][]watch  // by literal, the longer clauses to visit when it becomes false
	arena          []uint32   // longer clauses; see clause
	learnt         []clause
	late           []lateLiteral
	order          *order
	nonBinary      [][]lit // the formula's clauses of three or more literals, for shrink

	analysis analysis
	restarts int64 // number of restart intervals begun
	until    int64 // conflicts until the next restart
	limit    int   // number of learnt clauses to keep

	tally
	visit  visitor
	steps  *events // reports the steps of the search; nil if they are not traced
	values []truth
	ended  bool

	_ [guard]byte // keeps the data of other threads off its cache lines
}

// watch refers to a clause that has the literal among its first two.
type watch struct {
	clause  clause
	blocker lit // another literal of the clause: if it is true the clause need not be visited
}

// newLearner returns a learner. It takes over the formula's implications and adds to them.
func newLearner(f *formula) *learner {
	s := &learner{
		f:       f,
		value:   make([]truth, 2*f.variables),
		level:   make([]int32, f.variables),
		reason:  make([]reason, f.variables),
		phase:   make([]lit, f.variables),
		implied: make([][]lit, 2*f.variables),
		ternary: make([][][2]lit, 2*f.variables),
		watches: make([][]watch, 2*f.variables),
		values:  make([]truth, f.variables),
		limit:   max(2000, len(f.long)/3),
	}
	s.analysis.init(f.variables)
	uses := make([]float64, f.variables)
	for l := range lit(2 * f.variables) {
		// A learnt implication must not be written to the formula's memory.
		s.implied[l] = f.implied[l][:len(f.implied[l]):len(f.implied[l])]
		uses[l.variable()] += 0.5 * float64(len(f.implied[l]))
	}
	for _, c := range f.long {
		if len(c) == 3 {
			for i, l := range c {
				s.ternary[l.not()] = append(s.ternary[l.not()], [2]lit{c[(i+1)%3], c[(i+2)%3]})
			}
		} else {
			s.attach(s.store(c, 0))
		}
		s.nonBinary = append(s.nonBinary, c)
		for _, l := range c {
			uses[l.variable()]++
		}
	}
	most := 1.0
	for _, n := range uses {
		most = max(most, n)
	}
	for v := range uses {
		s.phase[v] = lit(v)<<1 | 1
		uses[v] /= most // initial activity for VSIDS
	}
	s.order = newOrder(uses, f.projected)
	s.scheduleRestart()
	return s
}

func (s *learner) depth() int { return len(s.starts) }

// run searches until the search has ended, the effort is spent or stop is set. It reports whether
// the search has ended.
func (s *learner) run(effort int64, stop *turns.Flag) bool {
	for !s.ended {
		if s.effort >= effort || stop.Load() {
			return false
		}
		if !s.propagate() {
			s.stats.Conflicts++
			if s.steps != nil {
				s.steps.conflict(s)
			}
			s.resolveConflict()
			continue
		}
		if s.until <= 0 && s.depth() > s.backtrackLevel {
			s.scheduleRestart()
			if s.steps != nil {
				s.steps.to.Add(trace.Event{Kind: trace.Restart, Depth: s.backtrackLevel + 1})
			}
			s.backtrack(s.backtrackLevel)
		}
		if len(s.learnt) > s.limit+len(s.trail) {
			s.reduce()
		}
		if s.steps != nil {
			if s.steps.trail(s); s.steps.to.Full() {
				return false
			}
		}
		v, ok := s.order.pick(s.value)
		if !ok {
			s.model()
			continue
		}
		s.stats.Decisions++
		s.starts = append(s.starts, int32(len(s.trail)))
		s.assign(s.phase[v], noReason)
	}
	return true
}

// resolveConflict learns a clause from the conflict, unless the subtree below backtrackLevel is
// exhausted.
func (s *learner) resolveConflict() {
	s.until--
	if s.depth() == s.backtrackLevel {
		s.flip(s.backtrackLevel)
		return
	}
	learnt, to, lbd := s.analyse()
	if s.steps != nil {
		s.steps.to.Add(trace.Event{Kind: trace.Learn, Depth: s.depth(), Clause: s.steps.clause(learnt)})
	}
	s.backtrack(max(to, s.backtrackLevel))
	because := noReason
	switch len(learnt) {
	case 1:
	case 2:
		s.implied[learnt[0].not()] = append(s.implied[learnt[0].not()], learnt[1])
		s.implied[learnt[1].not()] = append(s.implied[learnt[1].not()], learnt[0])
		because = binaryReason(learnt[1].not())
	default:
		new := s.store(learnt, lbd)
		s.attach(new)
		s.learnt = append(s.learnt, new)
		because = clauseReason(new)
	}
	s.stats.Learnt++
	if to < s.backtrackLevel {
		s.late = append(s.late, lateLiteral{learnt[0], because, to})
	}
	s.assign(learnt[0], because)
}

// restartUnit is the number of conflicts for one unit of the Luby sequence.
const restartUnit = 256

// scheduleRestart sets the number of conflicts until the next restart.
func (s *learner) scheduleRestart() {
	s.restarts++
	s.until = restartUnit * luby.Term(s.restarts)
}

// lateLiteral is a literal that clauses imply at a lower level than the one at which the search
// found it. The search could not return to the lower level without losing its place in the search
// tree.
type lateLiteral struct {
	literal lit
	reason  reason
	level   int
}

// assign makes an open literal true on the current level.
func (s *learner) assign(l lit, because reason) {
	s.value[l], s.value[l.not()] = isTrue, isFalse
	s.level[l.variable()] = int32(s.depth())
	s.reason[l.variable()] = because
	s.trail = append(s.trail, l)
}

// backtrack undoes the levels above the given one.
func (s *learner) backtrack(to int) {
	if s.depth() <= to {
		return
	}
	if s.steps != nil {
		s.steps.back(s, to)
	}
	start := int(s.starts[to])
	for _, l := range s.trail[start:] {
		s.value[l], s.value[l.not()] = unknown, unknown
		s.phase[l.variable()] = l
		s.order.insert(int32(l.variable()))
	}
	s.trail, s.starts = s.trail[:start], s.starts[:to]
	s.head = min(s.head, start)
}

// decision returns the decision literal of a level.
func (s *learner) decision(level int) lit { return s.trail[s.starts[level-1]] }

// flip leaves the subtree of a level's decision and enters the subtree of the decision's negation.
// If that subtree is already refuted it does the same on a lower level.
func (s *learner) flip(level int) {
	for {
		if level == 0 {
			s.ended = true
			return
		}
		negation := s.decision(level).not()
		level--
		s.backtrack(level)
		s.backtrackLevel = level
		if s.assignLate() && s.value[negation] != isFalse {
			if s.value[negation] == unknown {
				s.assign(negation, noReason)
			}
			return
		}
	}
}

// assignLate makes those late literals true whose level still exists. It reports whether they are
// consistent with the assignment.
func (s *learner) assignLate() bool {
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

// model counts a state in which every variable has a value, and all models that differ from it only
// in decisions that no clause needs.
func (s *learner) model() {
	last := s.depth()
	for last > 0 && !s.f.projected[s.decision(last).variable()] {
		last-- // an auxiliary variable: either value will do
	}
	needed := s.shrink(last)
	k := 0
	for v := range s.values {
		s.values[v] = unknown
		if int(s.level[v]) <= needed {
			s.values[v] = s.value[2*v]
		} else if s.f.projected[v] {
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

// shrink returns the lowest level, from backtrackLevel to last, whose assignments satisfy every
// clause. A clause that requires level last is checked first the next time.
func (s *learner) shrink(last int) int {
	needed := s.backtrackLevel
	value, levels := s.value, s.level
clauses:
	for i, clause := range s.nonBinary {
		lowest := last
		for _, l := range clause {
			if value[l] == isTrue {
				level := int(levels[l.variable()])
				if level <= needed {
					continue clauses
				}
				lowest = min(lowest, level)
			}
		}
		if needed = max(needed, lowest); needed >= last {
			s.nonBinary[0], s.nonBinary[i] = s.nonBinary[i], s.nonBinary[0]
			s.effort += int64(20 + 5*i)
			return last
		}
	}
	s.effort += int64(5 * len(s.nonBinary))
	for i := len(s.trail) - 1; i >= 0; i-- {
		l := s.trail[i]
		level := min(last, int(s.level[l.variable()]))
		if level <= needed {
			break
		}
		s.effort += int64(len(s.f.implied[l.not()]))
		for _, m := range s.f.implied[l.not()] { // the clauses (l or m)
			lowest := level
			if s.value[m] == isTrue {
				lowest = min(lowest, int(s.level[m.variable()]))
			}
			if needed = max(needed, lowest); needed >= last {
				return last
			}
		}
	}
	return needed
}

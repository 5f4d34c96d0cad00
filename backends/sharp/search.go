package sharp

import (
	"nqueens/backends/internal/turns"
)

// Values of a literal.
const (
	isFalse int8 = -1
	open    int8 = 0
	isTrue  int8 = 1
)

// known is the reason, the level and the trail position of an assigned variable.
type known struct {
	level    int32 // the lowest level at which it follows from the decisions
	position int32 // index in the trail
	why      reason
}

// A node is a component that is being counted: first the branch of a decision, then the branch of its
// negation. The index of a node is its level. The lowest node is the whole formula and has no decision.
type node struct {
	component
	trail      int  // length of the trail before the branch
	decision   lit  // none if propagation assigned all projected variables
	second     bool // in the branch of the negated decision
	left       number
	product    number // count of the finished parts of the current branch
	components int    // number of components before the branch
	members    int
	mark       uint64 // head of the cache before the branch
	traced     traced // set if the search has a trace
	parts      int    // number of components of the branch that were not cached
}

// search counts the models of a formula.
type search struct {
	stop        *turns.Flag
	exact       bool // compare whole components, not only their keys
	variables   int
	projected   []bool
	unprojected int      // number of variables that are not projected
	weights     []number // by literal; nil if each model counts once

	// The formula and the learnt clauses.
	implied     [][]lit // by literal: the literals that it implies by binary clauses
	clauses     []lit   // longer clauses
	firstLearnt uint32
	learnts     []uint32
	watches     [][]watch
	sums        []sumState
	places      [][]place // by literal: where it is in sums

	// The assignment.
	value    []int8 // by literal
	known    []known
	trail    []lit
	head     int // number of propagated literals of the trail
	conflict []lit
	late     []late

	// What remains to be counted.
	nodes      []node
	components []component // components of all nodes' current branches, those of the top node last
	members    []int32     // variables of the nodes and components
	cache      *cache
	trace      *trace // nil if the search only counts
	steps      *steps // reports the steps of the search; nil if they are not traced

	// Data for the search for components.
	round         uint32
	reached       []variableState
	joined        []int32 // for each variable, the variables in its binary clauses
	joinedAt      []int32
	ternaries     []ternary // for each variable, its ternary clauses
	ternariesAt   []int32
	occurrences   []lit
	occurrencesAt []int32
	states        []clauseState
	variableKeys  []key
	exactRounds   []uint32
	exactRound    uint32

	// Branching.
	activity []float32 // by literal
	bump     float32
	rank     []float64 // by variable: penalty for the distance from the middle of the tree decomposition
	phase    []int8    // by variable: its last value
	starts   []int     // in a search for one model: where each level begins in the trail
	order    []int32

	// Scratch space of analyse.
	seen       []bool
	cleared    []int32
	learnt     []lit
	stack      []lit
	pair       [1]lit
	others     []lit
	stamp      uint32
	levelStamp []uint32

	keep  int // number of learnt clauses at which some are deleted
	stats Stats
}

// run returns the count of the formula. ok is false if the search was stopped.
func (s *search) run() (total number, ok bool) {
	if !s.start() {
		return zero, true
	}
	for !s.stop.Load() && !s.trace.full() {
		if total, ended := s.step(); ended {
			return total, true
		}
	}
	return zero, false
}

// start enters the whole formula. It returns false if the formula is known to have no model.
func (s *search) start() bool {
	all := component{end: len(s.members)}
	s.nodes = append(s.nodes, node{component: all, decision: none, product: one})
	return s.enter()
}

// step enters the next component of the top node, or ends the node's branch. When the search has ended, it
// returns the count of the formula and true.
func (s *search) step() (total number, ended bool) {
	t := &s.nodes[len(s.nodes)-1]
	if len(s.components) > t.components && !t.product.isZero() {
		c := s.components[len(s.components)-1]
		if s.steps != nil {
			s.steps.part(s, c)
		}
		s.nodes = append(s.nodes, node{component: c, traced: s.trace.begin()})
		return zero, !s.enter()
	}
	if t.product.isZero() {
		// A component of the branch has no model, or its weights add up to 0. Cached counts of its
		// sibling components may be wrong: learnt clauses that connect both follow from the formula as a
		// whole, not from each component (Sang et al., 2004).
		s.cache.rollback(t.mark)
		s.trace.rollback(t)
	}
	s.trace.end(t)
	if s.steps != nil {
		s.steps.back(len(s.nodes)-1, t.trail)
	}
	s.undo(t.trail)
	s.components, s.members = s.components[:t.components], s.members[:t.members]
	if !t.second && t.decision != none {
		t.left, t.second = t.product, true
		return zero, !s.enter()
	}
	total = t.left.plus(t.product)
	if s.trace != nil {
		total = s.trace.join(t)
	}
	total = s.leave(total)
	return total, len(s.nodes) == 0
}

// leave pops the top node, whose count is total, and multiplies the count of the node below by it.
func (s *search) leave(total number) number {
	t := s.nodes[len(s.nodes)-1]
	s.nodes = s.nodes[:len(s.nodes)-1]
	if len(s.nodes) == 0 {
		return total
	}
	if !total.isZero() && t.end-t.begin > 1 {
		s.cache.put(t.key, s.exactKey(t.component), total)
	}
	if s.steps != nil {
		s.steps.count(s, total, false)
	}
	below := &s.nodes[len(s.nodes)-1]
	if s.trace == nil {
		below.product = below.product.times(total)
	} else if s.trace.add(total); total.isZero() {
		below.product = zero
	}
	s.components = s.components[:len(s.components)-1]
	s.members = s.members[:t.begin]
	return total
}

// enter begins the current branch of the top node. After a conflict it learns a clause, backtracks to the
// highest node of the conflict, and begins that node's branch again. It returns false if the formula is known
// to have no model.
func (s *search) enter() bool {
	for {
		t := &s.nodes[len(s.nodes)-1]
		t.trail, t.components, t.members, t.mark = len(s.trail), len(s.components), len(s.members), s.cache.head
		t.product, t.parts = one, 0
		s.trace.restart(t)
		alive := s.begin(t)
		if s.steps != nil {
			s.steps.branch(s, t, alive)
		}
		if alive && (t.product.isZero() || s.split(t)) {
			return true
		}
		if s.steps != nil {
			s.steps.conflict(s)
		}
		level := s.highest(s.conflict)
		if level == 0 {
			return false
		}
		if t = s.resolve(level); t.second {
			t.product = zero
			return true
		}
	}
}

// begin propagates the late literals and the decision. It returns false if there was a conflict.
func (s *search) begin(t *node) bool {
	level := int32(len(s.nodes) - 1)
	if !s.assertLate() || !s.propagate() {
		return false
	}
	if level == 0 {
		return true
	}
	if !t.second {
		t.decision = s.decide(t)
	} else {
		t.decision = t.decision.not()
	}
	switch {
	case t.decision == none:
		return true
	case s.value[t.decision] == open:
		s.assign(t.decision, noReason, level)
		return s.propagate()
	case s.value[t.decision] == isFalse: // learnt clauses already refute the branch
		t.product = zero
	}
	return true
}

// resolve learns a clause from the conflict, undoes the branch of the given level, and returns its node.
func (s *search) resolve(level int32) *node {
	s.stats.Conflicts++
	learnt := s.analyse(level)
	s.nodes = s.nodes[:level+1]
	t := &s.nodes[level]
	if s.steps != nil {
		s.steps.learn(s, learnt)
		s.steps.back(int(level), t.trail)
	}
	s.undo(t.trail)
	s.cache.rollback(t.mark)
	s.trace.rollback(t)
	s.components, s.members = s.components[:t.components], s.members[:t.members]
	s.add(learnt)
	s.relax()
	return t
}

// relax decays the activities and deletes learnt clauses from time to time.
func (s *search) relax() {
	if s.stats.Conflicts%128 == 0 {
		s.decay()
	}
	if len(s.learnts) >= s.keep {
		s.forget()
		s.keep = max(s.keep, len(s.learnts)*3/2) + s.keep/20 + 1
	}
}

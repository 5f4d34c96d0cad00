package sharp

import (
	"nqueens/backends/internal/turns"
)

// What is known of a literal.
const (
	isFalse int8 = -1
	open    int8 = 0
	isTrue  int8 = 1
)

// known is what is known of a variable that has a value.
type known struct {
	level    int32 // the lowest one at which it follows from the decisions
	position int32 // in the trail
	why      reason
}

// A node is a component that is being counted: first with a decision, then with its negation. Its place in
// nodes is its level. The lowest one is the whole formula, without a decision.
type node struct {
	component
	trail      int  // how many literals were true before the branch
	decision   lit  // none where all that was left to decide followed
	second     bool // it is the branch of the negated decision
	left       number
	product    number // of what has been counted of the branch
	components int    // how many there were before those of the branch
	members    int
	mark       uint64 // the head of the cache before the branch
}

// search counts the models of a formula.
type search struct {
	stop        *turns.Flag
	exact       bool // compare whole components, not only their keys
	variables   int
	projected   []bool
	unprojected int      // how many are not
	weights     []number // of each literal; nil where each model counts once

	// The formula, and what is learnt from it.
	implied     [][]lit // by each literal, in clauses of two
	clauses     []lit   // the longer ones
	firstLearnt uint32
	learnts     []uint32
	watches     [][]watch

	// What is true.
	value    []int8 // of each literal
	known    []known
	trail    []lit
	head     int // how many of the trail have been propagated
	conflict []lit
	late     []late

	// What is left to count.
	nodes      []node
	components []component // of all nodes' branches, those of the top node last
	members    []int32     // the variables of the nodes' and these components
	cache      *cache

	// Where components come from.
	round         uint32
	reached       []variableState
	joined        []int32 // the variables that clauses of two literals join with each variable
	joinedAt      []int32
	ternaries     []ternary // the clauses of three literals of each variable
	ternariesAt   []int32
	occurrences   []lit
	occurrencesAt []int32
	states        []clauseState
	variableKeys  []key
	exactRounds   []uint32
	exactRound    uint32

	// How to branch.
	activity []float32 // of each literal
	bump     float32
	rank     []float64 // of each variable, how far it is from the middle of the tree decomposition
	phase    []int8    // of each variable, the value that it had last
	starts   []int     // of the levels of a search for one model, where they begin in the trail
	order    []int32

	// What analyse needs.
	seen       []bool
	cleared    []int32
	learnt     []lit
	stack      []lit
	pair       [1]lit
	others     []lit
	stamp      uint32
	levelStamp []uint32

	keep  int // learnt clauses before some are forgotten
	stats Stats
}

// run counts. ok is false if it was stopped.
func (s *search) run() (total number, ok bool) {
	all := component{end: len(s.members)}
	s.nodes = append(s.nodes, node{component: all, decision: none, product: one})
	if !s.enter() {
		return zero, true
	}
	for {
		if s.stop.Load() {
			return zero, false
		}
		t := &s.nodes[len(s.nodes)-1]
		if len(s.components) > t.components && !t.product.isZero() {
			c := s.components[len(s.components)-1]
			s.nodes = append(s.nodes, node{component: c})
			if !s.enter() {
				return zero, true
			}
			continue
		}
		if t.product.isZero() {
			// A part of what is left has no model, or its weights add up to 0. What was counted beside it may be
			// wrong, since learnt clauses that join both follow from the formula as a whole and not from each part (Sang
			// et al., 2004).
			s.cache.rollback(t.mark)
		}
		s.undo(t.trail)
		s.components, s.members = s.components[:t.components], s.members[:t.members]
		if !t.second && t.decision != none {
			t.left, t.second = t.product, true
			if !s.enter() {
				return zero, true
			}
			continue
		}
		if total = s.leave(t.left.plus(t.product)); len(s.nodes) == 0 {
			return total, true
		}
	}
}

// leave takes the top node away, of which the whole is known, and adds it to the node below.
func (s *search) leave(total number) number {
	t := s.nodes[len(s.nodes)-1]
	s.nodes = s.nodes[:len(s.nodes)-1]
	if len(s.nodes) == 0 {
		return total
	}
	if !total.isZero() && t.end-t.begin > 1 {
		s.cache.put(t.key, s.exactKey(t.component), total)
	}
	below := &s.nodes[len(s.nodes)-1]
	below.product = below.product.times(total)
	s.components = s.components[:len(s.components)-1]
	s.members = s.members[:t.begin]
	return total
}

// enter begins a branch of the top node. Where that ends in a conflict, which teaches a clause, it goes on with the branch
// of the highest node that the conflict leaves, as often as it takes. It reports whether the formula has
// a model as far as is known.
func (s *search) enter() bool {
	for {
		t := &s.nodes[len(s.nodes)-1]
		t.trail, t.components, t.members, t.mark = len(s.trail), len(s.components), len(s.members), s.cache.head
		t.product = one
		if s.begin(t) && (t.product.isZero() || s.split(t)) {
			return true
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

// begin propagates the late literals and the decision. It reports whether that is no conflict.
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
	case s.value[t.decision] == isFalse: // by then it is known that the branch has no model
		t.product = zero
	}
	return true
}

// resolve learns from the conflict and undoes the branch of its level, whose node it returns.
func (s *search) resolve(level int32) *node {
	s.stats.Conflicts++
	learnt := s.analyse(level)
	s.nodes = s.nodes[:level+1]
	t := &s.nodes[level]
	s.undo(t.trail)
	s.cache.rollback(t.mark)
	s.components, s.members = s.components[:t.components], s.members[:t.members]
	s.add(learnt)
	s.relax()
	return t
}

// relax lets what was learnt long ago count less, and forgets some of it.
func (s *search) relax() {
	if s.stats.Conflicts%128 == 0 {
		s.decay()
	}
	if len(s.learnts) >= s.keep {
		s.forget()
		s.keep = max(s.keep, len(s.learnts)*3/2) + s.keep/20 + 1
	}
}

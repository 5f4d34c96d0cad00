package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// team is learners that search disjoint parts of the tree, each on a thread. What one learns
// the others do not hear of.
type team struct {
	pace
	learners []*learner // not at their end
	ended    tally      // of those that are
	tally               // of all
}

func newTeam(l *learner, p pace) *team { return &team{pace: p, learners: []*learner{l}} }

// run searches until all has been, about so much more effort is spent or stop is set. It
// reports whether all has been searched.
func (t *team) run(effort int64, stop *turns.Flag) bool {
	for len(t.learners) > 0 && effort > 0 && !stop.Load() {
		if t.shared(t.effort) {
			t.share(stop)
		}
		round := t.next(t.effort, effort, len(t.learners))
		effort -= round
		each := round/int64(len(t.learners)) + 1
		concurrently(t.threads, len(t.learners), func(i int) {
			t.learners[i].run(t.learners[i].effort+each, stop)
		})
		t.sum()
	}
	return len(t.learners) == 0
}

// sum adds up what the learners have found and done.
func (t *team) sum() {
	t.learners = slices.DeleteFunc(t.learners, func(l *learner) bool {
		if l.ended {
			t.ended.add(&l.tally)
		}
		return l.ended
	})
	t.tally = tally{}
	t.tally.add(&t.ended)
	for _, l := range t.learners {
		t.tally.add(&l.tally)
	}
}

// share gives every thread a learner, if there is something to share.
func (t *team) share(stop *turns.Flag) {
	for i := 0; i < len(t.learners) && len(t.learners) < t.threads && !stop.Load(); i++ {
		if other := t.learners[i].split(); other != nil {
			t.learners = append(t.learners, other)
		}
	}
}

// split makes the lowest decision for good and returns a learner that searches what is not
// below it, nil if there is nothing. It knows what s has learnt: that follows from the formula
// and from what is true on level 0, which both have. Auxiliary variables are not split on: models that
// differ in these alone are one.
func (s *learner) split() *learner {
	if s.ended || s.depth() == 0 || !s.f.projected[s.decision(1).variable()] {
		return nil
	}
	s.backtrackLevel = max(1, s.backtrackLevel)
	other := s.clone()
	s.effort += int64(150*len(s.watches) + len(s.arena)/4)
	s.settle()
	if other.flip(1); other.ended {
		return nil
	}
	return other
}

// settle makes level 1 a part of level 0.
func (s *learner) settle() {
	for _, l := range s.trail[s.starts[0]:] {
		s.level[l.variable()]--
	}
	s.starts = append(s.starts[:0], s.starts[1:]...)
	s.backtrackLevel--
	for i := range s.late {
		s.late[i].level = max(0, s.late[i].level-1)
	}
}

// clone is a learner in the same state that has found and done nothing yet. Both take over
// their common implications, to which they add.
func (s *learner) clone() *learner {
	c := &learner{
		f:              s.f,
		value:          copyApart(s.value),
		level:          copyApart(s.level),
		reason:         copyApart(s.reason),
		phase:          copyApart(s.phase),
		trail:          append(apart[lit](s.f.variables)[:0], s.trail...),
		starts:         append(apart[int32](s.f.variables)[:0], s.starts...),
		head:           s.head,
		backtrackLevel: s.backtrackLevel,
		implied:        slices.Clone(s.implied),
		ternary:        s.ternary,
		watches:        slices.Clone(s.watches),
		arena:          slices.Clone(s.arena),
		learnt:         slices.Clone(s.learnt),
		late:           slices.Clone(s.late),
		order:          s.order.clone(),
		nonBinary:      slices.Clone(s.nonBinary),
		restarts:       s.restarts,
		until:          s.until,
		limit:          s.limit,
		values:         apart[truth](s.f.variables),
	}
	c.analysis.init(s.f.variables)
	for l := range c.watches {
		s.implied[l] = slices.Clip(s.implied[l])
		c.implied[l] = s.implied[l]
		c.watches[l] = slices.Clone(s.watches[l])
	}
	return c
}

func (o *order) clone() *order {
	return &order{
		activity:  copyApart(o.activity),
		projected: o.projected,
		heap:      append(apart[int32](len(o.activity))[:0], o.heap...),
		at:        copyApart(o.at),
		increment: o.increment,
	}
}

package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// team is a set of searches of disjoint parts of the tree by one engine, each on a thread. They do
// not exchange learnt clauses.
type team struct {
	pace
	members []member // not yet ended
	ended   tally    // of the members that have ended
	tally            // of all members
}

// member is a search that can give away a part of its work.
type member interface {
	run(effort int64, stop *turns.Flag) (ended bool)
	split() member // nil if there is nothing to give away
	work() *tally
}

func newTeam(whole member, p pace) *team { return &team{pace: p, members: []member{whole}} }

// run searches until everything has been searched, about the given effort has been spent or stop is
// set. It reports whether everything has been searched.
func (t *team) run(effort int64, stop *turns.Flag) bool {
	for len(t.members) > 0 && effort > 0 && !stop.Load() {
		if t.shared(t.effort) {
			t.share(stop)
		}
		round := t.next(t.effort, effort, len(t.members))
		effort -= round
		each := round/int64(len(t.members)) + 1
		ended := make([]bool, len(t.members))
		concurrently(t.threads, len(t.members), func(i int) {
			ended[i] = t.members[i].run(t.members[i].work().effort+each, stop)
		})
		t.sum(ended)
	}
	return len(t.members) == 0
}

// sum adds up the results and the work of the members, and removes those that have ended.
func (t *team) sum(ended []bool) {
	members := t.members[:0]
	for i, p := range t.members {
		if ended[i] {
			t.ended.add(p.work())
		} else {
			members = append(members, p)
		}
	}
	t.members = members
	t.tally = tally{}
	t.tally.add(&t.ended)
	for _, p := range t.members {
		t.tally.add(p.work())
	}
}

// share splits the search of members until there is a member for each thread, or no member can be split.
func (t *team) share(stop *turns.Flag) {
	for i := 0; i < len(t.members) && len(t.members) < t.threads && !stop.Load(); i++ {
		if other := t.members[i].split(); other != nil {
			t.members = append(t.members, other)
		}
	}
}

// progress returns an estimate of the fraction of the tree that has been searched; 0 if it is
// unknown.
func (t *team) progress() float64 {
	searched := t.ended.searched
	for _, p := range t.members {
		searched += p.work().searched
	}
	return searched
}

// split assigns the lowest decision permanently and returns a learner that searches with the
// negation of that decision, or nil if there is no decision to split on. The new learner has all
// learnt clauses: they follow from the formula and the assignments of level 0, which both learners
// have. It does not split on auxiliary variables, because models that differ only in these are one
// model.
func (s *learner) split() member {
	if s.ended || s.depth() == 0 || !s.f.projected[s.decision(1).variable()] {
		return nil
	}
	s.backtrackLevel = max(1, s.backtrackLevel)
	other := s.clone()
	s.effort += int64(150*len(s.watches) + len(s.arena)/4)
	s.mergeRoot()
	if other.flip(1); other.ended {
		return nil
	}
	return other
}

// mergeRoot makes the assignments of level 1 permanent: they become part of level 0.
func (s *learner) mergeRoot() {
	for _, l := range s.trail[s.starts[0]:] {
		s.level[l.variable()]--
	}
	s.starts = append(s.starts[:0], s.starts[1:]...)
	s.backtrackLevel--
	for i := range s.late {
		s.late[i].level = max(0, s.late[i].level-1)
	}
}

// clone returns a learner in the same state with an empty tally. Both share the implications learnt
// so far, and add to their own.
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

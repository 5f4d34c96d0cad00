package sharp

import (
	"cmp"
	"slices"

	"nqueens/backends/internal/luby"
)

// settle searches for a model of each component from index first on that has no projected variable. Such a
// component counts as 1 if it has any model. It returns false if there was a conflict.
func (s *search) settle(first int) bool {
	if s.unprojected == 0 {
		return true
	}
	left := first
	for i := first; i < len(s.components); i++ {
		c := s.components[i]
		if c.shown > 0 {
			s.components[left] = c
			left++
			continue
		}
		if !s.satisfy(c) {
			return false
		}
		s.cache.put(c.key, s.exactKey(c), one)
	}
	s.components = s.components[:left]
	return true
}

// satisfy searches for a model of a component and undoes the assignments of the search. If there is no
// model it returns false and sets s.conflict, whose literals have at most the level of the top node.
func (s *search) satisfy(c component) bool {
	base, level := len(s.trail), int32(len(s.nodes)-1)
	s.starts = s.starts[:0]
	order := append(s.order[:0], s.members[c.begin:c.end]...)
	s.order = order
	for restart := int64(1); ; restart++ {
		slices.SortStableFunc(order, func(v, w int32) int {
			return cmp.Compare(s.activity[2*w]+s.activity[2*w+1], s.activity[2*v]+s.activity[2*v+1])
		})
		conflicts := 100 * luby.Term(restart)
		for next := 0; ; {
			for next < len(order) && s.value[2*order[next]] != open {
				next++
			}
			if next == len(order) || s.stop.Load() {
				s.retreat(base)
				return true
			}
			s.starts = append(s.starts, len(s.trail))
			l := lit(2 * order[next])
			if s.phase[order[next]] == isFalse {
				l++
			}
			s.assign(l, noReason, level+int32(len(s.starts)))
			for !s.propagate() {
				at := s.highest(s.conflict)
				if at <= level {
					return false
				}
				s.stats.Conflicts++
				conflicts--
				learnt := s.analyse(at)
				below := max(level, s.highest(learnt[1:]))
				s.retreat(s.starts[below-level])
				s.starts = s.starts[:below-level]
				next = 0
				if s.add(learnt) {
					l := s.late[len(s.late)-1]
					s.assign(l.literal, l.why, l.level)
				}
				s.relax()
			}
			if conflicts <= 0 {
				break
			}
		}
		if len(s.starts) > 0 {
			s.retreat(s.starts[0])
			s.starts = s.starts[:0]
		}
	}
}

// retreat undoes assignments like undo, and saves the values of the variables as their phases.
func (s *search) retreat(length int) {
	for _, l := range s.trail[length:] {
		s.phase[l.variable()] = isTrue - 2*int8(l&1)
	}
	s.undo(length)
}

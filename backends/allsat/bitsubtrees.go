package allsat

import (
	"math"
	"math/bits"
)

// branches splits the search into disjoint parts: one for the open branches of each level. If there
// are more than most parts, the last one covers all remaining levels. The parts together find the same
// solutions, with the same work, as s.
func (s *bitSearch) branches(most int) (parts []*bitSearch) {
	for d := range s.depth + 1 {
		if d == s.decided || len(parts) == most-1 {
			// From s.decided on, one model of all open branches is enough.
			part := s.levelsOf(d, s.depth)
			part.decided = max(-1, s.decided-d)
			return append(parts, part)
		}
		if s.waiting(d) > 0 {
			parts = append(parts, s.levelsOf(d, d))
		}
	}
	return parts
}

// levelsOf returns a search of some levels that only counts.
func (s *bitSearch) levelsOf(from, to int) *bitSearch {
	first, last := s.levels[from], s.levels[to]
	part := &bitSearch{
		f: s.f, weight: s.weight,
		depth: to - from, decided: -1,
		levels: copyApart(s.levels[from : to+1]),
		states: copyApart(s.states[from*2*s.f.words : (to+1)*2*s.f.words]),
		lists:  copyApart(s.lists[first.list : last.list+last.left]),
		free:   apart[uint64](s.f.words),
	}
	for _, above := range s.levels[:from] {
		part.weight /= float64(above.branches)
	}
	for i := range part.levels {
		part.levels[i].list -= first.list
	}
	return part
}

// progress returns an estimate of the fraction of the tree that has been searched, if the branches
// of each level were equally large.
func (s *bitSearch) progress() float64 {
	done, share := 0.0, 1.0
	for d := range s.depth + 1 {
		at := &s.levels[d]
		waiting := s.waiting(d)
		started := float64(int(at.branches) - waiting)
		if d < s.depth {
			started-- // one is in progress
		}
		share /= float64(at.branches)
		done += share * started
	}
	return done
}

// waiting returns the number of branches of a level that have not begun.
func (s *bitSearch) waiting(d int) int {
	at := &s.levels[d]
	switch {
	case at.clause >= 0:
		return max(1, s.f.openLiterals(s.state(d), at.clause))
	case at.next < 0:
		return 0
	default:
		return 2 - int(at.next&1)
	}
}

// openLiterals returns the number of literals of a clause that are neither true nor false.
func (f *bitFormula) openLiterals(state []uint64, clause int32) (n int) {
	for _, p := range f.parts[f.starts[clause]:f.starts[clause+1]] {
		n += bits.OnesCount64(p.mask &^ (state[p.word] | state[f.words+int(p.word)]))
	}
	return n
}

// explored returns a function that reports whether a model, given by the values of the projected
// variables, is in the part of the tree that has been searched.
func (s *bitSearch) explored() func(values []truth) bool {
	var open [][]uint64 // the states of the subtrees that have not been searched
	for _, part := range s.branches(math.MaxInt) {
		state := part.state(0)
		if at := part.levels[0]; at.next >= 0 && at.next&1 == 1 {
			assume(state, s.f.row(at.next))
		}
		open = append(open, state)
	}
	words := s.f.words
	model := make([]uint64, 2*words)
	return func(values []truth) bool {
		clear(model)
		for bit, l := range s.f.literal {
			switch l.valueOf(values[l.variable()]) {
			case isTrue:
				mark(model[:words], bit)
			case isFalse:
				mark(model[words:], bit)
			}
		}
	states:
		for _, state := range open {
			for w, projected := range s.f.projectedBits {
				if (state[w]&^model[w]|state[words+w]&^model[words+w])&projected != 0 {
					continue states
				}
			}
			return false
		}
		return true
	}
}

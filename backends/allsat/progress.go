package allsat

import "math/bits"

// progress estimates which part of the tree has been searched, as if the
// branches of each level were equally large.
func (s *bitSearch) progress() float64 {
	done, share := 0.0, 1.0
	for d := range s.depth + 1 {
		at := &s.levels[d]
		waiting := s.waiting(d)
		started := float64(int(at.branches) - waiting)
		if d < s.depth {
			started-- // one is not done with
		}
		share /= float64(at.branches)
		done += share * started
	}
	return done
}

// waiting is how many branches of a level have not begun.
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

// openLiterals is how many literals of a clause are neither true nor false.
func (f *bitFormula) openLiterals(state []uint64, clause int32) (n int) {
	for _, p := range f.parts[f.starts[clause]:f.starts[clause+1]] {
		n += bits.OnesCount64(p.mask &^ (state[p.word] | state[f.words+int(p.word)]))
	}
	return n
}

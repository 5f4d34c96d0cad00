package branch

import "math/bits"

// promising reports whether the demands and budgets can still be met, as far as
// bounds tell.
func (s *search) promising(l *level) bool {
	for i := range s.demands {
		d := &s.demands[i]
		if need := s.need[d.constraint]; need > 0 && !s.cliques(l, d, int(need)) {
			return false
		}
	}
	for i := range s.budgets {
		b := &s.budgets[i]
		if s.need[b.constraint] > 0 && !s.affordable(l, b, int(s.slack[b.constraint])) {
			return false
		}
	}
	return true
}

// cliques reports whether the open placements of a demand take at least so many sets to
// partition, greedily, of which at most one placement each can be chosen.
func (s *search) cliques(l *level, d *wide, need int) bool {
	left, clique := s.room[:s.words], s.room[s.words:2*s.words]
	for w := range left {
		left[w] = l.open[w] & d.mask[w]
	}
	for w := range left {
		for left[w] != 0 {
			if need--; need <= 0 {
				return true
			}
			copy(clique[w:], left[w:])
			for v := w; v < len(left); v++ {
				for clique[v] != 0 {
					p := 64*v + bits.TrailingZeros64(clique[v])
					left[v] &^= 1 << (p % 64)
					clique[v] &^= 1 << (p % 64)
					row := s.conflictsOf(p)
					for u := v; u < len(left); u++ {
						clique[u] &= row[u]
					}
				}
			}
		}
	}
	return false
}

// affordable reports whether so many more placements of a budget may satisfy the waiting
// covers inside it, if each satisfied as many as the best of them do.
func (s *search) affordable(l *level, b *wide, budget int) bool {
	waiting := s.room[:s.coverWords()]
	n := 0
	for w := range waiting {
		waiting[w] = l.waiting[w] & b.within[w]
		n += bits.OnesCount64(waiting[w])
	}
	if n == 0 {
		return true
	}
	best := s.best[:0]
	for w, x := range l.open {
		for x &= b.mask[w]; x != 0; x &= x - 1 {
			covers := 0
			for v, y := range s.satisfiedBy(64*w + bits.TrailingZeros64(x)) {
				covers += bits.OnesCount64(y & waiting[v])
			}
			// The largest, in descending order.
			i := len(best)
			if i < budget {
				best = append(best, covers)
			} else if i == 0 || best[i-1] >= covers {
				continue
			} else {
				i--
			}
			for ; i > 0 && best[i-1] < covers; i-- {
				best[i] = best[i-1]
			}
			best[i] = covers
		}
	}
	s.best = best
	for _, covers := range best {
		n -= covers
	}
	return n <= 0
}

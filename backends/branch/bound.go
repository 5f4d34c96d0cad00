package branch

import "math/bits"

// promising returns false if the bounds prove that a demand or a budget cannot be met below the
// level. If a demand needs one placement from each of its cliques, promising stores the smallest
// clique in l.
func (s *search) promising(l *level) bool {
	l.cliqueSize = 0
	for i := range s.demands {
		d := &s.demands[i]
		if need := s.need[d.constraint]; need > 0 && !s.cliques(l, d, int(need)) {
			return false
		}
	}
	for i := range s.budgets {
		b := &s.budgets[i]
		if s.need[b.constraint] <= 0 {
			continue
		}
		budget := int(s.slack[b.constraint])
		if !s.affordable(l, b, budget) {
			return false
		}
		n, closed := s.apart(l, b, budget)
		if n > budget || closed && !s.propagate(l) {
			return false
		}
		if closed {
			return s.promising(l)
		}
	}
	return true
}

// lookAhead closes placements that would leave too few open ones for a demand, if there are several
// demands. It reports whether it closed any.
func (s *state) lookAhead(l *level) (closed bool) {
	if len(s.demands) < 2 {
		return false
	}
	for i := range s.demands {
		d := &s.demands[i]
		slack := s.slack[d.constraint]
		if s.need[d.constraint] <= 0 || slack >= int64(s.mostConflicts) {
			continue
		}
		for w := range l.open {
			for x := l.open[w]; x != 0; x &= x - 1 {
				p := 64*w + bits.TrailingZeros64(x)
				lost := 0
				for v, y := range s.conflictsOf(p) {
					lost += bits.OnesCount64(y & l.open[v] & d.mask[v])
				}
				if int64(lost) > slack {
					s.close(l, p)
					slack = s.slack[d.constraint]
					closed = true
				}
			}
		}
	}
	return closed
}

// cliques reports whether a demand's open placements contain the needed number of cliques, and
// stores the smallest one if all are needed.
func (s *search) cliques(l *level, d *wide, need int) bool {
	n, size := s.partition(l, d.mask)
	if n == need && (l.cliqueSize == 0 || size < l.cliqueSize) {
		copy(l.clique, s.room[3*s.words:])
		l.cliqueSize = size
	}
	return n >= need
}

// partition greedily partitions the open placements of the mask into cliques: sets of which at most
// one placement can be chosen. It returns their number and the size of the smallest, which it
// writes to the end of s.room.
func (s *search) partition(l *level, mask []uint64) (cliques, size int) {
	room := s.room
	left, clique, rest, smallest := room[:s.words], room[s.words:2*s.words], room[2*s.words:3*s.words], room[3*s.words:4*s.words]
	for w := range left {
		left[w] = l.open[w] & mask[w]
	}
	size = s.placements + 1
	for w := range left {
		for left[w] != 0 {
			cliques++
			clear(clique)
			copy(rest, left)
			n := 0
			for v := w; v < len(left); v++ {
				for rest[v] != 0 {
					p := 64*v + bits.TrailingZeros64(rest[v])
					n++
					clique[v] |= 1 << (p % 64)
					rest[v] &^= 1 << (p % 64)
					row := s.conflictsOf(p)
					for u := v; u < len(left); u++ {
						rest[u] &= row[u]
					}
				}
				left[v] &^= clique[v]
			}
			if n < size {
				size = n
				copy(smallest, clique)
			}
		}
	}
	return cliques, size
}

// affordable returns false if the budget b is certainly too small. n is the number of waiting
// covers in b, and budget the number of placements that b still allows. Each open placement can
// satisfy some of these covers. affordable adds up the largest of these numbers, one for each
// placement that the budget allows. If the total is less than n, the budget cannot be kept.
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

// apart greedily collects waiting covers that are inside the budget's set and have no common open
// placement, starting with the cover with the fewest open placements. Each of them needs a separate
// placement. apart returns their number. If they need the whole budget, it also closes the
// placements that are in none of them, and reports in closed whether there were any.
func (s *search) apart(l *level, b *wide, budget int) (n int, closed bool) {
	used := s.room[:s.words]
	clear(used)
	take := func(c int) {
		for _, part := range s.covers[c] {
			if part.mask&l.open[part.word]&used[part.word] != 0 {
				return
			}
		}
		for _, part := range s.covers[c] {
			used[part.word] |= part.mask & l.open[part.word]
		}
		n++
	}
	if c := l.tightest; c >= 0 && b.within[c/64]>>(c%64)&1 == 1 && l.waiting[c/64]>>(c%64)&1 == 1 {
		take(c)
	}
	for w, x := range l.waiting {
		for x &= b.within[w]; x != 0 && n <= budget; x &= x - 1 {
			take(64*w + bits.TrailingZeros64(x))
		}
	}
	if n != budget {
		return n, false
	}
	for w, x := range b.mask {
		for x &= l.open[w] &^ used[w]; x != 0; x &= x - 1 {
			closed = true
			s.closeImages(l, 64*w+bits.TrailingZeros64(x))
		}
	}
	return n, closed
}

// closeImages closes a placement that is in no solution below the level, and its images under the
// level's group, which are in none either.
func (s *search) closeImages(l *level, p int) {
	if l.group == nil {
		s.close(l, p)
		return
	}
	for _, q := range orbit(l.group, p) {
		if l.open[q/64]>>(q%64)&1 == 1 {
			s.close(l, int(q))
		}
	}
}

package classic

import "nqueens"

// Naive counts by backtracking in one loop, without recursion: an array q of
// the queens' columns, one for each row, and a row k that goes up where a
// queen can stay and down where a row has no square left. It is the first of
// five counters of which each is a step on from the one before.
//
// To notice: a new queen is compared with every earlier one, so the higher the
// row, the more a square costs.
func Naive() *Method {
	return newMethod("naive", "one loop, a new queen is compared with every earlier one",
		bytes, naive, nqueens.CountAll).sharing("classic-loop")
}

func naive(s *search) {
	n := uint8(s.n)
	var q squares
	q[0] = before
	nodes := uint64(1)
	for k := uint8(0); ; {
		q[k]++
		switch {
		case q[k] == n:
			if k == 0 || s.stop.Load() {
				s.nodes, s.placements = nodes, (nodes-s.found)*uint64(n)
				return
			}
			k--
		case attacked(&q, k):
		case k == n-1:
			nodes++
			s.found++
		default:
			nodes++
			k++
			q[k] = before
		}
	}
}

// attacked reports whether the queen of row k meets one of an earlier row.
func attacked(q *squares, k uint8) bool {
	c := int(q[k])
	for i, other := range q[:k] {
		if across, up := c-int(other), int(k)-i; across == 0 || across == up || across == -up {
			return true
		}
	}
	return false
}

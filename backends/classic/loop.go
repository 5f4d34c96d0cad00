package classic

import "nqueens"

// Naive returns the counter that backtracks in one loop, without recursion: an array q of the
// queens' columns, one for each row, and a row k that increases when a queen can stay and decreases
// when a row has no square left. It is the first of five counters, each of which improves on the
// one before.
//
// What to notice: a new queen is compared with every earlier one, so a square costs more in later
// rows.
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

// attacked reports whether a queen of an earlier row attacks the queen of row k.
func attacked(q *squares, k uint8) bool {
	c := int(q[k])
	for i, other := range q[:k] {
		if across, up := c-int(other), int(k)-i; across == 0 || across == up || across == -up {
			return true
		}
	}
	return false
}

// Symmetric returns [Naive] with half of the work: a board and its mirror image are counted
// together, so the first queen is only placed in the left half and the number is doubled. If n is
// odd and the first queen is in the middle, the second is only placed in the left half. A board of
// one square, its own mirror image, is a special case.
//
// What to notice: the time is halved and grows as before.
func Symmetric() *Method {
	return newMethod("symmetric", "naive, the first queen in the left half only, doubled",
		bytes, symmetric, nqueens.CountAll).sharing("classic-loop")
}

func symmetric(s *search) {
	if s.n == 1 {
		s.one()
		return
	}
	n := uint8(s.n)
	var q squares
	q[0] = before
	ends := endsOfRows(n)
	nodes, half := uint64(1), uint64(0)
	for k := uint8(0); ; {
		q[k]++
		switch {
		case q[k] == ends[k]:
			if k == 0 || s.stop.Load() {
				s.halved(nodes, half)
				return
			}
			k--
		case attacked(&q, k):
		case k == n-1:
			nodes++
			half++
		default:
			nodes++
			if k == 0 {
				ends[1] = endOfSecond(n, q[0])
			}
			k++
			q[k] = before
		}
	}
}

// one counts the board of one square, which has no half.
func (s *search) one() { s.found, s.nodes, s.placements = 1, 2, 1 }

// endsOfRows returns the column before which each row ends: the first row after its left half,
// which includes the middle, the others at the edge.
func endsOfRows(n uint8) *squares {
	var ends squares
	for k := range ends {
		ends[k] = n
	}
	ends[0] = (n + 1) / 2
	return &ends
}

// endOfSecond returns the column at which the search of the second row ends, given the column of the first
// queen. Solutions with the second queen in that column or later are mirror images.
func endOfSecond(n, first uint8) uint8 {
	if n%2 == 1 && first == n/2 {
		return n / 2
	}
	return n
}

// halved sets the results from half of the tree, in which each node except the leaves had n squares
// to examine. The first row had half of them, and so had the second under a queen in the middle.
func (s *search) halved(nodes, half uint64) {
	n := uint64(s.n)
	s.found, s.nodes = 2*half, nodes
	s.placements = (nodes-half)*n - n/2
	if n%2 == 1 {
		s.placements -= (n + 1) / 2
	}
}

// Marks returns [Symmetric] with three arrays that mark the occupied columns, sums and differences,
// so that three look-ups, not one for each earlier queen, find out whether a square is attacked.
//
// What to notice: it examines the same squares as symmetric, and each costs the same in every row;
// the price is marking and unmarking each queen.
func Marks() *Method {
	return newMethod("marks", "symmetric, with marks for columns, sums and differences",
		bytes, marks, nqueens.CountAll).sharing("classic-loop")
}

func marks(s *search) {
	if s.n == 1 {
		s.one()
		return
	}
	n := uint8(s.n)
	var q squares
	var column, sum, difference marked
	c := uint8(0) // the square of row k to examine next
	ends := endsOfRows(n)
	nodes, half := uint64(1), uint64(0)
	for k := uint8(0); ; {
		switch {
		case c == ends[k]:
			if k == 0 || s.stop.Load() {
				s.halved(nodes, half)
				return
			}
			k--
			c = q[k]
			column[c], sum[k+c], difference[k-c] = false, false, false
			c++
		case column[c] || sum[k+c] || difference[k-c]:
			c++
		case k == n-1:
			nodes++
			half++
			c++
		default:
			nodes++
			if k == 0 {
				ends[1] = endOfSecond(n, c)
			}
			column[c], sum[k+c], difference[k-c] = true, true, true
			q[k] = c
			k++
			c = 0
		}
	}
}

// Available returns [Marks] without examining occupied columns: the free ones form a linked list,
// from which a queen takes its column and to which it returns it. The column still has its
// neighbours, so that two assignments relink it: dancing links in one dimension.
//
// What to notice: the list is shorter in later rows. On 8 × 8 all rows together have 2,754 squares
// examined instead of 7,860.
func Available() *Method {
	return newMethod("available", "marks for diagonals, a linked list of the free columns",
		bytes, available, nqueens.CountAll).sharing("classic-loop")
}

func available(s *search) {
	if s.n == 1 {
		s.one()
		return
	}
	n := uint8(s.n)
	var q, next, previous squares
	var sum, difference marked
	for c := range n + 1 { // n is the list's head, and its end
		next[c], previous[(c+1)%(n+1)] = (c+1)%(n+1), c
	}
	c := next[n] // the square of row k to examine next
	ends := endsOfRows(n)
	nodes, half, examined := uint64(1), uint64(0), uint64(ends[0])
	for k := uint8(0); ; {
		switch {
		case c >= ends[k]:
			if k == 0 || s.stop.Load() {
				s.found, s.nodes, s.placements = 2*half, nodes, examined
				return
			}
			k--
			c = q[k]
			next[previous[c]], previous[next[c]] = c, c
			sum[k+c], difference[k-c] = false, false
			c = next[c]
		case sum[k+c] || difference[k-c]:
			c = next[c]
		case k == n-1:
			nodes++
			half++
			c = next[c]
		default:
			nodes++
			next[previous[c]], previous[next[c]] = next[c], previous[c]
			sum[k+c], difference[k-c] = true, true
			q[k] = c
			examined += uint64(n - 1 - k)
			if k == 0 {
				ends[1] = endOfSecond(n, c)
				if ends[1] < n { // half of the n − 1 free columns are on the left
					examined -= uint64(n / 2)
				}
			}
			k++
			c = next[n]
		}
	}
}

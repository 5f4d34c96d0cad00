package classic

import "nqueens"

// Symmetric is [Naive] with half of the work: a board and its mirror image are
// solved together, so the first queen stands only in the left half and the
// number is doubled. Where n is odd and the first queen stands in the middle,
// the second stands only in the left half. A board of one square, its own
// mirror image, is apart.
//
// To notice: the time halves and grows as before.
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

// one counts the board of one square, of which there is no half.
func (s *search) one() { s.found, s.nodes, s.placements = 1, 2, 1 }

// endsOfRows says before which column each row ends: the first after its left
// half, which has the middle, the others at the edge.
func endsOfRows(n uint8) *squares {
	var ends squares
	for k := range ends {
		ends[k] = n
	}
	ends[0] = (n + 1) / 2
	return &ends
}

// endOfSecond is where the second row ends, by where the first queen stands.
func endOfSecond(n, first uint8) uint8 {
	if n%2 == 1 && first == n/2 {
		return n / 2
	}
	return n
}

// halved takes what was found in half of the tree, where each row but a leaf's
// had n squares to examine: the first row half of them, and so the second
// under a queen in the middle.
func (s *search) halved(nodes, half uint64) {
	n := uint64(s.n)
	s.found, s.nodes = 2*half, nodes
	s.placements = (nodes-half)*n - n/2
	if n%2 == 1 {
		s.placements -= (n + 1) / 2
	}
}

package classic

import "nqueens"

// Available is [Marks] without looking at columns that are taken: those that
// are free form a linked list, from which a queen takes its column and to which
// it gives it back. The column still knows its neighbours, so that two
// assignments relink it; this is dancing links in one dimension.
//
// To notice: the higher the row, the shorter the list. On 8 × 8 all rows
// together have 2,754 squares examined instead of 7,860.
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
				if ends[1] < n { // of the n − 1 free columns half are to the left
					examined -= uint64(n / 2)
				}
			}
			k++
			c = next[n]
		}
	}
}

package classic

import "nqueens"

// Marks is [Symmetric] with a memory: three arrays mark the columns, sums and
// differences that are taken, so whether a square is attacked takes three
// looks, not one for each earlier queen.
//
// To notice: it examines the same squares as symmetric, and each costs the same
// however high on the board; the price is to mark and unmark each queen.
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

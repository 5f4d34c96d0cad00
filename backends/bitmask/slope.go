package bitmask

import "slices"

// slopes divides the bare torus into boards with two given pieces. The piece on the first rank is
// fixed, and the piece on the second rank is s files further along; s is the slope. The linear maps
// that preserve the ranks, files and diagonals of the torus map a solution with slope s to one with
// another slope. So it is enough to count one slope of each class and to multiply by the size of
// the class. After each of these maps the board is scaled so that the two pieces are on
// neighbouring ranks again:
//
//	(file, rank) → (rank, file)                s → 1/s
//	(file, rank) → (-file, rank)               s → -s
//	(file, rank) → (file + rank, rank - file)  s → (1 + s) / (1 - s)
//	(file, rank) → (-file - rank, rank)        s → -1 - s
//
// The second and the third are for queens, the fourth is for pieces that attack along sums only. If
// the divisor has no inverse, the board cannot be scaled and the map is not used. The third
// permutes only the squares of an odd torus; on an even one there is no solution of any slope.
func (b *board) slopes() []*board {
	if !b.fixed || b.n < 5 || !b.piece.sums || len(b.piece.leaps) > 0 {
		return []*board{b}
	}
	var parts []*board
	origin := b.n / 2
	seen := make([]bool, b.n)
	for s := range b.n {
		if seen[s] {
			continue
		}
		class := b.piece.slopeClass(b.n, s)
		for _, t := range class {
			seen[t] = true
		}
		part := *b
		part.open = slices.Clone(b.open)
		part.open[1] &= 1 << ((origin + s) % b.n)
		part.weight *= uint64(len(class))
		parts = append(parts, &part)
	}
	return parts
}

// slopeClass returns the slopes to which the maps take the slope s.
func (p piece) slopeClass(n, s int) []int {
	class := []int{s}
	for i := 0; i < len(class); i++ {
		s := class[i]
		var images []int
		if v, ok := inverse(n, s); ok {
			images = append(images, v)
		}
		if !p.differences {
			images = append(images, n-1-s)
		} else {
			images = append(images, (n-s)%n)
			if v, ok := inverse(n, (n+1-s)%n); ok {
				images = append(images, (1+s)*v%n)
			}
		}
		for _, t := range images {
			if !slices.Contains(class, t) {
				class = append(class, t)
			}
		}
	}
	return class
}

// inverse returns 1/s modulo n, or false if there is none.
func inverse(n, s int) (int, bool) {
	for t := range n {
		if s*t%n == 1 {
			return t, true
		}
	}
	return 0, false
}

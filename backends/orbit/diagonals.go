package orbit

// diagonals are the taken ones of one direction, in pairs, numbered by their
// distance from the main diagonal: bit k of pairs, and bit 63 − k of reversed.
type diagonals struct{ pairs, reversed uint64 }

// with adds the pair k.
func (d diagonals) with(k int) diagonals {
	return diagonals{d.pairs | 1<<k, d.reversed | 1<<(63-k)}
}

// far and near are the distances from the main diagonals of the two diagonals
// through a square: with file i and rank j, the sum diagonal is the far one and
// the difference diagonal the near one; with j on the other rank of its pair
// it is the other way round.
func (b *board) far(i, j int) int { return i + j + b.middle }
func near(i, j int) int           { return max(i-j, j-i) }

// met returns the j for which far(i, j) is in far or near(i, j) is in near.
func (b *board) met(i int, far, near diagonals) uint64 {
	// The bits of near.pairs say it for j ≥ i, those of near.reversed for j ≤ i.
	return far.pairs>>(i+b.middle) | near.pairs<<i | near.reversed>>(63-i)
}

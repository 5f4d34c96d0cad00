package bitmask

// sieve finds the lines with the fewest free squares on a packed board. Its
// slices are as long as the board has words.
type sieve struct {
	guards   []uint64
	lows     []uint64
	unfilled []uint64 // the guards of the lines without a piece
	more     []uint64 // what sift leaves of the free squares
}

// sift takes the attacked squares from the free ones, gives what is left, and
// chooses the first word that has one of the lines with the fewest of those
// squares, among the lines without a piece: -1 if one of these has none. Of
// the squares it leaves in more all but so many of each line that choice finds
// the lines. Some line must be without a piece.
func sift(s *sieve, free, attacked, left []uint64) (word int) {
	words := len(free)
	attacked, left, more := attacked[:words], left[:words], s.more[:words]
	guards, lows, unfilled := s.guards[:words], s.lows[:words], s.unfilled[:words]
	var dead uint64
	for i, f := range free {
		f &^= attacked[i]
		left[i] = f
		t := (f | guards[i]) - lows[i]
		dead |= unfilled[i] &^ t
		more[i] = f & t
	}
	if dead != 0 {
		return -1
	}
	for {
		for i, f := range more {
			t := (f | guards[i]) - lows[i]
			if unfilled[i]&^t != 0 {
				return i
			}
			more[i] = f & t
		}
	}
}

// choice is the guards of the lines found in the word that sift chose.
func (s *sieve) choice(word int) uint64 {
	return s.unfilled[word] &^ ((s.more[word] | s.guards[word]) - s.lows[word])
}

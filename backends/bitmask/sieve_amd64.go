package bitmask

// newSifter chooses the fastest sifter that this processor has.
func newSifter() sifter {
	if hasLanes() {
		return siftLanes
	}
	return sift
}

// siftLanes is the sifter for AVX2: it sifts four words at a time.
//
//go:noescape
func siftLanes(s *sieve, free, attacked, left []uint64) (word int)

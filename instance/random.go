package instance

import "math/bits"

// Random makes the random choices of a generator.
type Random interface {
	// Below returns a number from 0 to n-1, each as likely as the others; n is
	// above 0.
	Below(n int) int
}

// NewRandom returns the numbers that instances of our own are made from:
// SplitMix64 of G. L. Steele, D. Lea and C. H. Flood (Fast splittable
// pseudorandom number generators, OOPSLA 2014), written out here, so that a
// seed makes the same instance on every machine and with every version of Go.
func NewRandom(seed uint64) Random { return &splitMix{state: seed} }

type splitMix struct{ state uint64 }

func (s *splitMix) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below takes as many of the highest bits as n has, again until they make a
// number below n.
func (s *splitMix) Below(n int) int {
	unused := 64 - bits.Len(uint(n))
	for {
		if k := s.next() >> unused; k < uint64(n) {
			return int(k)
		}
	}
}

// shuffle puts the list into a random order, each as likely as the others: R.
// Durstenfeld's algorithm (CACM 7, 1964), from the end of the list as Python
// does it.
func shuffle[T any](r Random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

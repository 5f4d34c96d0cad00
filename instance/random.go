package instance

import (
	"math/bits"

	"gonum.org/v1/gonum/mathext/prng"
)

// A Random makes the random choices of a generator.
type Random interface {
	// Below returns a uniformly random number from 0 to n-1; n is above 0.
	Below(n int) int
}

// NewRandom returns the random numbers for instances that are not published ones. It uses
// SplitMix64 of G. L. Steele, D. Lea and C. H. Flood (Fast splittable pseudorandom number
// generators, OOPSLA 2014), so that a seed gives the same instance on every machine and with every
// version of Go.
func NewRandom(seed uint64) Random { return splitMix{prng.NewSplitMix64(seed)} }

type splitMix struct{ from *prng.SplitMix64 }

// Below takes as many of the highest bits as n has, and repeats until they give a number below n.
func (s splitMix) Below(n int) int {
	unused := 64 - bits.Len(uint(n))
	for {
		if k := s.from.Uint64() >> unused; k < uint64(n) {
			return int(k)
		}
	}
}

// shuffle permutes the list uniformly at random. It is R. Durstenfeld's algorithm (CACM 7, 1964),
// from the end of the list, as in Python.
func shuffle[T any](r Random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// NewPython returns the random numbers of Python 3 after random.seed(seed), which the published
// instances use. The generator is MT19937 of M. Matsumoto and T. Nishimura (Mersenne Twister, ACM
// TOMACS 8, 1998). Python seeds it with the 32-bit words of the seed, the lowest first.
func NewPython(seed uint64) Random {
	key := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		key = append(key, high)
	}
	m := mersenne{prng.NewMT19937()}
	m.from.SeedFromKeys(key)
	return m
}

type mersenne struct{ from *prng.MT19937 }

// Below is Python's randrange(n), for n below 2^32. It takes as many of the highest bits as n has,
// and repeats until they give a number below n.
func (m mersenne) Below(n int) int {
	unused := 32 - bits.Len32(uint32(n))
	for {
		if k := m.from.Uint32() >> unused; k < uint32(n) {
			return int(k)
		}
	}
}

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

// NewPython returns the numbers that Python 3 makes after random.seed(seed):
// those of the published instances. The generator is MT19937 of M. Matsumoto
// and T. Nishimura (Mersenne Twister, ACM TOMACS 8, 1998).
func NewPython(seed uint64) Random {
	key := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		key = append(key, high)
	}
	m := new(mersenne)
	m.seedArray(key)
	return m
}

const (
	twisterWords = 624
	twisterShift = 397
)

type mersenne struct {
	state [twisterWords]uint32
	used  int // how many words of the state have been given out
}

// seedOne is the authors' init_genrand.
func (m *mersenne) seedOne(seed uint32) {
	m.state[0] = seed
	for i := 1; i < twisterWords; i++ {
		before := m.state[i-1]
		m.state[i] = 1812433253*(before^before>>30) + uint32(i)
	}
	m.used = twisterWords
}

// seedArray is the authors' init_by_array. Python passes the 32-bit words of
// the seed, the lowest first.
func (m *mersenne) seedArray(key []uint32) {
	m.seedOne(19650218)
	i := 1
	step := func() {
		if i++; i == twisterWords {
			m.state[0] = m.state[twisterWords-1]
			i = 1
		}
	}
	mixed := func(by uint32) uint32 {
		before := m.state[i-1]
		return m.state[i] ^ (before^before>>30)*by
	}
	for k := range max(twisterWords, len(key)) {
		j := k % len(key)
		m.state[i] = mixed(1664525) + key[j] + uint32(j)
		step()
	}
	for range twisterWords - 1 {
		m.state[i] = mixed(1566083941) - uint32(i)
		step()
	}
	m.state[0] = 1 << 31
}

// twist makes the next 624 words of the state.
func (m *mersenne) twist() {
	for i := range m.state {
		word := m.state[i]&(1<<31) | m.state[(i+1)%twisterWords]&(1<<31-1)
		next := m.state[(i+twisterShift)%twisterWords] ^ word>>1
		if word&1 == 1 {
			next ^= 0x9908b0df
		}
		m.state[i] = next
	}
	m.used = 0
}

// next is the authors' genrand_int32, Python's getrandbits(32).
func (m *mersenne) next() uint32 {
	if m.used == twisterWords {
		m.twist()
	}
	y := m.state[m.used]
	m.used++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Below is Python's randrange(n), for n below 2^32: as many of the highest bits
// as n has, again until they make a number below n.
func (m *mersenne) Below(n int) int {
	unused := 32 - bits.Len32(uint32(n))
	for {
		if k := m.next() >> unused; k < uint32(n) {
			return int(k)
		}
	}
}

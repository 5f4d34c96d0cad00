package pext

// Mask is a mask with precomputed steps, for use with many words: moves[i] has the bits that step i
// moves by 1<<i places.
type Mask struct {
	mask  uint64
	moves [6]uint64
}

// New returns the prepared mask.
func New(mask uint64) (m Mask) {
	m.mask = mask
	gaps := ^mask << 1
	for i := range m.moves {
		// odd has a bit for each place above an odd number of gaps.
		odd := gaps
		for shift := 1; shift < 64; shift *= 2 {
			odd ^= odd << shift
		}
		move := odd & mask
		m.moves[i] = move
		mask = mask&^move | move>>(1<<i)
		gaps &^= odd
	}
	return m
}

// Extract returns the selected bits of x, moved together.
func (m *Mask) Extract(x uint64) uint64 {
	x &= m.mask
	t := x & m.moves[0]
	x = x ^ t | t>>1
	t = x & m.moves[1]
	x = x ^ t | t>>2
	t = x & m.moves[2]
	x = x ^ t | t>>4
	t = x & m.moves[3]
	x = x ^ t | t>>8
	t = x & m.moves[4]
	x = x ^ t | t>>16
	t = x & m.moves[5]
	return x ^ t | t>>32
}

package quadrant

import "math/bits"

// packing makes patterns of 32 bits of what longer ones have of at most 32 diagonals. Those
// among the lowest 32 bits stay where they are. Each of the others, few, goes to a place
// that these leave free: that is a look-up of four bits, where moving all together would
// take a step for each distance. Assembly reads it.
type packing struct {
	stay   uint32        // the diagonals that stay
	places uint32        // all places taken
	tables int           // how many tables there are
	moved  [8][16]uint32 // for each four bits from bit 32 on, by their value, their places
}

// set makes it that of the diagonals.
func (p *packing) set(diagonals uint64) {
	p.stay = uint32(diagonals)
	p.places, p.tables = p.stay, (bits.Len64(diagonals>>32)+3)/4
	for n := range p.tables {
		table := &p.moved[n]
		for bit := range 4 {
			place := uint32(0)
			if diagonals>>(32+4*n+bit)&1 != 0 {
				place = ^p.places & (p.places + 1) // the lowest that is free
				p.places |= place
			}
			for low := range 1 << bit {
				table[1<<bit|low] = table[low] | place
			}
		}
	}
}

// pack is what the pattern has of the diagonals.
func (p *packing) pack(pattern uint64) uint32 {
	packed := uint32(pattern) & p.stay
	for n, rest := 0, pattern>>32; n < p.tables; n, rest = n+1, rest>>4 {
		packed |= p.moved[n][rest&15]
	}
	return packed
}

// place is where one of the diagonals, given by the number of its bit, goes.
func (p *packing) place(d int) int {
	if d < 32 {
		return d
	}
	return bits.TrailingZeros32(p.moved[(d-32)/4&7][1<<(d%4)])
}

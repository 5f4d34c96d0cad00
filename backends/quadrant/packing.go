package quadrant

import "math/bits"

// packing converts at most 32 diagonals of longer patterns to patterns of 32 bits. Diagonals among
// the lowest 32 bits stay. Each of the few others goes to a bit that is free. Moved bits are looked
// up four at a time; shifting them would take one step for each distance. The assembly code reads
// this struct.
type packing struct {
	stay   uint32        // the diagonals that stay
	places uint32        // all bits used
	tables int           // number of tables
	moved  [8][16]uint32 // for each four bits from bit 32 on, by their value, the bits they go to
}

// set makes p pack patterns with the given diagonals.
func (p *packing) set(diagonals uint64) {
	p.stay = uint32(diagonals)
	p.places, p.tables = p.stay, (bits.Len64(diagonals>>32)+3)/4
	for n := range p.tables {
		table := &p.moved[n]
		for bit := range 4 {
			place := uint32(0)
			if diagonals>>(32+4*n+bit)&1 != 0 {
				place = ^p.places & (p.places + 1) // the lowest free bit
				p.places |= place
			}
			for low := range 1 << bit {
				table[1<<bit|low] = table[low] | place
			}
		}
	}
}

// pack returns the given pattern's diagonals in packed form.
func (p *packing) pack(pattern uint64) uint32 {
	packed := uint32(pattern) & p.stay
	for n, rest := 0, pattern>>32; n < p.tables; n, rest = n+1, rest>>4 {
		packed |= p.moved[n][rest&15]
	}
	return packed
}

// place returns the bit number that a diagonal, given by the number of its bit, goes to.
func (p *packing) place(d int) int {
	if d < 32 {
		return d
	}
	return bits.TrailingZeros32(p.moved[(d-32)/4&7][1<<(d%4)])
}

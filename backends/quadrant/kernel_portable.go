package quadrant

import (
	"math/bits"

	"nqueens/backends/internal/pext"
)

// portable returns the kernels in plain Go.
func portable[P pattern]() kernels[P] {
	return kernels[P]{"portable", portableComposer[P](), avoiding[P], fill[P], join[P]}
}

// zero returns 1 if x is 0, else 0. A branch would be mispredicted.
func zero(x uint64) int { return int((x - 1) &^ x >> 63) }

func avoiding[P pattern](dst, src []P, bad P) int {
	n := 0
	for _, p := range src {
		dst[n] = p
		n += zero(uint64(p & bad))
	}
	return n
}

func fill[P pattern](b *block, patterns []P, kept P) {
	b.size = len(patterns)
	for half := 0; half == 0 || half*halfSize < b.size; half++ {
		part := patterns[half*halfSize : min((half+1)*halfSize, b.size)]
		// By diagonal, the patterns that have it.
		var planes [64]row
		for w := 0; w*64 < len(part); w++ {
			for from := 0; uint64(kept)>>from != 0; from += 32 {
				// Two squares of 32 bits side by side, to be transposed.
				var words [32]uint64
				for i, p := range part[w*64 : min((w+1)*64, len(part))] {
					words[i%32] |= uint64(uint32(p>>from)) << (i & 32)
				}
				transpose(&words)
				for i, word := range words {
					planes[from+i][w] = word
				}
			}
		}
		rest := uint64(kept)
		for g := range b.tables {
			rows := &b.tables[g][half]
			rows[0] = row{}
			for k := 0; k < groupBits && rest != 0; k++ {
				plane := &planes[bits.TrailingZeros64(rest)]
				rest &= rest - 1
				with := rows[1<<k : 2<<k]
				for v := range with {
					without := &rows[v]
					with[v] = row{without[0] | plane[0], without[1] | plane[1], without[2] | plane[2], without[3] | plane[3]}
				}
			}
		}
	}
}

// transpose transposes two squares of 32 by 32 bits: one in the low halves of the words, one in the
// high halves. Warren, Hacker's Delight, section 7-3.
func transpose(words *[32]uint64) {
	low := uint64(0x0000ffff0000ffff)
	for size := 16; size > 0; size /= 2 {
		for i := 0; i < 32; i = ((i | size) + 1) &^ size {
			a, b := &words[i&31], &words[(i|size)&31]
			swap := (*a>>(size&63) ^ *b) & low
			*a ^= swap << (size & 63)
			*b ^= swap
		}
		low ^= low << (size / 2)
	}
}

func join[P pattern](b *block, list []P, kept P) uint64 {
	m := pext.New(uint64(kept))
	met := 0
	for _, p := range list {
		e := m.Extract(uint64(p))
		met += b.met(0, e)
		if b.size > halfSize {
			met += b.met(1, e)
		}
	}
	return uint64(b.size*len(list) - met)
}

// met returns the number of patterns of half a block that share a diagonal with a pattern. Unused
// groups have index 0 and match nothing.
func (b *block) met(half int, e uint64) int {
	r0 := &b.tables[0][half][e&63]
	r1 := &b.tables[1][half][e>>6&63]
	r2 := &b.tables[2][half][e>>12&63]
	r3 := &b.tables[3][half][e>>18&63]
	r4 := &b.tables[4][half][e>>24&63]
	return bits.OnesCount64(r0[0]|r1[0]|r2[0]|r3[0]|r4[0]) +
		bits.OnesCount64(r0[1]|r1[1]|r2[1]|r3[1]|r4[1]) +
		bits.OnesCount64(r0[2]|r1[2]|r2[2]|r3[2]|r4[2]) +
		bits.OnesCount64(r0[3]|r1[3]|r2[3]|r3[3]|r4[3])
}

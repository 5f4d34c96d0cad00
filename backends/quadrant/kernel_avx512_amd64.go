package quadrant

import "math/bits"

func fillAVX512x32(b *block, patterns []uint32, kept uint32) {
	b.size = len(patterns)
	if b.size == blockSize {
		fill512(b, (*[blockSize]uint32)(patterns), kept)
		return
	}
	var filled [blockSize]uint32
	copy(filled[:], patterns)
	fill512(b, &filled, kept)
}

func fillAVX512x64(b *block, patterns []uint64, kept uint64) {
	b.size = len(patterns)
	var packed [blockSize]uint32
	for half := 0; half*halfSize < b.size; half++ {
		part := patterns[half*halfSize : min((half+1)*halfSize, b.size)]
		extract64((*[halfSize]uint32)(packed[half*halfSize:]), part, kept)
	}
	fill512(b, &packed, 1<<bits.OnesCount64(kept)-1)
}

func joinAVX512x32(b *block, list []uint32, kept uint32) uint64 {
	var met uint64
	switch groups(kept) {
	case 5:
		met = join512x5x32(b, list, kept)
	case 4:
		met = join512x4x32(b, list, kept)
	default:
		met = join512x3x32(b, list, kept)
	}
	return uint64(b.size)*uint64(len(list)) - met
}

func joinAVX512x64(b *block, list []uint64, kept uint64) uint64 {
	var met uint64
	switch groups(kept) {
	case 5:
		met = join512x5x64(b, list, kept)
	case 4:
		met = join512x4x64(b, list, kept)
	default:
		met = join512x3x64(b, list, kept)
	}
	return uint64(b.size)*uint64(len(list)) - met
}

//go:noescape
func avoiding512x32(dst, src []uint32, bad uint32) int

//go:noescape
func avoiding512x64(dst, src []uint64, bad uint64) int

// fill512 fills the tables with patterns, at least three groups.
//
//go:noescape
func fill512(b *block, patterns *[blockSize]uint32, kept uint32)

// These count the pairs that meet, for as many groups and patterns of as many
// bits as their names say.

//go:noescape
func join512x3x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func join512x4x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func join512x5x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func join512x3x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func join512x4x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func join512x5x64(b *block, list []uint64, kept uint64) uint64

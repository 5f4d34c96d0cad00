package quadrant

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// native is the kernels in assembly that this processor can run, for both
// widths of patterns, the slowest first.
func native() []any {
	var list []any
	avx2 := cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	if avx2 {
		list = append(list,
			kernels[uint32]{"avx2", composerAVX2x32, avoidingAVX2x32, fillAVX2x32, joinAVX2x32},
			kernels[uint64]{"avx2", composerAVX2x64, avoidingAVX2x64, fillAVX2x64, joinAVX2x64})
	}
	if avx2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VPOPCNTDQ {
		list = append(list,
			kernels[uint32]{"avx512", composerAVX2x32, avoiding512x32, fillAVX512x32, joinAVX512x32},
			kernels[uint64]{"avx512", composerAVX2x64, avoiding512x64, fillAVX512x64, joinAVX512x64})
	}
	return list
}

func avoidingAVX2x32(dst, src []uint32, bad uint32) int {
	return avoiding32(dst, src, bad, &front32)
}

func avoidingAVX2x64(dst, src []uint64, bad uint64) int {
	return avoiding64(dst, src, bad, &front64)
}

//go:noescape
func avoiding32(dst, src []uint32, bad uint32, front *[256][8]uint32) int

//go:noescape
func avoiding64(dst, src []uint64, bad uint64, front *[16][8]uint32) int

// front32 and front64 are constants: for each set of the eight or four lanes of
// a vector the permutation of its eight words that moves the set to the front,
// in order.
var (
	front32 = front[[256][8]uint32](1)
	front64 = front[[16][8]uint32](2)
)

// front makes the permutations for lanes of the given number of 32-bit words.
func front[T [256][8]uint32 | [16][8]uint32](words int) (table T) {
	for set := range len(table) {
		n := 0
		for lane := range 8 / words {
			if set>>lane&1 != 0 {
				for w := range words {
					table[set][n] = uint32(lane*words + w)
					n++
				}
			}
		}
	}
	return table
}

func fillAVX2x32(b *block, patterns []uint32, kept uint32) {
	b.size = len(patterns)
	for half := 0; half == 0 || half*halfSize < b.size; half++ {
		part := patterns[half*halfSize : min((half+1)*halfSize, b.size)]
		if len(part) == halfSize {
			fillHalf(b, half, (*[halfSize]uint32)(part), kept)
			continue
		}
		var filled [halfSize]uint32
		copy(filled[:], part)
		fillHalf(b, half, &filled, kept)
	}
}

func fillAVX2x64(b *block, patterns []uint64, kept uint64) {
	b.size = len(patterns)
	for half := 0; half == 0 || half*halfSize < b.size; half++ {
		var packed [halfSize]uint32
		extract64(&packed, patterns[half*halfSize:min((half+1)*halfSize, b.size)], kept)
		fillHalf(b, half, &packed, 1<<bits.OnesCount64(kept)-1)
	}
}

func joinAVX2x32(b *block, list []uint32, kept uint32) uint64 {
	var met uint64
	switch n := groups(kept); {
	case len(list) == 0:
	case b.size > halfSize && n == 5:
		met = full5x32(b, list, kept)
	case b.size > halfSize && n == 4:
		met = full4x32(b, list, kept)
	case b.size > halfSize:
		met = full3x32(b, list, kept)
	case n == 5:
		met = half5x32(b, list, kept)
	case n == 4:
		met = half4x32(b, list, kept)
	default:
		met = half3x32(b, list, kept)
	}
	return uint64(b.size)*uint64(len(list)) - met
}

func joinAVX2x64(b *block, list []uint64, kept uint64) uint64 {
	var met uint64
	switch n := groups(kept); {
	case len(list) == 0:
	case b.size > halfSize && n == 5:
		met = full5x64(b, list, kept)
	case b.size > halfSize && n == 4:
		met = full4x64(b, list, kept)
	case b.size > halfSize:
		met = full3x64(b, list, kept)
	case n == 5:
		met = half5x64(b, list, kept)
	case n == 4:
		met = half4x64(b, list, kept)
	default:
		met = half3x64(b, list, kept)
	}
	return uint64(b.size)*uint64(len(list)) - met
}

// fillHalf fills one half of the tables with patterns, at least three groups.
//
//go:noescape
func fillHalf(b *block, half int, patterns *[halfSize]uint32, kept uint32)

// extract64 packs what each pattern keeps.
//
//go:noescape
func extract64(dst *[halfSize]uint32, src []uint64, kept uint64)

// These count the pairs that meet, for as many groups and patterns of as many
// bits as their names say. The list is not empty.

//go:noescape
func full3x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func full4x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func full5x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func full3x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func full4x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func full5x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func half3x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func half4x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func half5x32(b *block, list []uint32, kept uint32) uint64

//go:noescape
func half3x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func half4x64(b *block, list []uint64, kept uint64) uint64

//go:noescape
func half5x64(b *block, list []uint64, kept uint64) uint64

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

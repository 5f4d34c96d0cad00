package quadrant

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// native returns the kernels in assembly that this processor supports, for both widths of patterns,
// the slowest first.
func native() []any {
	var list []any
	half32, half64 := joins[uint32]{half3x32, half4x32, half5x32}, joins[uint64]{half3x64, half4x64, half5x64}
	avx2 := cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	if avx2 {
		avoid32 := func(dst, src *uint32, n int, bad uint32) int { return avoiding32(dst, src, n, bad, &lanesOf8) }
		avoid64 := func(dst, src *uint64, n int, bad uint64) int { return avoiding64(dst, src, n, bad, &lanesOf4) }
		list = append(list,
			kernels[uint32]{"avx2", composerAVX2x32, avoidingWith(avoid32, 8), fillAVX2x32,
				joinWith(half32, joins[uint32]{full3x32, full4x32, full5x32})},
			kernels[uint64]{"avx2", composerAVX2x64, avoidingWith(avoid64, 4), fillAVX2x64,
				joinWith(half64, joins[uint64]{full3x64, full4x64, full5x64})})
	}
	if avx2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VPOPCNTDQ {
		avoid32 := func(dst, src []uint32, bad uint32) int {
			return avoiding512x32(unsafe.SliceData(dst), unsafe.SliceData(src), len(src), bad)
		}
		avoid64 := func(dst, src []uint64, bad uint64) int {
			return avoiding512x64(unsafe.SliceData(dst), unsafe.SliceData(src), len(src), bad)
		}
		full32, full64 := joins[uint32]{join512x3x32, join512x4x32, join512x5x32}, joins[uint64]{join512x3x64, join512x4x64, join512x5x64}
		list = append(list,
			kernels[uint32]{"avx512", composerAVX512x32, avoid32, fillAVX512x32, joinWith(half32, full32)},
			kernels[uint64]{"avx512", composerAVX512x64, avoid64, fillAVX512x64, joinWith(half64, full64)})
	}
	return list
}

// avoidingWith returns a function that copies whole vectors with the kernel, and the rest in Go.
func avoidingWith[P pattern](kernel func(dst, src *P, n int, bad P) int, lanes int) func(dst, src []P, bad P) int {
	return func(dst, src []P, bad P) int {
		whole, n := len(src)/lanes*lanes, 0
		if whole > 0 {
			n = kernel(&dst[0], &src[0], whole, bad)
		}
		return n + avoiding(dst[n:], src[whole:], bad)
	}
}

// joins contains the functions that count the pairs of a pattern of a block and one of a list that
// share a diagonal. The index is the number of groups of diagonals minus 3; blocks with fewer
// groups use index 0. The list must not be empty.
type joins[P pattern] [3]func(b *block, list []P, kept P) uint64

// joinWith returns the function that counts the pairs without a common diagonal. It uses half for
// blocks of which only the lower half is filled, and full for all others.
func joinWith[P pattern](half, full joins[P]) func(b *block, list []P, kept P) uint64 {
	return func(b *block, list []P, kept P) uint64 {
		if len(list) == 0 {
			return 0
		}
		by := max(groups(kept), 3) - 3
		met := half[by]
		if b.size > halfSize {
			met = full[by]
		}
		return uint64(b.size)*uint64(len(list)) - met(b, list, kept)
	}
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
		part := patterns[half*halfSize : min((half+1)*halfSize, b.size)]
		extract64(&packed[0], unsafe.SliceData(part), len(part), kept)
		fillHalf(b, half, &packed, 1<<bits.OnesCount64(kept)-1)
	}
}

// fillHalf fills one half of the tables, at least three groups, with patterns.
//
//go:noescape
func fillHalf(b *block, half int, patterns *[halfSize]uint32, kept uint32)

// fillAVX512x32 fills a block. It fills a half block with AVX2, because filling rows of 64 bytes for it
// would take as long as a whole block.
func fillAVX512x32(b *block, patterns []uint32, kept uint32) {
	if len(patterns) <= halfSize {
		fillAVX2x32(b, patterns, kept)
		return
	}
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
	if len(patterns) <= halfSize {
		fillAVX2x64(b, patterns, kept)
		return
	}
	b.size = len(patterns)
	var packed [blockSize]uint32
	extract64(&packed[0], unsafe.SliceData(patterns), b.size, kept)
	fill512(b, &packed, 1<<bits.OnesCount64(kept)-1)
}

// fill512 fills the tables, at least three groups, with patterns.
//
//go:noescape
func fill512(b *block, patterns *[blockSize]uint32, kept uint32)

// The joins for the number of groups and of bits in their names.

func half3x32(b *block, list []uint32, kept uint32) uint64
func half4x32(b *block, list []uint32, kept uint32) uint64
func half5x32(b *block, list []uint32, kept uint32) uint64
func half3x64(b *block, list []uint64, kept uint64) uint64
func half4x64(b *block, list []uint64, kept uint64) uint64
func half5x64(b *block, list []uint64, kept uint64) uint64
func full3x32(b *block, list []uint32, kept uint32) uint64
func full4x32(b *block, list []uint32, kept uint32) uint64
func full5x32(b *block, list []uint32, kept uint32) uint64
func full3x64(b *block, list []uint64, kept uint64) uint64
func full4x64(b *block, list []uint64, kept uint64) uint64
func full5x64(b *block, list []uint64, kept uint64) uint64
func join512x3x32(b *block, list []uint32, kept uint32) uint64
func join512x4x32(b *block, list []uint32, kept uint32) uint64
func join512x5x32(b *block, list []uint32, kept uint32) uint64
func join512x3x64(b *block, list []uint64, kept uint64) uint64
func join512x4x64(b *block, list []uint64, kept uint64) uint64
func join512x5x64(b *block, list []uint64, kept uint64) uint64

// The kernels of kernels.avoiding: they copy the patterns that have no bit of bad. For the first
// two, n must be a positive multiple of the lanes. If dst is src they write nothing beyond its end.

//go:noescape
func avoiding32(dst, src *uint32, n int, bad uint32, order *[256]uint64) int

//go:noescape
func avoiding64(dst, src *uint64, n int, bad uint64, order *[256]uint64) int

//go:noescape
func avoiding512x32(dst, src *uint32, n int, bad uint32) int

//go:noescape
func avoiding512x64(dst, src *uint64, n int, bad uint64) int

package quadrant

import "golang.org/x/sys/cpu"

// native is the kernels in assembly that this processor can run, for both
// widths of patterns, the slowest first.
func native() []any {
	var list []any
	avx2 := cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	if avx2 {
		list = append(list,
			kernels[uint32]{"avx2", avoidingAVX2x32, fillAVX2x32, joinAVX2x32},
			kernels[uint64]{"avx2", avoidingAVX2x64, fillAVX2x64, joinAVX2x64})
	}
	if avx2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VPOPCNTDQ {
		list = append(list,
			kernels[uint32]{"avx512", avoiding512x32, fillAVX512x32, joinAVX512x32},
			kernels[uint64]{"avx512", avoiding512x64, fillAVX512x64, joinAVX512x64})
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

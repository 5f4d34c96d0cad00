package quadrant

import "math/bits"

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

package bitmask

// newWorker chooses the fastest worker that this processor has for boards of so
// many words.
func newWorker(portable bool, words int) worker {
	if portable || !hasLanes() {
		return portableWorker
	}
	switch words {
	case 8:
		return worker{chooseWords8, placeWords8}
	case 12:
		return worker{chooseWords12, placeWords12}
	case 16:
		return worker{chooseWords16, placeWords16}
	case 20:
		return worker{chooseWords20, placeWords20}
	case 24:
		return worker{chooseWords24, placeWords24}
	case 28:
		return worker{chooseWords28, placeWords28}
	case 32:
		return worker{chooseWords32, placeWords32}
	}
	return portableWorker
}

// The routines of worker_amd64.s.

//go:noescape
func chooseWords8(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords8(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords12(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords12(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords16(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords16(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords20(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords20(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords24(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords24(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords28(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords28(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

//go:noescape
func chooseWords32(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)

//go:noescape
func placeWords32(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

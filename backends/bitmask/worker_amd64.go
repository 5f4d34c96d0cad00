package bitmask

// newWorker chooses the fastest worker that this processor has for boards of so
// many words.
func newWorker(portable bool, words int) worker {
	if w := workers[words]; w.choose != nil && !portable && hasLanes() {
		return w
	}
	return portableWorker
}

// workers are those of worker_amd64.s, by words.
var workers = map[int]worker{
	8:  {chooseWords8, placeWords8},
	12: {chooseWords12, placeWords12},
	16: {chooseWords16, placeWords16},
	20: {chooseWords20, placeWords20},
	24: {chooseWords24, placeWords24},
	28: {chooseWords28, placeWords28},
	32: {chooseWords32, placeWords32},
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

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

// The routines of worker_amd64.s. They are called through a worker, so that what they
// are given escapes whatever is said here.

func chooseWords8(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords8(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords12(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords12(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords16(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords16(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords20(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords20(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords24(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords24(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords28(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords28(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func chooseWords32(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func placeWords32(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

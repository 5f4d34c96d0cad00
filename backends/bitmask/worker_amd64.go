package bitmask

import "golang.org/x/sys/cpu"

// newWorker returns the fastest worker of this processor for boards of the given number of words.
func newWorker(portable bool, words int) worker {
	switch {
	case portable:
	case workers512[words].choose != nil && hasLanes512():
		return workers512[words]
	case workers[words].choose != nil && hasLanes():
		return workers[words]
	}
	return portableWorker
}

// workers512 has the workers of worker512_amd64.s, by number of words.
var workers512 = map[int]worker{
	8:  {choose512Words8, place512Words8},
	12: {choose512Words12, place512Words12},
	16: {choose512Words16, place512Words16},
}

// workers has the workers of worker_amd64.s, by number of words.
var workers = map[int]worker{
	8:  {chooseWords8, placeWords8},
	12: {chooseWords12, placeWords12},
	16: {chooseWords16, placeWords16},
	20: {chooseWords20, placeWords20},
	24: {chooseWords24, placeWords24},
	28: {chooseWords28, placeWords28},
	32: {chooseWords32, placeWords32},
}

// extractor returns the fastest extract function. Some processors without AVX-512 take a hundred
// cycles to extract the bits of one word.
func extractor(portable bool) extract {
	if !portable && hasLanes512() && cpu.X86.HasBMI2 {
		return extractBMI2
	}
	return extractPortable
}

func extractBMI2(from *uint64, rows *uint32, count int, parts *part, partCount int, to *uint64, words int)

// The routines of worker_amd64.s and worker512_amd64.s. They are called through a worker, so their
// arguments escape whatever annotations these declarations have.

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
func choose512Words8(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func place512Words8(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func choose512Words12(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func place512Words12(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
func choose512Words16(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
func place512Words16(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)

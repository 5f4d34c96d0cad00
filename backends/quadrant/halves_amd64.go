package quadrant

import (
	"math/bits"
	"unsafe"
)

// The composers in assembly, for both widths of patterns.
var (
	composerAVX2x32 = &composer[uint32]{
		unions: func(dst []uint32, end int, xs, ys *lists[uint32], x, y, n, step int) int {
			return unions32(&dst[0], end, &xs.patterns[0], &xs.at[x], &ys.patterns[0], &ys.at[y+n*step], n, step, &lanesOf8)
		},
		tagged: func(dst []uint32, ends []int, xs, ys *lists[uint32], x, y, n int) {
			tagged32(&dst[0], &ends[0], &xs.patterns[0], &xs.tags[0], &xs.at[x], &ys.patterns[0], &ys.at[y+n], n, &lanesOf8)
		},
		flagged: func(dst []uint32, ends []int, classes int, xs, ys *lists[uint32], x, y, n int, bare bool) {
			flagged32(&dst[0], &ends[0], classes, &xs.patterns[0], &xs.tags[0], &xs.at[2*x], &ys.patterns[0], &ys.at[2*(y+n)], n, bare, &lanesOf8)
		},
		part: func(with, without, src []uint32, bit uint32) (int, int) {
			return partWith(func(with, without, src *uint32, n int, bit uint32) int {
				return part32(with, without, src, n, bit, &lanesOf8)
			}, 8, with, without, src, bit)
		},
		pack: pack[uint32],
		mirror: func(patterns []uint32, half int) {
			mirror32(unsafe.SliceData(patterns), len(patterns), half, bothHalves[uint32](half))
		},
	}
	composerAVX2x64 = &composer[uint64]{
		unions: func(dst []uint64, end int, xs, ys *lists[uint64], x, y, n, step int) int {
			return unions64(&dst[0], end, &xs.patterns[0], &xs.at[x], &ys.patterns[0], &ys.at[y+n*step], n, step, &lanesOf4)
		},
		tagged: func(dst []uint64, ends []int, xs, ys *lists[uint64], x, y, n int) {
			tagged64(&dst[0], &ends[0], &xs.patterns[0], &xs.tags[0], &xs.at[x], &ys.patterns[0], &ys.at[y+n], n, &lanesOf4)
		},
		flagged: func(dst []uint64, ends []int, classes int, xs, ys *lists[uint64], x, y, n int, bare bool) {
			flagged64(&dst[0], &ends[0], classes, &xs.patterns[0], &xs.tags[0], &xs.at[2*x], &ys.patterns[0], &ys.at[2*(y+n)], n, bare, &lanesOf4)
		},
		part: func(with, without, src []uint64, bit uint64) (int, int) {
			return partWith(func(with, without, src *uint64, n int, bit uint64) int {
				return part64(with, without, src, n, bit, &lanesOf4)
			}, 4, with, without, src, bit)
		},
		pack: func(dst []uint32, src []uint64, bad uint64, by *packing) (n int) {
			var room [blockSize + lanes]uint64
			for len(src) > 0 {
				part := src[:min(blockSize, len(src))]
				src = src[len(part):]
				if bad != 0 {
					whole, stay := len(part)&^3, 0
					if whole > 0 {
						stay = avoiding64(&room[0], &part[0], whole, bad, &lanesOf4)
					}
					stay += avoiding(room[stay:], part[whole:], bad)
					part = room[:stay]
				}
				whole := len(part) &^ 7
				if whole > 0 {
					pack256(&dst[n], &part[0], whole, by)
				}
				n += whole + pack(dst[n+whole:], part[whole:], 0, by)
			}
			return n
		},
		mirror: func(patterns []uint64, half int) {
			mirror64(unsafe.SliceData(patterns), len(patterns), half, bothHalves[uint64](half))
		},
	}
)

// The composers with AVX-512, where it is faster.
var (
	composerAVX512x32 = func() *composer[uint32] {
		c := *composerAVX2x32
		c.part = func(with, without, src []uint32, bit uint32) (int, int) {
			has := part512x32(unsafe.SliceData(with), unsafe.SliceData(without), unsafe.SliceData(src), len(src), bit)
			return has, len(src) - has
		}
		return &c
	}()
	composerAVX512x64 = func() *composer[uint64] {
		c := *composerAVX2x64
		c.part = func(with, without, src []uint64, bit uint64) (int, int) {
			has := part512x64(unsafe.SliceData(with), unsafe.SliceData(without), unsafe.SliceData(src), len(src), bit)
			return has, len(src) - has
		}
		c.pack = func(dst []uint32, src []uint64, bad uint64, by *packing) int {
			return pack512(unsafe.SliceData(dst), unsafe.SliceData(src), len(src), bad, by)
		}
		return &c
	}()
)

// partWith splits src as composer.part does: whole vectors with the kernel, and the rest in Go.
func partWith[P pattern](kernel func(with, without, src *P, n int, bit P) (has int), lanes int, with, without, src []P, bit P) (has, lacks int) {
	whole := len(src) / lanes * lanes
	if whole > 0 {
		has = kernel(&with[0], &without[0], &src[0], whole, bit)
		lacks = whole - has
	}
	h, l := part(with[has:], without[lacks:], src[whole:], bit)
	return has + h, lacks + l
}

// lanesOf8 has, for each subset of eight lanes of 32 bits, the numbers of its lanes in order, one
// byte each. lanesOf4 has the same for four lanes of 64 bits, in halves.
var (
	lanesOf8 = laneOrders(8)
	lanesOf4 = laneOrders(4)
)

func laneOrders(width int) (orders [256]uint64) {
	for set := range 1 << width {
		at := 0
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros(rest)
			for part := range 8 / width {
				orders[set] |= uint64(lane*8/width+part) << at
				at += 8
			}
		}
	}
	return orders
}

// The kernels, for patterns of the number of bits in their names.

func unions32(dst *uint32, end int, xs *uint32, xat *uint32, ys *uint32, yat *uint32, n, step int, order *[256]uint64) int
func unions64(dst *uint64, end int, xs *uint64, xat *uint32, ys *uint64, yat *uint32, n, step int, order *[256]uint64) int
func tagged32(dst *uint32, ends *int, xs *uint32, tags *uint8, xat *uint32, ys *uint32, yat *uint32, n int, order *[256]uint64)
func flagged32(dst *uint32, ends *int, classes int, xs *uint32, tags *uint8, xat *uint32, ys *uint32, yat *uint32, n int, bare bool, order *[256]uint64)
func tagged64(dst *uint64, ends *int, xs *uint64, tags *uint8, xat *uint32, ys *uint64, yat *uint32, n int, order *[256]uint64)
func flagged64(dst *uint64, ends *int, classes int, xs *uint64, tags *uint8, xat *uint32, ys *uint64, yat *uint32, n int, bare bool, order *[256]uint64)
func part32(with, without, src *uint32, n int, bit uint32, order *[256]uint64) (has int)
func part64(with, without, src *uint64, n int, bit uint64, order *[256]uint64) (has int)

//go:noescape
func mirror32(patterns *uint32, n, half int, all uint32)

//go:noescape
func mirror64(patterns *uint64, n, half int, all uint64)

func part512x32(with, without, src *uint32, n int, bit uint32) (has int)
func part512x64(with, without, src *uint64, n int, bit uint64) (has int)

// pack256 packs n patterns; n must be a positive multiple of eight. pack512 packs those without a
// bit of bad.
//
//go:noescape
func pack256(dst *uint32, src *uint64, n int, by *packing)

//go:noescape
func pack512(dst *uint32, src *uint64, n int, bad uint64, by *packing) (packed int)

// extract64 packs the bits of kept of n patterns.
//
//go:noescape
func extract64(dst *uint32, src *uint64, n int, kept uint64)

package quadrant

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// naiveAvoiding implements the definition of avoiding.
func naiveAvoiding[P pattern](src []P, bad P) []P {
	return slices.DeleteFunc(slices.Clone(src), func(p P) bool { return p&bad != 0 })
}

// naivePairs implements the definition of fill and join.
func naivePairs[P pattern](patterns, list []P, kept P) uint64 {
	found := uint64(0)
	for _, p := range patterns {
		for _, q := range list {
			if p&q&kept == 0 {
				found++
			}
		}
	}
	return found
}

// randomPattern returns a pattern that has each bit with probability density.
func randomPattern[P pattern](r *rand.Rand, density float64) P {
	var p P
	for bit := P(1); bit != 0; bit <<= 1 {
		if r.Float64() < density {
			p |= bit
		}
	}
	return p
}

func randomList[P pattern](r *rand.Rand, n int, density float64) []P {
	list := make([]P, n)
	for i := range list {
		list[i] = randomPattern[P](r, density)
	}
	return list
}

// randomKept returns n bits: scattered, or the lowest.
func randomKept[P pattern](r *rand.Rand, n int, scattered bool) P {
	if !scattered {
		return 1<<n - 1
	}
	var kept P
	for bits.OnesCount64(uint64(kept)) < n {
		kept |= 1 << r.IntN(bits.Len64(uint64(^P(0))))
	}
	return kept
}

// guarded has room for n patterns and lanes more, between two guard zones.
type guarded[P pattern] struct {
	all  []P
	room []P
}

const guard = 64

func newGuarded[P pattern](n int) guarded[P] {
	all := make([]P, n+lanes+2*guard)
	for i := range all {
		all[i] = P(0xa5a5a5a5a5a5a5a5 & uint64(^P(0)))
	}
	return guarded[P]{all, all[guard : guard+n+lanes : guard+n+lanes]}
}

func (g guarded[P]) check(t *testing.T) {
	t.Helper()
	for i, p := range g.all {
		if (i < guard || i >= len(g.all)-guard) && p != P(0xa5a5a5a5a5a5a5a5&uint64(^P(0))) {
			t.Fatalf("%x written at %d, of room from %d to %d", p, i, guard, len(g.all)-guard)
		}
	}
}

// checkBeyond checks that nothing was written to the room from n on.
func (g guarded[P]) checkBeyond(t *testing.T, n int) {
	t.Helper()
	for i, p := range g.room[n:] {
		if p != P(0xa5a5a5a5a5a5a5a5&uint64(^P(0))) {
			t.Fatalf("%x written %d beyond the end", p, i)
		}
	}
}

// eachForm runs a test for each form that this processor supports, for patterns of both widths.
func eachForm(t *testing.T, test32 func(*testing.T, kernels[uint32]), test64 func(*testing.T, kernels[uint64])) {
	for _, k := range forms[uint32]() {
		t.Run(k.name+"/32", func(t *testing.T) { test32(t, k) })
	}
	for _, k := range forms[uint64]() {
		t.Run(k.name+"/64", func(t *testing.T) { test64(t, k) })
	}
}

var densities = []float64{0, 0.02, 0.1, 0.3, 0.5, 0.9}

func TestAvoiding(t *testing.T) { eachForm(t, testAvoiding[uint32], testAvoiding[uint64]) }

func testAvoiding[P pattern](t *testing.T, k kernels[P]) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 100 {
		for _, density := range densities {
			src := randomList[P](r, n, density)
			checkAvoiding(t, k, src, randomPattern[P](r, 0.1))
			checkAvoiding(t, k, src, 0)
		}
	}
	checkAvoiding(t, k, randomList[P](r, 5000, 0.1), 5)
}

func checkAvoiding[P pattern](t *testing.T, k kernels[P], src []P, bad P) {
	t.Helper()
	want := naiveAvoiding(src, bad)
	g := newGuarded[P](len(want))
	n := k.avoiding(g.room, src, bad)
	g.check(t)
	if n != len(want) || !slices.Equal(g.room[:n], want) {
		t.Fatalf("avoiding %x of %x: %d, %x, want %d, %x", bad, src, n, g.room[:n], len(want), want)
	}
	// In place.
	g = newGuarded[P](len(src))
	copy(g.room, src)
	n = k.avoiding(g.room, g.room[:len(src)], bad)
	g.check(t)
	if n != len(want) || !slices.Equal(g.room[:n], want) {
		t.Fatalf("avoiding %x of %x in place: %d, %x, want %d, %x", bad, src, n, g.room[:n], len(want), want)
	}
	g.checkBeyond(t, len(src))
}

func TestJoin(t *testing.T) { eachForm(t, testJoin[uint32], testJoin[uint64]) }

func testJoin[P pattern](t *testing.T, k kernels[P]) {
	r := rand.New(rand.NewPCG(5, 6))
	sizes := []int{0, 1, 7, 8, 255, 256, 257, 300, 511, 512}
	lengths := []int{0, 1, 5, 15, 16, 17, 33, 100}
	for kept := range maxKept + 1 {
		for i, size := range sizes {
			density := densities[(kept+i)%len(densities)]
			length := lengths[r.IntN(len(lengths))]
			checkJoin(t, k, randomList[P](r, size, density), randomList[P](r, length, density/2), randomKept[P](r, kept, i%2 == 0))
		}
	}
	checkJoin(t, k, randomList[P](r, 512, 0.2), randomList[P](r, 4000, 0.1), randomKept[P](r, 30, true))
}

func checkJoin[P pattern](t *testing.T, k kernels[P], patterns, list []P, kept P) {
	t.Helper()
	b := new(block)
	for i := range b.tables {
		for j := range b.tables[i] {
			for k := range b.tables[i][j] {
				b.tables[i][j][k] = row{^uint64(0), 0x123456789abcdef0, ^uint64(0), 12345}
			}
		}
	}
	k.fill(b, patterns, kept)
	if got, want := k.join(b, list, kept), naivePairs(patterns, list, kept); got != want {
		t.Fatalf("%d patterns and %d with %#x kept: %d pairs, want %d", len(patterns), len(list), kept, got, want)
	}
}

// TestFillAgain checks that a block keeps nothing of its previous contents.
func TestFillAgain(t *testing.T) { eachForm(t, testFillAgain[uint32], testFillAgain[uint64]) }

func testFillAgain[P pattern](t *testing.T, k kernels[P]) {
	r := rand.New(rand.NewPCG(7, 8))
	b := new(block)
	list := randomList[P](r, 50, 0.1)
	for i := range 200 {
		size, kept := r.IntN(blockSize+1), randomKept[P](r, r.IntN(maxKept+1), i%3 == 0)
		patterns := randomList[P](r, size, 0.1)
		k.fill(b, patterns, kept)
		if got, want := k.join(b, list, kept), naivePairs(patterns, list, kept); got != want {
			t.Fatalf("round %d, %d patterns, %#x kept: %d pairs, want %d", i, size, kept, got, want)
		}
	}
}

// FuzzKernels derives lists from bytes, so that a fuzzer can reach every length and bit.
func FuzzKernels(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, uint64(0xff00ff))
	f.Add(slices.Repeat([]byte{0, 255, 0, 0, 128}, 700), ^uint64(0))
	f.Fuzz(func(t *testing.T, data []byte, mask uint64) {
		fuzzWidth[uint32](t, data, mask)
		fuzzWidth[uint64](t, data, mask)
	})
}

func fuzzWidth[P pattern](t *testing.T, data []byte, mask uint64) {
	size := bits.Len64(uint64(^P(0))) / 8
	var list []P
	for chunk := range slices.Chunk(data, size) {
		var p P
		for i, c := range chunk {
			p |= P(c) << (8 * i)
		}
		list = append(list, p)
	}
	kept := P(mask)
	for bits.OnesCount64(uint64(kept)) > maxKept {
		kept &= kept - 1
	}
	for _, k := range forms[P]() {
		checkAvoiding(t, k, list, P(mask))
		checkJoin(t, k, list[:min(len(list), blockSize)], list[max(0, len(list)-40):], kept)
	}
}

// fastest runs f repeatedly and reports the time in nanoseconds for each of n parts in the fastest run, which
// other processes disturbed least.
func fastest(b *testing.B, n int, unit string, f func()) {
	best := time.Duration(1 << 62)
	for b.Loop() {
		start := time.Now()
		for range 8 {
			f()
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Nanoseconds())/8/float64(n), unit)
	b.ReportMetric(0, "ns/op")
}

func BenchmarkAvoiding(b *testing.B) {
	benchAvoiding[uint32](b)
	benchAvoiding[uint64](b)
}

func benchAvoiding[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(11, 12))
	const n = 2000
	src := randomList[P](r, n, 0.3)
	dst := make([]P, n+lanes)
	for _, k := range forms[P]() {
		b.Run(fmt.Sprintf("%s/%T", k.name, src[0]), func(b *testing.B) {
			fastest(b, n, "ns/pattern", func() { k.avoiding(dst, src, 3) })
		})
	}
}

func BenchmarkFill(b *testing.B) {
	benchFill[uint32](b)
	benchFill[uint64](b)
}

func benchFill[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, size := range []int{256, 400, 512} {
		patterns := randomList[P](r, size, 0.3)
		for _, k := range forms[P]() {
			b.Run(fmt.Sprintf("%s/%T/%d", k.name, patterns[0], size), func(b *testing.B) {
				block := new(block)
				fastest(b, 1, "ns/block", func() { k.fill(block, patterns, 1<<30-1) })
			})
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	benchJoin[uint32](b)
	benchJoin[uint64](b)
}

func benchJoin[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, size := range []int{256, 512} {
		for _, kept := range []int{18, 24, 30} {
			patterns := randomList[P](r, size, 0.3)
			mask := randomKept[P](r, kept, true)
			for _, k := range forms[P]() {
				block := new(block)
				k.fill(block, patterns, mask)
				for _, n := range []int{250, 5000} {
					list := randomList[P](r, n, 0.3)
					b.Run(fmt.Sprintf("%s/%T/block=%d/kept=%d/list=%d", k.name, list[0], size, kept, n), func(b *testing.B) {
						fastest(b, n, "ns/pattern", func() { k.join(block, list, mask) })
					})
				}
			}
		}
	}
}

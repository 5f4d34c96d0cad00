package quadrant

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func sparse[P pattern](random *rand.Rand) P {
	return P(random.Uint64() & random.Uint64() & random.Uint64())
}

func TestHalves(t *testing.T) {
	t.Run("32", testHalves[uint32])
	t.Run("64", testHalves[uint64])
}

// testHalves makes half-boards from lists of random patterns in every way and compares with the
// definition.
func testHalves[P pattern](t *testing.T) {
	const n, classes = 7, 5
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		// A mark is flag*classes + class.
		var placements [2][]placement[P]
		for i := range placements {
			for range random.IntN(100) {
				placements[i] = append(placements[i], placement[P]{square[P]{sparse[P](random), random.Uint32N(2 * classes)}, random.Uint32N(n)})
				if i == 0 && (round%2 == 0 || random.IntN(4) > 0) {
					placements[i][len(placements[i])-1].diagonals |= 1
				} else if i == 0 {
					placements[i][len(placements[i])-1].diagonals = 0
				}
			}
		}
		flag := func(p *placement[P]) int { return int(p.mark) / classes }
		byColumns := func(p *placement[P]) int { return int(p.columns) }
		byFlag := func(p *placement[P]) int { return 2*int(p.columns) + flag(p) }
		for _, way := range []struct {
			name    string
			buckets int
			lists   int
			list    func(*placement[P]) int
			bucket  func(x, y *placement[P]) int // -1 for none
			compose func(c *composer[P], dst *buckets[P], xs, ys *lists[P])
		}{
			{"one bucket", 1, n, byColumns,
				func(x, y *placement[P]) int { return 0 },
				func(c *composer[P], dst *buckets[P], xs, ys *lists[P]) {
					c.halves(dst, 0, xs, ys, 0)
				}},
			{"tagged", 2*classes + 1, n, byColumns,
				func(x, y *placement[P]) int { return 1 + int(x.mark) },
				func(c *composer[P], dst *buckets[P], xs, ys *lists[P]) {
					c.halves(dst, 1, xs, ys, 0)
				}},
			{"bare", 1, 2 * n, byFlag,
				func(x, y *placement[P]) int { return min(1, flag(x)+flag(y)) * -1 },
				func(c *composer[P], dst *buckets[P], xs, ys *lists[P]) {
					c.bareHalves(dst, xs, ys)
				}},
			{"flagged", 3*classes + 2, 2 * n, byFlag,
				func(x, y *placement[P]) int { return 2 + int(x.mark) + flag(y)*classes },
				func(c *composer[P], dst *buckets[P], xs, ys *lists[P]) {
					c.flaggedHalves(dst, 2, classes, xs, ys, true)
				}},
			{"flagged without bare", 3*classes + 2, 2 * n, byFlag,
				func(x, y *placement[P]) int {
					if flag(x)+flag(y) == 0 {
						return -1
					}
					return 2 + int(x.mark) + flag(y)*classes
				},
				func(c *composer[P], dst *buckets[P], xs, ys *lists[P]) {
					c.flaggedHalves(dst, 2, classes, xs, ys, false)
				}},
		} {
			xs := (&scratch[P]{placements: placements[0]}).sortLists(way.lists, 1, way.list)
			ys := (&scratch[P]{placements: placements[1]}).sortLists(way.lists, vector[P](), way.list)
			want := make([][]P, way.buckets)
			for _, x := range placements[0] {
				for _, y := range placements[1] {
					if b := way.bucket(&x, &y); x.columns+y.columns == n-1 && x.diagonals&y.diagonals == 0 && b >= 0 {
						want[b] = append(want[b], x.diagonals|y.diagonals)
					}
				}
			}
			for _, k := range forms[P]() {
				b := newBuckets[P](way.buckets, 1<<20, nil)
				b.start(never)
				way.compose(k.composer, b, &xs, &ys)
				for i := range want {
					got := b.list(i)
					slices.Sort(got)
					slices.Sort(want[i])
					if !slices.Equal(got, want[i]) {
						t.Fatalf("%s, %s: bucket %d is %x, want %x", way.name, k.name, i, got, want[i])
					}
				}
			}
		}
	}
}

func TestPart(t *testing.T) {
	t.Run("32", testPart[uint32])
	t.Run("64", testPart[uint64])
}

func testPart[P pattern](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		src := make([]P, random.IntN(70))
		for i := range src {
			src[i] = sparse[P](random)
		}
		bit := P(1) << random.IntN(32)
		has := func(p P) bool { return p&bit != 0 }
		lacks := func(p P) bool { return p&bit == 0 }
		wantWith, wantWithout := slices.DeleteFunc(slices.Clone(src), lacks), slices.DeleteFunc(slices.Clone(src), has)
		for _, k := range forms[P]() {
			g := newGuarded[P](len(src))
			with, without := make([]P, len(src)+lanes), g.room
			copy(without, src)
			n, m := k.composer.part(with, without, without[:len(src)], bit)
			if !slices.Equal(with[:n], wantWith) || !slices.Equal(without[:m], wantWithout) {
				t.Fatalf("%s: %x by %x: %x and %x", k.name, src, bit, with[:n], without[:m])
			}
			g.check(t)
			g.checkBeyond(t, len(src))
		}
	}
}

func TestMirror(t *testing.T) {
	t.Run("32", testMirror[uint32])
	t.Run("64", testMirror[uint64])
}

func testMirror[P pattern](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 70 {
		half := 1 + random.IntN(width[P]()/2)
		src := randomList[P](random, n, 0.4)
		var want []P
		for i := range src {
			src[i] &= bothHalves[P](half)
			p, turned := src[i], P(0)
			for bit := range half {
				turned |= p>>bit&1<<(bit+half) | p>>(bit+half)&1<<bit
			}
			want = append(want, turned)
		}
		for _, k := range forms[P]() {
			g := newGuarded[P](n)
			copy(g.room, src)
			if k.composer.mirror(g.room[:n], half); !slices.Equal(g.room[:n], want) {
				t.Fatalf("%s: %x by %d bits: %x, want %x", k.name, src, half, g.room[:n], want)
			}
			g.check(t)
		}
	}
}

func TestPack(t *testing.T) {
	t.Run("32", testPack[uint32])
	t.Run("64", testPack[uint64])
}

func testPack[P pattern](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 500 {
		n := random.IntN(70)
		if round%4 == 0 {
			n += blockSize*(1+random.IntN(2)) - 35 // near the length of one or two whole blocks
		}
		src := randomList[P](random, n, 0.3)
		bad := randomPattern[P](random, 0.05)
		kept := randomKept[P](random, random.IntN(33), random.IntN(2) > 0)
		var want []uint32
		for _, p := range src {
			if p&bad != 0 {
				continue
			}
			packed := uint32(p) & uint32(kept)
			free := ^uint32(kept)
			for bit := 32; bit < width[P](); bit++ {
				if kept>>bit&1 != 0 {
					packed |= uint32(p>>bit&1) * (free & -free)
					free &= free - 1
				}
			}
			want = append(want, packed)
		}
		var by packing
		by.set(uint64(kept))
		if n := bits.OnesCount32(by.places); n != bits.OnesCount64(uint64(kept)) {
			t.Fatalf("%x packed to %d places", kept, n)
		}
		for _, k := range forms[P]() {
			g := newGuarded[uint32](len(src))
			room := g.room
			if got := k.composer.packed(&room, src, bad, &by); !slices.Equal(got, want) {
				t.Fatalf("%s: %x of %x without %x: %x, want %x", k.name, kept, src, bad, got, want)
			}
			g.check(t)
		}
	}
}

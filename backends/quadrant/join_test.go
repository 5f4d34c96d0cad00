package quadrant

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestJoinerCountsPairs(t *testing.T) {
	t.Run("32", testJoiner[uint32])
	t.Run("64", testJoiner[uint64])
}

// testJoiner compares with a test of every pair, on lists of random patterns with lengths and
// numbers of diagonals that split them in every way.
func testJoiner[P pattern](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i, diagonals := range []int{5, 20, 30, 31, 32, 40, 50} {
		all := ^P(0)
		if diagonals < 32 || uint64(all) > 1<<32 {
			all = 1<<diagonals - 1
		}
		var order []P
		for rest := all; rest != 0; rest &= rest - 1 {
			order = append(order, rest&-rest)
		}
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		taken := P(0)
		for _, d := range order[:i%3] {
			taken |= d
		}
		for _, sizes := range [][4]int{{0, 1, 2, 3}, {1, 1, 0, 0}, {3, 5, 7, 2000}, {300, 3, 2, 1}, {2000, 1000, 300, 40}, {900, 0, 3000, 0}, {9000, 4000, 3500, 20}} {
			few, many := make([]P, sizes[0]), make([]P, sizes[1]+sizes[2]+sizes[3])
			for i := range few {
				few[i] = sparse[P](random)
			}
			for i := range many {
				many[i] = sparse[P](random) | taken
			}
			// The lists are adjacent in memory, as those of buckets are.
			west := func(many []P) [segments][]P {
				return [segments][]P{many[:sizes[1]], many[sizes[1]:][:sizes[2]], many[sizes[1]+sizes[2]:]}
			}
			weights := [segments]uint64{1, 0, 1000000007}
			want := uint64(0)
			for n, list := range west(many) {
				want += weights[n] * fitting(few, list, all)
			}
			for _, k := range forms[P]() {
				t.Run(fmt.Sprintf("%s, %d diagonals, %v", k.name, diagonals, sizes), func(t *testing.T) {
					j := newJoiner(&k, order)
					j.start(weights, never)
					for range 2 { // the second time in the memory of the first
						if got := j.count(few, class[P]{west(slices.Clone(many)), taken, all &^ taken}); got != want {
							t.Errorf("%d, want %d", got, want)
						}
					}
				})
			}
		}
	}
}

// TestMeet compares with a test of every pair, on classes short enough to share and on long ones.
func TestMeet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, sizes := range [][]int{{10, 3, 0, 2}, {700, 20, 400, 5}, {2000, 900, 30, 1500}} {
		list := func(n int, of uint64) []uint64 {
			list := make([]uint64, n)
			for i := range list {
				list[i] = sparse[uint64](random)&(1<<28-1)&^3 | of
			}
			return list
		}
		east := list(sizes[0], 0)
		for i := range east {
			east[i] |= random.Uint64() & 3
		}
		var classes []class[uint64]
		weights := [segments]uint64{1, 10, 1000}
		want := uint64(0)
		for n, size := range sizes[1:] {
			c := class[uint64]{taken: uint64(n)}
			c.deciding = (1<<28 - 1) &^ c.taken
			for i := range c.west {
				c.west[i] = list(size, c.taken)
				want += weights[i] * fitting(east, c.west[i], 1<<28-1)
			}
			classes = append(classes, c)
		}
		for _, k := range forms[uint64]() {
			var order []uint64
			for d := range 28 {
				order = append(order, 1<<d)
			}
			j := newJoiner(&k, order)
			j.start(weights, never)
			if got := j.meet(east, classes); got != want {
				t.Errorf("%s, %d: %d, want %d", k.name, sizes, got, want)
			}
		}
	}
}

package quadrant

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestJoinerCountsPairs(t *testing.T) {
	t.Run("32", testJoiner[uint32])
	t.Run("64", testJoiner[uint64])
}

// testJoiner compares with looking at every pair, on lists of random patterns
// so long and of so many diagonals that they are split in every way.
func testJoiner[P pattern](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, diagonals := range []int{5, 20, 30, 31, 32, 40, 50} {
		all := ^P(0)
		if diagonals < 32 || uint64(all) > 1<<32 {
			all = 1<<diagonals - 1
		}
		var order []P
		for rest := all; rest != 0; rest &= rest - 1 {
			order = append(order, rest&-rest)
		}
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		list := func(n int) []P {
			list := make([]P, n, n+lanes)
			for i := range list {
				list[i] = sparse[P](random)
			}
			return list
		}
		for _, sizes := range [][4]int{{0, 1, 2, 3}, {1, 1, 0, 0}, {3, 5, 7, 2000}, {300, 3, 2, 1}, {2000, 1000, 300, 40}, {900, 0, 3000, 0}, {9000, 4000, 3500, 20}} {
			few := list(sizes[0])
			many := [weightings][]P{list(sizes[1]), list(sizes[2]), list(sizes[3])}
			weights := [weightings]uint64{1, 0, 1000000007}
			want := uint64(0)
			for n, list := range many {
				fit := 0
				for _, x := range few {
					x &= all
					for _, y := range list {
						if x&y == 0 {
							fit++
						}
					}
				}
				want += weights[n] * uint64(fit)
			}
			t.Run(fmt.Sprintf("%d diagonals, %v", diagonals, sizes), func(t *testing.T) {
				k := best[P]()
				j := newJoiner(&k, bestComposer[P](), order)
				j.weights, j.stopped = weights, never
				if got := j.join(0, few, many, all); got != want {
					t.Errorf("%d, want %d", got, want)
				}
			})
		}
	}
}

package quadrant

import (
	"math/bits"
	"slices"
	"testing"
)

// attacking reports whether two queens on squares attack each other.
func attacking(u, v, x, y int) bool {
	return u == x || v == y || u-v == x-y || u+v == x+y
}

// TestPlace compares with trying every choice of columns, on every set of rows.
func TestPlace(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {5, 3}, {3, 5}} {
		columns, rows := size[0], size[1]
		at := func(u, v int) square[uint64] { return square[uint64]{1 << (v*columns + u), uint32(1 + u*v)} }
		q := newQuarter(columns, rows, at)
		held := q.holding(1, 2)
		for set := range uint32(1) << rows {
			for _, q := range []*quarter[uint64]{q, held} {
				var want []placement[uint64]
				for squares := range uint64(1) << (columns * rows) {
					p := placement[uint64]{square: q.held}
					var stand [][2]int
					ok, taken := bits.OnesCount64(squares) == bits.OnesCount32(set), uint32(0)
					for rest := squares; rest != 0 && ok; rest &= rest - 1 {
						i := bits.TrailingZeros64(rest)
						u, v := i%columns, i/columns
						ok = set>>v&1 != 0 && (q != held || !attacking(u, v, 1, 2))
						for _, s := range stand {
							ok = ok && !attacking(u, v, s[0], s[1])
						}
						stand = append(stand, [2]int{u, v})
						taken |= 1 << u
						p.diagonals |= at(u, v).diagonals
						p.mark += at(u, v).mark
						p.columns |= 1 << u
					}
					if ok {
						want = append(want, p)
					}
				}
				got := q.place(nil, set, never)
				order := func(a, b placement[uint64]) int { return int(int64(a.diagonals) - int64(b.diagonals)) }
				slices.SortFunc(got, order)
				slices.SortFunc(want, order)
				if !slices.Equal(got, want) {
					t.Fatalf("%dx%d, rows %b: %v, want %v", columns, rows, set, got, want)
				}
			}
		}
	}
}

func TestSubsetsComplementEachOther(t *testing.T) {
	for n := range 7 {
		for k := range n + 1 {
			s, rest := newSubsets(n)[k], newSubsets(n)[n-k]
			for i, set := range s.sets {
				if int(s.rank[set]) != i || set^rest.sets[len(s.sets)-1-i] != 1<<n-1 {
					t.Errorf("%d of %d: set %d is %b", k, n, i, set)
				}
			}
		}
	}
}

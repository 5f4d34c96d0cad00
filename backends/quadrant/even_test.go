package quadrant

import (
	"math/bits"
	"testing"

	"nqueens"
	"nqueens/family"
)

func never() bool { return false }

// total counts all tasks.
func total(p plan) (found, pairs uint64) {
	w := p.worker()
	for i := range p.tasks() {
		f, n := w.count(i, never)
		found += f
		pairs += n
	}
	return found, pairs
}

// known returns the number of solutions of n queens, A000170.
func known(t testing.TB, n int) *nqueens.Count {
	t.Helper()
	k, ok := nqueens.Problem{Family: family.Queens, N: n}.Known()
	if !ok {
		t.Fatalf("no known count for %d", n)
	}
	return k.Count
}

func checkCount(t *testing.T, n int, found uint64) {
	t.Helper()
	if want := known(t, n); nqueens.NewCount(found).Cmp(want) != 0 {
		t.Errorf("%d queens: %d, want %v", n, found, want)
	}
}

func TestEven(t *testing.T) {
	for m := 2; m <= 8; m++ {
		found, _ := total(newEvenPlan(newEvenBoard[uint32](m), best[uint32](), ample))
		checkCount(t, 2*m, found)
	}
	for m := 2; m <= 7; m++ {
		found, _ := total(newEvenPlan(newEvenBoard[uint64](m), best[uint64](), ample))
		checkCount(t, 2*m, found)
		// With the portable forms and without room for tables.
		found, _ = total(newEvenPlan(newEvenBoard[uint32](m), portable[uint32](), room{portion: leastPortion}))
		checkCount(t, 2*m, found)
	}
}

// solutions calls visit with the column of the queen in each row.
func solutions(n int, visit func(columns []int)) {
	var columns []int
	var place func()
	place = func() {
		if len(columns) == n {
			visit(columns)
			return
		}
	next:
		for u := range n {
			for y, x := range columns {
				if attacking(u, len(columns), x, y) {
					continue next
				}
			}
			columns = append(columns, u)
			place()
			columns = columns[:len(columns)-1]
		}
	}
	place()
}

// TestPairsAreSolutions checks for every choice of rows, canonical or not, that the pairs are the
// solutions without a queen on a main diagonal in the east, by the number of such queens in the
// west.
func TestPairsAreSolutions(t *testing.T) {
	for m := 2; m <= 5; m++ {
		want := map[choice][segments]uint64{}
		solutions(2*m, func(columns []int) {
			var c choice
			east, west := 0, 0
			for y, x := range columns {
				main := 0
				if x == y || x+y == 2*m-1 {
					main = 1
				}
				switch {
				case x < m:
					west += main
				case y >= m:
					c.north |= 1 << (y - m)
					east += main
				default:
					c.south |= 1 << (m - 1 - y)
					east += main
				}
			}
			if east == 0 {
				tally := want[c]
				tally[west]++
				want[c] = tally
			}
		})
		for _, b := range evenBoards(m) {
			testPairs(t, b, want)
		}
	}
}

// evenBoards returns boards with all half-boards in one class, with classes side by side, and with
// classes apart.
func evenBoards(m int) []evenBoard[uint32] {
	return []evenBoard[uint32]{{m: m}, {m: m, classed: true}, {m: m, classed: true, apart: true}}
}

func testPairs(t *testing.T, b evenBoard[uint32], want map[choice][segments]uint64) {
	t.Helper()
	m := b.m
	w := newEvenPlan(b, best[uint32](), ample).worker().(*evenWorker[uint32])
	for both := range uint32(1) << (2 * m) {
		c := choice{uint16(both >> m), uint16(both & (1<<m - 1))}
		if bits.OnesCount32(both) != m {
			continue
		}
		for n, pairs := range want[c] {
			var weights [segments]uint64
			weights[n] = 1
			if got, _ := w.countChoice(c, weights, never); got != pairs {
				t.Errorf("%+v, rows %b %b, %d on main diagonals: %d, want %d", b, c.north, c.south, n, got, pairs)
			}
		}
	}
}

// TestPortions checks that half-boards that do not fit in memory together are compared in portions.
func TestPortions(t *testing.T) {
	for m := 3; m <= 6; m++ {
		for _, b := range evenBoards(m) {
			p := newEvenPlan(b, best[uint32](), ample)
			w := p.worker().(*evenWorker[uint32])
			w.east.most, w.west.most = 3, 2
			found := uint64(0)
			for task := range p.tasks() {
				n, _ := w.count(task, never)
				found += n
			}
			checkCount(t, 2*m, found)
		}
		p := newOddPlan(2*m+1, best[uint64](), ample).(*oddPlan[uint64, uint64])
		w := p.worker().(*oddWorker[uint64, uint64])
		w.east.most, w.west.most, w.centre.east.most, w.centre.west.most = 3, 2, 3, 2
		found := uint64(0)
		for task := range p.tasks() {
			n, _ := w.count(task, never)
			found += n
		}
		checkCount(t, 2*m+1, found)
	}
}

// BenchmarkEvenTables builds all tables of a board, and BenchmarkEvenHalves all half-boards; both
// report the time for one.
func BenchmarkEvenTables(b *testing.B) {
	b.Run("n=16", benchmarkTables[uint32](8))
	b.Run("n=18", benchmarkTables[uint32](9))
	b.Run("n=20", benchmarkTables[uint64](10))
}

func benchmarkTables[P pattern](m int) func(b *testing.B) {
	return func(b *testing.B) {
		placements := 0
		for b.Loop() {
			p := newEvenPlan(newEvenBoard[P](m), best[P](), ample)
			r := scratch[P]{stopped: never}
			for rows := range uint32(1) << m {
				p.tables.table(&r, rows, true)
				placements += len(r.placements)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(placements), "ns/placement")
	}
}

func BenchmarkEvenHalves(b *testing.B) {
	b.Run("n=16", benchmarkHalves[uint32](8, 7))
	b.Run("n=18", benchmarkHalves[uint32](9, 31))
	b.Run("n=20", benchmarkHalves[uint64](10, 499))
}

func benchmarkHalves[P pattern](m, step int) func(b *testing.B) {
	return func(b *testing.B) {
		for _, k := range forms[P]() {
			b.Run(k.name, func(b *testing.B) {
				p := newEvenPlan(newEvenBoard[P](m), k, ample)
				w := p.worker().(*evenWorker[P])
				w.scratch.stopped, w.bare = never, true
				halves := 0
				for b.Loop() {
					for i := 0; i < p.tasks(); i += step {
						c := p.choices[i]
						east, west, _ := w.recent.halves(c, m, &w.scratch)
						w.western = west
						w.generateEast(east)
						w.west.start(never)
						for side := range w.western {
							w.generateWest(side, &w.western[side].near[side])
						}
						for _, b := range []*buckets[P]{w.east, w.west} {
							for i := range b.ends {
								halves += len(b.list(i))
							}
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(halves), "ns/half")
			})
		}
	}
}

package quadrant

import (
	"fmt"
	"testing"
)

// BenchmarkEvenTables makes all tables of a board, and BenchmarkEvenHalves all
// half-boards; both report the time for one.
func BenchmarkEvenTables(b *testing.B) {
	b.Run("n=16", benchmarkTables[uint32](8))
	b.Run("n=18", benchmarkTables[uint32](9))
	b.Run("n=20", benchmarkTables[uint64](10))
}

func benchmarkTables[P pattern](m int) func(b *testing.B) {
	return func(b *testing.B) {
		placements := 0
		for b.Loop() {
			p := newEvenPlan(newEvenBoard[P](m), best[P](), bestComposer[P](), 1<<40)
			r := room[P]{stopped: never}
			for rows := range uint32(1) << m {
				p.tables.table(&r, rows)
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
		for _, c := range composers[P]() {
			b.Run(fmt.Sprint(c.name), func(b *testing.B) {
				p := newEvenPlan(newEvenBoard[P](m), best[P](), c, 1<<40)
				w := p.worker().(*evenWorker[P])
				w.room.stopped, w.bare = never, true
				halves, every := 0, uint32(1)<<m-1
				for b.Loop() {
					for i := 0; i < p.tasks(); i += step {
						c := p.choices[i]
						east, _ := w.desk.of(eastHalf, uint32(c.north), uint32(c.south), &w.room)
						w.western, _ = w.desk.of(westHalf, every&^uint32(c.north), every&^uint32(c.south), &w.room)
						w.generateEast(east)
						w.generateWest()
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

package quadrant

import (
	"fmt"
	"testing"
)

func oddPlanOf(n int) plan {
	if n <= 17 {
		return newOddPlan(n, best[uint32](), bestComposer[uint32](), 1<<30)
	}
	return newOddPlan(n, best[uint64](), bestComposer[uint64](), 1<<30)
}

// BenchmarkOdd reports whole counts, plan and tables included.
func BenchmarkOdd(b *testing.B) {
	for _, n := range []int{13, 15, 17} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				total(oddPlanOf(n))
			}
		})
	}
}

// BenchmarkOddTables makes all tables of 17 queens.
func BenchmarkOddTables(b *testing.B) {
	q := newOddQuadrants(newOddForm[uint32, uint32](17))
	r := room[uint32]{stopped: never}
	for b.Loop() {
		for rows := range uint32(1) << 8 {
			q.emptyCentre(&r, rows)
			q.centre(&r, rows)
		}
	}
}

// BenchmarkOddTasks does every 97th task of 17 queens with an empty centre.
func BenchmarkOddTasks(b *testing.B) {
	p := oddPlanOf(17).(*oddPlan[uint32, uint32])
	w := p.worker()
	pairs := uint64(0)
	for b.Loop() {
		for task := 0; task < p.empty; task += 97 {
			_, n := w.count(task, never)
			pairs += n
		}
	}
	b.ReportMetric(float64(pairs)/float64(b.Elapsed().Nanoseconds()), "pairs/ns")
}

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
	var scratch []placement[uint32]
	for b.Loop() {
		for rows := range uint32(1) << 8 {
			_, scratch = q.emptyCentre(scratch[:0], rows)
			_, scratch = q.centre(scratch[:0], rows)
		}
	}
}

// BenchmarkOddHalves makes half-boards of every 97th task with an empty centre,
// at 17 queens, and BenchmarkOddMeeting also compares them.
func BenchmarkOddHalves(b *testing.B)  { benchmarkOddTasks(b, false) }
func BenchmarkOddMeeting(b *testing.B) { benchmarkOddTasks(b, true) }

func benchmarkOddTasks(b *testing.B, comparing bool) {
	p := oddPlanOf(17).(*oddPlan[uint32, uint32])
	w := newOddWorker(p)
	made, pairs := 0, uint64(0)
	for b.Loop() {
		for task := 0; task < p.empty; task += 97 {
			c := p.choices[task]
			w.meeting.start(never)
			w.generate(uint32(c.north), uint32(c.south))
			made += len(w.east.list(0))
			for class := range p.form.classes() {
				made += len(w.west.list(class))
			}
			if comparing {
				w.meet()
			}
			pairs += w.meeting.pairs
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(made), "ns/half-board")
	if comparing {
		b.ReportMetric(float64(pairs)/float64(b.Elapsed().Nanoseconds()), "pairs/ns")
	}
}

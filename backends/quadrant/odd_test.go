package quadrant

import (
	"fmt"
	"testing"
)

func TestOddCounts(t *testing.T) {
	for n := 5; n <= 15; n += 2 {
		// Without room for tables.
		found, pairs := total(newOddPlan(n, best[uint64](), room{portion: leastPortion}))
		checkCount(t, n, found)
		for _, k := range forms[uint32]() {
			found, again := total(newOddPlan(n, k, ample))
			checkCount(t, n, found)
			if again != pairs {
				t.Errorf("%d queens, %s: %d pairs compared, %d otherwise", n, k.name, again, pairs)
			}
		}
	}
	// These forms are otherwise used for larger boards only.
	const n = 13
	tight := oddForm[uint64, uint32]{oddBoard[uint64]{n / 2}, true, true, true, false}
	found, _ := total(newOddPlanOf(tight, best[uint32](), ample))
	checkCount(t, n, found)
	cornered := oddForm[uint64, uint64]{oddBoard[uint64]{n / 2}, false, true, true, true}
	found, _ = total(newOddPlanOf(cornered, best[uint64](), ample))
	checkCount(t, n, found)
	if k := best[uint32](); k.name != "portable" {
		found, _ := total(newOddPlan(17, k, ample))
		checkCount(t, 17, found)
	}
}

// oddTaskCounts returns the expected results of the tasks, by search: the number of solutions by
// the rows of the east half, for an empty centre and for a queen there.
func oddTaskCounts(m int) (empty, centre map[choice]uint64) {
	empty, centre = map[choice]uint64{}, map[choice]uint64{}
	solutions(2*m+1, func(columns []int) {
		var east choice
		r, c := 0, columns[m]-m
		for row, column := range columns {
			x, y := column-m, row-m
			switch {
			case x == 0:
				r = y
			case x > 0 && y > 0:
				east.north |= 1 << (y - 1)
			case x > 0 && y < 0:
				east.south |= 1 << (-y - 1)
			}
		}
		switch {
		case r == 0:
			centre[east]++
		case c < 0 && r > 0 && -c > r:
			empty[east]++
		}
	})
	return empty, centre
}

func TestOddTasks(t *testing.T) {
	for _, m := range []int{2, 3, 4, 5} {
		empty, centre := oddTaskCounts(m)
		for _, classed := range []bool{false, true} {
			for _, cornered := range []bool{false, classed} {
				for _, apart := range []bool{false, classed} {
					name := fmt.Sprintf("m=%d classed=%t cornered=%t apart=%t", m, classed, cornered, apart)
					f := oddForm[uint64, uint64]{oddBoard[uint64]{m}, false, classed, cornered, apart}
					testOddTasks(t, name, newOddPlanOf(f, best[uint64](), ample), empty, centre)
				}
			}
		}
		f := oddForm[uint64, uint32]{oddBoard[uint64]{m}, true, true, true, false}
		testOddTasks(t, fmt.Sprintf("m=%d tight", m), newOddPlanOf(f, best[uint32](), ample), empty, centre)
	}
}

func testOddTasks[W, P pattern](t *testing.T, name string, p *oddPlan[W, P], empty, centre map[choice]uint64) {
	t.Helper()
	w := p.worker()
	for task, c := range p.choices {
		want := 8 * empty[c]
		if task >= p.empty {
			want = orbit(p.form.board.m, c) * centre[c]
		}
		if found, _ := w.count(task, never); found != want {
			t.Errorf("%s, task %d of %d, rows %b: %d, want %d", name, task, p.tasks(), c, found, want)
		}
	}
}

func TestOddOrbits(t *testing.T) {
	for m := 2; m <= 6; m++ {
		p := newOddPlan(2*m+1, best[uint64](), room{portion: leastPortion}).(*oddPlan[uint64, uint64])
		every := uint16(1)<<m - 1
		stands := map[choice]int{}
		for _, c := range p.choices[p.empty:] {
			images := map[choice]bool{}
			for _, image := range []choice{c, {c.south, c.north}, {every &^ c.north, every &^ c.south}, {every &^ c.south, every &^ c.north}} {
				if !images[image] {
					images[image] = true
					stands[image]++
				}
			}
			if n := orbit(m, c); int(n) != len(images) {
				t.Errorf("m=%d: %b is said to stand for %d choices, there are %d", m, c, n, len(images))
			}
		}
		for _, c := range p.choices[:p.empty] {
			if stands[c] != 1 {
				t.Errorf("m=%d: %d choices stand for %b", m, stands[c], c)
			}
		}
	}
}

func TestOddTurns(t *testing.T) {
	for m := 2; m <= 13; m++ {
		b, c := oddBoard[uint64]{m}, centreBoard[uint64, uint64]{oddBoard[uint64]{m}}
		for x := 1; x <= m; x++ {
			for y := 1; y <= m; y++ {
				if got, want := b.upsideDown(b.at(x, y)), b.at(x, -y); got != want {
					t.Errorf("m=%d (%d, %d) upside down: %b, want %b", m, x, y, got, want)
				}
				if got, want := b.halfTurn(b.at(x, y)), b.at(-x, -y); got != want {
					t.Errorf("m=%d (%d, %d) after half a turn: %b, want %b", m, x, y, got, want)
				}
				if x == y {
					continue
				}
				for _, y := range []int{y, -y} {
					mirrored := []uint64{c.short(b.at(x, y))}
					mirror(mirrored, c.half())
					if want := c.short(b.at(-x, y)); mirrored[0] != want {
						t.Errorf("m=%d (%d, %d) mirrored: %b, want %b", m, x, y, mirrored[0], want)
					}
				}
			}
		}
	}
}

func TestOddStops(t *testing.T) {
	p := newOddPlan(19, best[uint64](), room{portion: leastPortion})
	w := p.worker()
	for _, task := range []int{p.tasks() / 3, p.tasks() - 1} {
		if _, pairs := w.count(task, func() bool { return true }); pairs != 0 {
			t.Errorf("task %d compared %d pairs though it was stopped", task, pairs)
		}
	}
}

func oddPlanOf(n int) plan {
	if n <= 17 {
		return newOddPlan(n, best[uint32](), ample)
	}
	return newOddPlan(n, best[uint64](), ample)
}

// BenchmarkOdd measures whole counts, including plan and tables.
func BenchmarkOdd(b *testing.B) {
	for _, n := range []int{13, 15, 17} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				total(oddPlanOf(n))
			}
		})
	}
}

// BenchmarkOddTables builds all tables of 17 queens.
func BenchmarkOddTables(b *testing.B) {
	q := newOddQuadrants(newOddForm[uint32, uint32](17))
	r := scratch[uint32]{stopped: never}
	for b.Loop() {
		for rows := range uint32(1) << 8 {
			q.emptyCentre(&r, rows)
			q.centre(&r, rows)
		}
	}
}

// BenchmarkOddTasks counts every 97th task of 17 queens with an empty centre.
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

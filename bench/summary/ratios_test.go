package summary

import (
	"math"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/golden"
)

// TestRatios compares the tables of ratios with the expected ones: against an external program,
// with a note about its start; with too few runs for an interval; with two threads; a wrong answer;
// and published figures.
func TestRatios(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{
		Name: "made up", Baseline: "plain", External: []bench.Program{{Name: "plain", Command: "./plain {n}"}, {Name: "other", Command: "./other {n}"}},
		Published: []bench.Published{
			{Name: "a counter, 2013", Family: "queens", Ratios: map[int]float64{16: 13, 17: 8}, Source: "a page"},
			{Name: "another", Family: "queens", Ratios: map[int]float64{16: 0.5, 20: 30}, Source: "a talk"},
			{Name: "a third", Family: "torus", Ratios: map[int]float64{7: 2}, Source: "a paper"},
		},
	}}
	for _, p := range []struct {
		problem, count string
		seconds        float64
	}{{"queens(6)", "4", 0.002}, {"queens(7)", "40", 0.02}, {"queens(8)", "92", 0.2}} {
		m.add(p.problem, nqueens.CountAll, "plain", "", p.count, six(p.seconds)...)
		m.add(p.problem, nqueens.CountAll, "right", "", p.count, six(p.seconds/4)...)
		m.add(p.problem, nqueens.CountAll, "right", "", p.count, six(p.seconds/8)...)
		m.Jobs[len(m.Jobs)-1].Threads = 2
		for i := range m.records[len(m.records)-6:] {
			m.records[len(m.records)-6+i].Threads = 2
		}
		m.add(p.problem, nqueens.CountAll, "other", "", p.count, six(p.seconds/10)...)
		m.add(p.problem, nqueens.CountAll, "righttoo", "", p.count, 2*p.seconds)
		m.add(p.problem, nqueens.CountAll, "misses", "", "3", six(p.seconds/1000)...)
	}
	m.add("torus(5)", nqueens.CountAll, "right", "", "10", six(0.1)...)
	m.add("queens(9)", nqueens.CountAll, "plain", "", string(nqueens.Timeout), 0)
	m.add("queens(9)", nqueens.CountAll, "right", "", "352", six(0.5)...)

	s := m.summary()
	var out textWriter
	s.writeRatios(&out)
	golden.Equal(t, "ratios.golden", out.String())

	for _, c := range s.Cells {
		if c.Problem == "queens(8)" && c.Contender.String() == "right x2" {
			r := c.Speedup
			// The ends are those of intervals of ±10 %.
			if !r.Enough || math.Abs(r.Median-8) > 1e-9 || math.Abs(r.Low-8*0.9/1.1) > 1e-9 || math.Abs(r.High-8*1.1/0.9) > 1e-9 {
				t.Errorf("right x2: %+v", r)
			}
		}
	}
}

package phase

import (
	"math"
	"slices"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/instance"
)

func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, .2775}, {5, 10, .2366, .7634}, {10, 10, .7225, 1}, {81, 263, .2553, .3662}, // the last of Newcombe, 1998
		{0, 0, 0, 1},
	} {
		low, high := wilson(test.k, test.n)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f", test.k, test.n, low, high)
		}
	}
}

// TestCrossing gives the published 6.01 and 11.96 from the published fractions.
func TestCrossing(t *testing.T) {
	for n, want := range map[int]float64{10: 6.01, 12: 8.32, 15: 11.96} {
		var list []share
		for i, part := range publishedShares[n].shares {
			list = append(list, share{float64(publishedShares[n].from + i), part})
		}
		if x, ok := crossing(list); !ok || math.Abs(x-want) > 0.0051 {
			t.Errorf("n = %d: %.3f, published %.2f", n, x, want)
		}
	}
	if _, ok := crossing([]share{{1, 1}, {2, 0.6}}); ok {
		t.Error("a crossing where there is none")
	}
}

func TestDistribution(t *testing.T) {
	s := newDistribution([]float64{4, 1, 3, 2}, 0)
	if s.mean != 2.5 || s.median() != 2.5 || s.quantile(0.9) != 4 || s.most() != 4 {
		t.Errorf("%+v", s)
	}
	if s := newDistribution([]float64{9, 1, 3}, 0); s.median() != 3 {
		t.Errorf("%+v", s)
	}
	line := survival("x", 0, newDistribution([]float64{1, 2, 2, 8}, 0))
	if len(line.Points) != 2 || line.Points[0].Y != 0.75 || line.Points[1].X != 2 || line.Points[1].Y != 0.25 {
		t.Errorf("%+v", line.Points)
	}
}

// TestWrongEffort: what a wrong solution took is no effort.
func TestWrongEffort(t *testing.T) {
	nodes := func(n int64) map[string]int64 { return map[string]int64{"nodes": n} }
	s := sample{answers: []bench.Answer{
		{Status: nqueens.Solved, Stats: nodes(100)}, {Status: nqueens.Solved, Wrong: true, Stats: nodes(900)}, {Status: nqueens.Timeout, Stats: nodes(900)},
	}}
	if e := s.effort("nodes"); len(e.values) != 1 || e.mean != 100 {
		t.Errorf("%+v", e)
	}
}

// TestKappa: the number of blocks is the inverse, and the ASP instances are at
// one value of it.
func TestKappa(t *testing.T) {
	for _, n := range []float64{10, 28, 56} {
		for _, k := range []float64{0.5, 1, 1.2} {
			if got := kappa(n, blocksAt(n, k)); math.Abs(got-k) > 1e-9 {
				t.Errorf("n = %v: %v, want %v", n, got, k)
			}
		}
	}
	for n, b := range map[float64]float64{28: 595, 48: 1962, 50: 2142, 56: 2734} {
		if k := kappa(n, b); math.Abs(k-0.955) > 0.003 {
			t.Errorf("n = %v: kappa is %.4f", n, k)
		}
	}
}

// TestSweep: instances come in the order of lists, all first ones before any
// second, and sizes share the instance.
func TestSweep(t *testing.T) {
	s := newSweep(partDiagonals, 10, publishedInstances, diagonalLists(t.Context(), 10, 12, true))
	var last nqueens.Problem
	for i := range 24 {
		p, err := s.problem(i)
		if err != nil || len(p.Excluded) != i%12+1 {
			t.Fatalf("%d: %v, %v", i, p, err)
		}
		if d := len(p.Excluded) - 1; d > 0 && p.Excluded[d-1] != last.Excluded[d-1] {
			t.Errorf("%d is another instance than %d", i, i-1)
		}
		last = p
	}
}

// TestListEnds: the lists go to where the shortest of the thousand ends.
func TestListEnds(t *testing.T) {
	for _, n := range append(diagonalSizes(), largestBoard) {
		r := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: instance.All, Least: publishedLeast, Published: true}
		shortest := n * n
		for seed := uint64(1); seed <= perPoint; seed++ {
			p, err := r.Make(t.Context(), seed)
			if err != nil {
				t.Fatal(err)
			}
			shortest = min(shortest, len(p.Excluded))
		}
		if shortest != mostDiagonals(n) {
			t.Errorf("n = %d: %d, not %d", n, shortest, mostDiagonals(n))
		}
	}
}

// TestRounded writes numbers as the published tables have them.
func TestRounded(t *testing.T) {
	for v, want := range map[float64]string{1946.5: "1,946", 4402.5: "4,402", 1075.68: "1,076", 16_534: "16,530", 304_949: "304,900", 23: "23", 0: "0"} {
		if got := rounded(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestSeconds: a time limit is a time that is at least so long, and a wrong answer none.
func TestSeconds(t *testing.T) {
	s := sample{answers: []bench.Answer{
		{Status: nqueens.Solved, Seconds: 3}, {Status: nqueens.Unsatisfiable, Seconds: 1}, {Status: nqueens.Solved, Wrong: true, Seconds: 7},
		{Status: nqueens.Timeout}, {Status: nqueens.Timeout}, {Status: nqueens.Crashed},
	}}
	if d := s.seconds(10); !slices.Equal(d.values, []float64{1, 3, 10, 10}) || d.censored != 2 || d.mean != 6 {
		t.Errorf("%+v", d)
	}
	if solvable, decided := s.solvable(); solvable != 1 || decided != 2 {
		t.Errorf("%d of %d", solvable, decided)
	}
}

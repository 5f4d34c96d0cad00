package phase

import (
	"math"
	"slices"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/instance"
)

// TestCrossing gives the published 6.01 and 11.96 from the published fractions.
func TestCrossing(t *testing.T) {
	for n, want := range map[int]float64{10: 6.01, 12: 8.32, 15: 11.96} {
		var list []stats.Share
		for i, part := range publishedShares[n].shares {
			list = append(list, stats.Share{X: float64(publishedShares[n].from + i), Part: part})
		}
		if x, ok := stats.Crossing(list); !ok || math.Abs(x-want) > 0.0051 {
			t.Errorf("n = %d: %.3f, published %.2f", n, x, want)
		}
	}
}

func TestSurvival(t *testing.T) {
	line := survival("x", 0, stats.NewDistribution([]float64{1, 2, 2, 8}, 0))
	if len(line.Points) != 2 || line.Points[0].Y != 0.75 || line.Points[1].X != 2 || line.Points[1].Y != 0.25 {
		t.Errorf("%+v", line.Points)
	}
}

// sampleOf is answers as a block has them.
func sampleOf(verdicts string, seconds []float64, nodes []int64) (s sample) {
	b := &bench.Block{Verdicts: verdicts, Seconds: seconds, Stats: map[string][]int64{"nodes": nodes}}
	for i := range verdicts {
		s.answers = append(s.answers, answer{bench.Answer{Block: b, I: i}})
	}
	return s
}

// TestWrongEffort: what a wrong solution took is no effort.
func TestWrongEffort(t *testing.T) {
	if e := sampleOf("1wt", nil, []int64{100, 900, 900}).effort("nodes"); len(e.Values) != 1 || e.Mean != 100 {
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
	s := newSweep(partDiagonals, 10, publishedInstances, diagonalLists(10, 12, true))
	var last nqueens.Problem
	for i := range 24 {
		p, _, err := s.instances.Problem(i)
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
	s := sampleOf("10wttc", []float64{3, 1, 7, 0, 0, 0}, nil)
	if d := s.seconds(10); !slices.Equal(d.Values, []float64{1, 3, 10, 10}) || d.Censored != 2 || d.Mean != 6 {
		t.Errorf("%+v", d)
	}
	if solvable, decided := s.solvable(); solvable != 1 || decided != 2 {
		t.Errorf("%d of %d", solvable, decided)
	}
}

package stats

import (
	"math"
	"slices"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, .2775}, {5, 10, .2366, .7634}, {10, 10, .7225, 1}, {81, 263, .2553, .3662}, // the last example of Newcombe, 1998
		{0, 0, 0, 1},
	} {
		low, high := Wilson(test.k, test.n)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f", test.k, test.n, low, high)
		}
	}
}

// TestHalfPoint checks that the ends are where the ends of Wilson's intervals pass one half, in the
// order of x whether the proportion falls or rises, and infinite where the points do not reach far
// enough.
func TestHalfPoint(t *testing.T) {
	if _, ok := Crossing([]Share{{1, 1}, {2, 0.6}}); ok {
		t.Error("a crossing where there is none")
	}
	falling := []Counted{{1, 100, 100}, {2, 0, 0}, {3, 75, 100}, {5, 25, 100}, {7, 0, 100}}
	rising := slices.Clone(falling)
	slices.Reverse(rising)
	for i := range rising {
		rising[i].X = -rising[i].X
	}
	inf := math.Inf(1)
	for _, test := range []struct {
		points []Counted
		want   Half
		ok     bool
	}{
		{falling, Half{4, 3.66, 4.34}, true},
		{rising, Half{-4, -4.34, -3.66}, true},
		{falling[:4], Half{4, 3.66, 4.34}, true},
		{[]Counted{{1, 6, 10}, {2, 4, 10}}, Half{1.5, -inf, inf}, true},
		{[]Counted{{1, 10, 10}, {2, 4, 10}}, Half{1.8333, 1.4014, inf}, true},
		{[]Counted{{1, 4, 10}, {2, 10, 10}}, Half{1.1667, -inf, 1.5986}, true},
		{falling[:3], Half{}, false},
		{nil, Half{}, false},
	} {
		got, ok := HalfPoint(test.points)
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 0.01 }
		if ok != test.ok || !near(got.X, test.want.X) || !near(got.Low, test.want.Low) || !near(got.High, test.want.High) {
			t.Errorf("%v: %+v %v", test.points, got, ok)
		}
	}
}

func TestDistribution(t *testing.T) {
	d := NewDistribution([]float64{4, 1, 3, 2}, 0)
	if d.Mean != 2.5 || d.Median() != 2.5 || d.Quantile(0.9) != 4 || d.Most() != 4 {
		t.Errorf("%+v", d)
	}
	if d := NewDistribution([]float64{9, 1, 3}, 0); d.Median() != 3 {
		t.Errorf("%+v", d)
	}
}

// TestAtLeast compares the tail of the binomial distribution with its sum.
func TestAtLeast(t *testing.T) {
	for _, p := range []float64{0, 0.05, 0.2, 0.5, 0.9} {
		for n := range 12 {
			tail := 0.0
			for k := n; k >= 0; k-- {
				tail += choose(n, k) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
				if got := AtLeast(k, n, p); !near(got, tail, 1e-9) {
					t.Errorf("AtLeast(%d, %d, %v) = %v, not %v", k, n, p, got, tail)
				}
			}
		}
	}
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// observed runs a design on points from low to high whose proportions are those of a curve. It returns the
// counts at its end.
func observed(l Locate, low, high int, curve func(x float64) float64, random *rand.Rand) (points []Counted, all int) {
	for x := low; x <= high; x++ {
		points = append(points, Counted{X: float64(x)})
	}
	for {
		at, ok := l.Next(points, asked(points))
		if !ok {
			return points, all
		}
		for range l.Batch {
			points[at].N++
			all++
			if random.Float64() < curve(points[at].X) {
				points[at].K++
			}
		}
	}
}

func asked(points []Counted) []int {
	list := make([]int, len(points))
	for i, p := range points {
		list[i] = p.N
	}
	return list
}

// TestLocate checks in 2,000 designs, on curves of several shapes and slopes, that the 95 % interval contains
// the place in about 95 % of them, and that most observations are near the place.
func TestLocate(t *testing.T) {
	logit := func(at, slope float64) func(float64) float64 {
		return func(x float64) float64 { return 1 / (1 + math.Exp(-slope*(x-at))) }
	}
	normal := func(at, wide float64) func(float64) float64 {
		return func(x float64) float64 { return 0.5 * math.Erfc((x-at)/wide/math.Sqrt2) }
	}
	skewed := func(at, wide float64) func(float64) float64 { // long to the left, short to the right
		return func(x float64) float64 { return math.Exp(-math.Ln2 * math.Exp((x-at)/wide)) }
	}
	for name, test := range map[string]struct {
		curve func(float64) float64
		at    float64
	}{
		"falls":       {logit(10.3, -1.2), 10.3},
		"rises":       {logit(14.8, 0.9), 14.8},
		"steep":       {logit(12.4, -4), 12.4},
		"near an end": {logit(5.5, -1), 5.5},
		"skewed":      {skewed(11.3, 2.5), 11.3},
		"normal":      {normal(11.6, 1.8), 11.6},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		held, near, all, fixed := 0, 0, 0, 0
		const designs = 400
		for range designs {
			points, n := observed(Locate{Share: 0.5, Batch: 10, Most: 2000, Width: 0.5}, 4, 20, test.curve, random)
			place, ok := Locate{Share: 0.5}.Place(points)
			if !ok {
				t.Fatalf("%s: no place in %v", name, points)
			}
			if place.Low <= test.at && test.at <= place.High {
				held++
			}
			all += n
			most := 0
			for _, p := range points {
				if math.Abs(p.X-test.at) <= 3 {
					near += p.N
				}
				most = max(most, p.N)
			}
			fixed += most * len(points)
		}
		if part := float64(held) / designs; part < 0.92 {
			t.Errorf("%s: %.3f of the intervals hold the place", name, part)
		}
		if part := float64(near) / float64(all); part < 0.5 {
			t.Errorf("%s: %.2f of the observations are near the place", name, part)
		}
		t.Logf("%s: held %.3f, %d observations a design, near %.2f, as many at each point as at the most observed: %d", name, float64(held)/designs, all/designs, float64(near)/float64(all), fixed/designs)
	}
}

// TestLocateNowhere checks that the design ends soon, without a place, if a proportion never crosses the
// share.
func TestLocateNowhere(t *testing.T) {
	for _, curve := range []func(float64) float64{
		func(float64) float64 { return 1 }, func(float64) float64 { return 0 }, func(float64) float64 { return 0.05 },
	} {
		points, all := observed(Locate{Share: 0.5, Batch: 10, Most: 2000, Width: 0.5}, 4, 20, curve, rand.New(rand.NewPCG(3, 4)))
		if _, ok := (Locate{Share: 0.5}).Place(points); ok || all > 100 {
			t.Errorf("%d observations, %v", all, points)
		}
	}
	// One point alone has no place, and a limit for each point ends a design.
	points, _ := observed(Locate{Share: 0.5, Batch: 10, Most: 30, Width: 1e-9}, 1, 3, func(float64) float64 { return 0.5 }, rand.New(rand.NewPCG(5, 6)))
	if most := max(points[0].N, points[1].N, points[2].N); most != 30 {
		t.Errorf("%v: no point as often as allowed, or more often", points)
	}
	if _, ok := (Locate{Share: 0.5, Batch: 10, Most: 20}).Next([]Counted{{X: 1, K: 10, N: 20}}, []int{20}); ok {
		t.Error("one point is observed for ever")
	}
	// Observations without an outcome count against the limit.
	if _, ok := (Locate{Share: 0.5, Batch: 10, Most: 20}).Next([]Counted{{X: 1}, {X: 2}}, []int{20, 20}); ok {
		t.Error("points without an outcome are observed for ever")
	}
}

package stats

import (
	"math/rand/v2"
	"testing"
)

// TestPeakOf checks that the interval of a clear peak is the peak alone, that the interval of a
// flat top covers it, and that a rare very large value makes the interval of the mean wide.
func TestPeakOf(t *testing.T) {
	if _, ok := PeakOf([]Observed{{X: 3}}); ok {
		t.Error("a peak of nothing")
	}
	random := rand.New(rand.NewPCG(3, 4))
	sweep := func(means ...float64) (points []Observed) {
		for x, mean := range means {
			o := Observed{X: float64(x), Of: map[uint64]float64{}}
			for id := range uint64(50) {
				o.Of[id] = mean + random.Float64()
			}
			points = append(points, o)
		}
		return points
	}
	clear, ok := PeakOf(sweep(1, 5, 20, 5))
	if !ok || clear.X != 2 || clear.Low != 2 || clear.High != 2 || clear.Mean < 20.2 || clear.Mean > 20.8 || clear.MeanLow >= clear.Mean || clear.MeanHigh <= clear.Mean || clear.MeanHigh-clear.MeanLow > 0.4 {
		t.Errorf("%+v", clear)
	}
	flat, _ := PeakOf(sweep(1, 20, 20, 20, 1))
	if flat.Low < 1 || flat.High > 3 || flat.High-flat.Low < 1 {
		t.Errorf("%+v", flat)
	}
	giant := sweep(1, 5, 5)
	giant[1].Of[7] = 1000
	if p, _ := PeakOf(giant); p.X != 1 || p.MeanLow > 10 || p.MeanHigh < 40 || p.High != 2 {
		t.Errorf("%+v", p)
	}
}

package summary

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Growth is the factor by which a contender's time grows from n to n+1.
type Growth struct {
	Family    string
	Task      string
	Contender string
	From, To  int // the range of sizes of the fit
	Factor    float64
	// Low and High are the 95 % confidence interval of the factor.
	Low, High float64
	// Curved is set if the sizes have no common factor. Factor is then the factor from To − 1 to
	// To, and there is no interval.
	Curved bool
}

// Fit fits time = c · factor^n by least squares on the logarithms of the medians over bare boards.
// It needs four sizes for which the contender took at least a millisecond, since constant costs
// hide the growth of shorter times; for an external program it needs at least 20 ms, because of its
// start. A series that does not fit is marked as curved.
func Fit(cells []*Cell) []Growth {
	long := filter(cells, func(c *Cell) bool { return c.Timed() && c.bare() && c.Seconds.Median >= 1e-3 && !mostlyStart(c) })
	var fits []Growth
	for _, line := range grouped(long, func(c *Cell) [5]string {
		return [5]string{c.Family, string(c.Task), c.Contender.String(), c.Build, c.Machine}
	}) {
		if len(line) < 4 {
			continue
		}
		var x, y []float64
		for _, c := range line {
			x, y = append(x, float64(c.N)), append(y, math.Log(c.Seconds.Median))
		}
		g := fit(x, y)
		g.Family, g.Task, g.Contender = line[0].Family, string(line[0].Task), line[0].Contender.String()
		fits = append(fits, g)
	}
	return fits
}

// fit returns the growth through at least four points. They are curved if the quadratic term of a
// parabola through them differs from 0 with 95 % confidence.
func fit(x, y []float64) Growth {
	n := len(x)
	g := Growth{From: int(slices.Min(x)), To: int(slices.Max(x))}
	mean := stat.Mean(x, nil)
	line, bend := make([]float64, n), make([]float64, n) // orthogonal to a constant and to each other
	for i := range x {
		line[i] = x[i] - mean
		bend[i] = line[i] * line[i]
	}
	tilt := floats.Dot(bend, line) / floats.Dot(line, line)
	shift := stat.Mean(bend, nil)
	for i := range bend {
		bend[i] -= shift + tilt*line[i]
	}
	rest := slices.Clone(y)
	floats.AddConst(-stat.Mean(y, nil), rest)
	slope, half := explain(rest, line, n-2)
	g.Factor, g.Low, g.High = math.Exp(slope), math.Exp(slope-half), math.Exp(slope+half)
	if curve, half := explain(rest, bend, n-3); math.Abs(curve) > max(half, 1e-9) {
		g.Curved = true
		g.Factor = math.Exp(slope + curve*(2*(float64(g.To)-mean)-1-tilt))
		g.Low, g.High = 0, 0
	}
	return g
}

// explain subtracts from y the part that is proportional to x. It returns the factor, with half its
// 95 % interval by Student's t distribution with the given degrees of freedom.
func explain(y, x []float64, freedom int) (factor, half float64) {
	spread := floats.Dot(x, x)
	factor = floats.Dot(y, x) / spread
	floats.AddScaled(y, -factor, x)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
	return factor, t * math.Sqrt(floats.Dot(y, y)/float64(freedom)/spread)
}

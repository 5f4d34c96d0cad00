package summary

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Growth is by what factor a contender's time grows from n to n+1.
type Growth struct {
	Family    string
	Task      string
	Contender string
	From, To  int // the sizes that the fit is over
	Factor    float64
	// Low and High are the 95 % confidence interval of the factor.
	Low, High float64
}

// Fit fits time = c · factor^n by least squares on the logarithms of the
// medians over bare boards. It needs four sizes on which the contender took
// at least a millisecond, below which constant costs hide the growth; for an
// external program, which has its start to add, twenty.
func Fit(cells []Cell) []Growth {
	type line struct{ family, task, contender, build string }
	var order []line
	sizes := map[line][]float64{}
	logs := map[line][]float64{}
	for _, c := range cells {
		if !c.Timed() || !c.bare() || c.Seconds.Median < 1e-3 || mostlyStart(c) {
			continue
		}
		l := line{c.Family, string(c.Task), c.Contender.String(), c.Build}
		if sizes[l] == nil {
			order = append(order, l)
		}
		sizes[l] = append(sizes[l], float64(c.N))
		logs[l] = append(logs[l], math.Log(c.Seconds.Median))
	}
	var fits []Growth
	for _, l := range order {
		x, y := sizes[l], logs[l]
		if len(x) < 4 {
			continue
		}
		alpha, slope := stat.LinearRegression(x, y, nil, false)
		// The standard error of the slope follows from what the line leaves
		// unexplained. R² would do too, but is 0/0 for equal times.
		residual, spread := 0.0, 0.0
		mean := stat.Mean(x, nil)
		for i := range x {
			residual += square(y[i] - alpha - slope*x[i])
			spread += square(x[i] - mean)
		}
		freedom := float64(len(x) - 2)
		half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(0.975) * math.Sqrt(residual/freedom/spread)
		fits = append(fits, Growth{
			Family: l.family, Task: l.task, Contender: l.contender,
			From: int(slices.Min(x)), To: int(slices.Max(x)),
			Factor: math.Exp(slope), Low: math.Exp(slope - half), High: math.Exp(slope + half),
		})
	}
	return fits
}

func square(x float64) float64 { return x * x }

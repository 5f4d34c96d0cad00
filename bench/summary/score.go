package summary

import (
	"cmp"
	"math"
	"nqueens"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Score is a contender's standing over all problems of a task that it was to
// answer. Scores over different problems do not compare.
type Score struct {
	Task      nqueens.Task
	Contender string
	Solved    int // answered, and not wrong
	Asked     int // run or skipped for a limit at a smaller size
	Wrong     int
	// PAR2 is the mean time in seconds where what was not answered within the
	// limit, or wrongly, counts as twice the limit, as in the SAT competitions.
	PAR2 float64
	// Speedup is how many times faster than the baseline the contender is: the
	// geometric mean over the problems that both answered, and how many those
	// were.
	Speedup float64
	Shared  int
}

// scores gives each contender of each task its score, tasks in their order and
// then the fastest first.
func scores(against baseline, cells []Cell) []Score {
	var out []Score
	index := map[string]int{}
	penalised := map[int][]float64{} // times for PAR-2
	ratios := map[int][]float64{}
	for _, c := range cells {
		if c.Skipped == NotRun {
			continue
		}
		name := string(c.Task) + " " + c.Contender.String()
		i, ok := index[name]
		if !ok {
			i = len(out)
			index[name] = i
			out = append(out, Score{Task: c.Task, Contender: c.Contender.String()})
		}
		out[i].Asked++
		switch {
		case c.Wrong:
			out[i].Wrong++
			penalised[i] = append(penalised[i], 2*c.Limit)
		case c.Timed():
			out[i].Solved++
			penalised[i] = append(penalised[i], c.Seconds.Median)
		default:
			penalised[i] = append(penalised[i], 2*c.Limit)
		}
		if ratio, ok := against.speedup(c); ok {
			ratios[i] = append(ratios[i], ratio.Median)
		}
	}
	for i := range out {
		if len(penalised[i]) > 0 {
			out[i].PAR2 = stat.Mean(penalised[i], nil)
		}
		if r := ratios[i]; len(r) > 0 {
			out[i].Speedup, out[i].Shared = stat.GeometricMean(r, nil), len(r)
		}
	}
	slices.SortStableFunc(out, func(a, b Score) int {
		return cmp.Or(
			slices.Index(nqueens.Tasks(), a.Task)-slices.Index(nqueens.Tasks(), b.Task),
			-cmp.Compare(a.Speedup, b.Speedup))
	})
	return out
}

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
	type line struct{ family, task, contender string }
	var order []line
	sizes := map[line][]float64{}
	logs := map[line][]float64{}
	for _, c := range cells {
		if !c.Timed() || !c.bare() || c.Seconds.Median < 1e-3 || mostlyStart(c) {
			continue
		}
		l := line{c.Family, string(c.Task), c.Contender.String()}
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

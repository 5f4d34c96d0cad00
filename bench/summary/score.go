package summary

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
)

// Score is how a contender did on all problems of a task that it was to answer.
// Scores over different problems do not compare.
type Score struct {
	Task      nqueens.Task
	Contender string
	Solved    int // answered, and not wrong
	Asked     int // run or skipped for a limit at a smaller size
	Wrong     int
	// PAR2 is the mean time in seconds where what was not answered within the
	// limit, or wrongly, counts as twice the limit, as in the SAT competitions.
	// NaN without any.
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
	for _, mine := range byContender(cells) {
		if s := newScore(against, mine); s.Asked > 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Score) int {
		return cmp.Or(compareTasks(a.Task, b.Task), cmp.Compare(b.Speedup, a.Speedup))
	})
	return out
}

// newScore is the score over the cells of one contender and task, some at least.
func newScore(against baseline, cells []Cell) Score {
	s := Score{Task: cells[0].Task, Contender: cells[0].Contender.String()}
	var penalised, ratios []float64
	for _, c := range cells {
		if c.Skipped == NotRun || c.Status == nqueens.Void {
			continue
		}
		s.Asked++
		seconds := 2 * c.Limit
		switch {
		case c.Wrong:
			s.Wrong++
		case c.Timed():
			s.Solved++
			seconds = c.Seconds.Median
		}
		penalised = append(penalised, seconds)
		if ratio, ok := against.speedup(c); ok {
			ratios = append(ratios, ratio.Median)
		}
	}
	s.PAR2 = stat.Mean(penalised, nil)
	if len(ratios) > 0 {
		s.Speedup, s.Shared = stat.GeometricMean(ratios, nil), len(ratios)
	}
	return s
}

// byContender has the cells of each contender of each task, in the order of
// their first.
func byContender(cells []Cell) [][]Cell {
	var groups [][]Cell
	index := map[string]int{}
	for _, c := range cells {
		name := string(c.Task) + " " + c.Contender.String()
		i, ok := index[name]
		if !ok {
			i = len(groups)
			index[name], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

func compareTasks(a, b nqueens.Task) int {
	return slices.Index(nqueens.Tasks(), a) - slices.Index(nqueens.Tasks(), b)
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

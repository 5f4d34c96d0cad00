package bench

import (
	"cmp"
	"slices"

	"nqueens"

	"gonum.org/v1/gonum/stat"
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
		name := string(c.Task) + " " + c.Contender()
		i, ok := index[name]
		if !ok {
			i = len(out)
			index[name] = i
			out = append(out, Score{Task: c.Task, Contender: c.Contender()})
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

package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// repairSizes are those of the chart: about three a decade.
var repairSizes = []int{
	10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
}

// repairClaim is the published bound on the mean number of repair steps.
const repairClaim = 50

func minConflicts() Reproduction {
	return Reproduction{
		Name:   "min-conflicts",
		About:  "Repair steps of min-conflicts against n",
		Source: "S. Minton, M. D. Johnston, A. B. Philips, P. Laird, “Minimizing conflicts: a heuristic repair method for constraint satisfaction and scheduling problems”, Artificial Intelligence 58, 1992, 161–205: a million queens in under 50 steps on average, from a greedy start, and nearly the same number of steps for every large n",
		Takes:  "3 min",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Warmup: 1, Min: 100, Max: 100}}
			for _, n := range repairSizes {
				e.Jobs = append(e.Jobs, jobs(queensProblem(n), nqueens.FindFirst, 5*time.Minute, "min-conflicts")...)
			}
			return e
		},
		report: reportRepair,
	}
}

// sample is the steps of the runs of one size.
type sample struct {
	n       int
	steps   []float64
	seconds []float64
	failed  int // runs without a solution, which are not in the mean
}

// mean is the mean number of steps and half its 95 % interval, by Student's t;
// the half is 0 where there are too few runs for one.
func (s sample) mean() (mean, half float64) {
	mean = stat.Mean(s.steps, nil)
	if n := float64(len(s.steps)); n >= 2 {
		half = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdDev(s.steps, nil) / math.Sqrt(n)
	}
	return mean, half
}

// repairSamples are the sizes at which a run found a solution.
func repairSamples(e evidence) []sample {
	var list []sample
	for _, n := range repairSizes {
		if c, _ := e.cell(queens(n), nqueens.FindFirst, "min-conflicts"); c.Wrong {
			continue
		}
		s := sample{n: n}
		for _, r := range e.of(queens(n), nqueens.FindFirst, "min-conflicts") {
			if r.Status == nqueens.Solved {
				s.steps, s.seconds = append(s.steps, float64(r.Stats["steps"])), append(s.seconds, r.Seconds)
			} else {
				s.failed++
			}
		}
		if len(s.steps) > 0 {
			list = append(list, s)
		}
	}
	return list
}

func reportRepair(_ context.Context, p *page.Page, e evidence) error {
	p.Text(`From a greedy start, in which each queen is put where it meets the fewest before it, a queen in conflict is moved to a square of its file with the fewest conflicts, ties broken at random, until none is left. A step is one such move. After 200 steps the search starts afresh, later after more, by Luby's sequence; the steps of all starts count. Each run has a seed of its own.`)
	samples := repairSamples(e)
	rows := [][]string{{"n", "runs", "mean steps", "95 % interval", "median", "most", "median time"}}
	var points []chart.Point
	failed := 0
	for _, s := range samples {
		mean, half := s.mean()
		slices.Sort(s.steps)
		slices.Sort(s.seconds)
		failed += s.failed
		within := "–"
		q := chart.Point{X: float64(s.n), Y: mean, Of: len(s.steps)}
		if half > 0 {
			within = fmt.Sprintf("%.1f to %.1f", mean-half, mean+half)
			q.Low, q.High = max(0, mean-half), mean+half
		}
		points = append(points, q)
		rows = append(rows, []string{
			table.Count(s.n), fmt.Sprint(len(s.steps)), fmt.Sprintf("%.1f", mean), within,
			fmt.Sprintf("%.0f", stat.Quantile(0.5, stat.Empirical, s.steps, nil)), fmt.Sprintf("%.0f", s.steps[len(s.steps)-1]),
			table.Duration(stat.Quantile(0.5, stat.Empirical, s.seconds, nil)),
		})
	}
	p.Table(rows)
	if failed > 0 {
		p.Text("Runs that ended without a solution, and are not in the means: %d.", failed)
	}
	million := func(s sample) bool { return s.n == 1_000_000 }
	p.Verdict(repairBound(samples, "1,000,000 queens", million),
		repairBound(samples, fmt.Sprintf("all n from %s on together", table.Count(large)), sample.large), repairFlat(samples))
	p.Figure(chart.Points{
		Name: "steps", Title: "Repair steps of min-conflicts",
		Caption: "Mean and its 95 % interval over the runs, each with a seed of its own.",
		X:       chart.Scale{Title: "size n", Log: true}, Y: chart.Scale{Title: "steps"},
		Series: []chart.Series{{Name: "min-conflicts", Joined: true, Points: points}},
		Levels: []chart.Level{{Value: repairClaim, Name: "published: under 50"}},
	}.Figure())
	return nil
}

// large reports whether the board is one on which the number of steps is said not to
// depend on n.
func (s sample) large() bool { return s.n >= large }

const large = 1000

// repairBound compares the mean over some sizes together with the published bound.
func repairBound(samples []sample, what string, of func(sample) bool) page.Verdict {
	v := page.Verdict{Kind: page.Untested, What: fmt.Sprintf("under %d steps on average for %s", repairClaim, what), Why: "not run"}
	var pool sample
	for _, s := range samples {
		if of(s) {
			pool.steps = append(pool.steps, s.steps...)
		}
	}
	if len(pool.steps) > 0 {
		v.Kind, v.Why = pool.below(repairClaim)
	}
	return v
}

// below tests whether the mean is below a bound.
func (s sample) below(bound float64) (page.Kind, string) {
	mean, half := s.mean()
	runs := fmt.Sprintf("the mean of %d runs is %.1f", len(s.steps), mean)
	if half > 0 {
		runs += fmt.Sprintf(" ± %.1f", half)
	}
	switch {
	case half == 0:
		return page.Undecided, runs + ", too few for an interval"
	case mean+half < bound:
		return page.SameValue, runs
	case mean-half > bound:
		return page.Differs, runs
	}
	return page.Undecided, runs + fmt.Sprintf("; %v lies within the interval", bound)
}

// repairFlat tests whether the mean stays the same for large sizes.
func repairFlat(samples []sample) page.Verdict {
	v := page.Verdict{Kind: page.Untested, What: "nearly the same number of steps for every large n", Why: "fewer than two large sizes have an interval"}
	var sure []sample
	for _, s := range samples {
		if _, half := s.mean(); s.large() && half > 0 {
			sure = append(sure, s)
		}
	}
	if len(sure) < 2 {
		return v
	}
	byMean := func(a, b sample) int { return cmp.Compare(stat.Mean(a.steps, nil), stat.Mean(b.steps, nil)) }
	least, most := slices.MinFunc(sure, byMean), slices.MaxFunc(sure, byMean)
	low, lowHalf := least.mean()
	high, highHalf := most.mean()
	overlap := high-highHalf <= low+lowHalf
	v.Kind = page.SameShape
	v.Why = fmt.Sprintf("between %.1f (n = %s) and %.1f (n = %s)", low, table.Count(least.n), high, table.Count(most.n))
	switch {
	case !overlap && high > 1.5*low:
		v.Kind, v.Why = page.Differs, "the means are "+v.Why
	case high+highHalf > 2*(low-lowHalf): // as much as if the steps grew like log n
		v.Kind = page.Undecided
		v.Why += ", whose intervals are so wide that one could be twice the other"
	case overlap:
		v.Why += ", whose intervals overlap"
	}
	return v
}

package phase

import (
	"fmt"
	"math"

	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/instance"
)

// completionSizes are the boards for each number of queens to be placed.
var completionSizes = []struct{ delta, from, to, step int }{
	{5, 6, 14, 1}, {10, 12, 30, 1}, {15, 28, 58, 2}, {20, 54, 96, 3},
}

// planCompletion has a sweep over the boards for each number of queens.
func (study *Study) planCompletion() {
	for _, s := range completionSizes {
		var lists []*list
		for n := s.from; n <= s.to; n += s.step {
			lists = append(lists, newList(instance.Recipe{Kind: instance.Completion, N: n, Size: n - s.delta}))
		}
		sweep := newSweep(partCompletion, s.delta, ownInstances, lists)
		study.add(sweep, true, perPoint, bitSolver, bitmask)
		if s.delta == timedDelta {
			study.add(sweep, false, mostTimed, others...)
		}
	}
}

// completions are a contender's answers with delta queens to be placed, by
// board.
func (study *Study) completions(delta int, c backends.Contender) []sample {
	samples := study.samples(partCompletion, delta, ownInstances, c)
	for i, s := range samples {
		board := *s.list
		board.size = board.n // the axis here
		samples[i].list = &board
	}
	return samples
}

func (study *Study) reportCompletion(p *page.Page) {
	rows := [][]string{{"to place", "n at one half, published", "0.19 δ²", "ours", "95 % interval", "of each point", "peak mean nodes, published", "ours (at n)", "peak median, published", "ours (at n)", "largest, published", "ours"}}
	var fractions, tails []chart.Series
	var verdicts []page.Verdict
	for i, row := range publishedCompletion {
		delta := int(row.n)
		samples := study.completions(delta, bitSolver)
		if len(samples) < 2 {
			continue
		}
		fractions = append(fractions, chart.Shares(fmt.Sprintf("δ = %d", delta), i, counted(samples)))
		k, ok := peakOf(samples, nodes)
		if !ok {
			continue
		}
		half, _ := stats.HalfPoint(counted(samples))
		rows = append(rows, []string{
			fmt.Sprint(delta), fmt.Sprint(row.half), fmt.Sprintf("%.1f", halfLaw*row.n*row.n), fmt.Sprintf("%.1f", half.X), fmt.Sprintf("%.1f to %.1f", half.Low, half.High),
			fmt.Sprint(k.least), rounded(row.mean), fmt.Sprintf("%s (%d)", rounded(k.mean), k.meanAt),
			rounded(row.median), fmt.Sprintf("%s (%d)", rounded(k.median), k.medianAt), rounded(row.most), rounded(k.most),
		})
		verdicts = append(verdicts, halfVerdict(delta, row.half, half.X, half.Low, half.High, k.least), medianVerdict(delta, row.median, k.median))
		if s, ok := ofSize(samples, k.meanAt); ok {
			tails = append(tails, survival(fmt.Sprintf("bit-solver, δ = %d, n = %d", delta, k.meanAt), i, nodes(s)))
		}
		if s, ok := ofSize(study.completions(delta, bitmask), k.meanAt); ok {
			tails = append(tails, survival(fmt.Sprintf("bitmask, δ = %d", delta), i+len(publishedCompletion), nodes(s)))
		}
	}
	if len(rows) == 1 {
		return
	}
	p.Heading("Completion")
	p.Text("On a board of n squares a side n − δ queens are placed at random; can the other δ be placed? The seeds of the published instances are not known, so that only statistics can be compared. Nodes are bit-solver's.")
	p.Table(rows)
	p.Verdict(verdicts...)
	p.Figure(
		chart.SharesChart("completion-solvable", "Solvable random completion instances", "With 95 % intervals (Wilson).", "size n", fractions).Figure(),
		survivalChart("completion-survival", "The tail of the nodes, completion, at the largest mean", tails),
	)
	timed := enough(func(c backends.Contender) []sample { return study.completions(timedDelta, c) })
	reportTimes(p, timed, "completion-seconds", fmt.Sprintf("Seconds for an instance of completion, δ = %d", timedDelta), "size n")
}

// timedDelta is the number of queens to be placed for which all contenders are
// compared.
const timedDelta = 15

// halfVerdict compares two estimates, the published one from a thousand
// instances a point.
func halfVerdict(delta int, published, half, low, high float64, instances int) page.Verdict {
	v := page.Verdict{Kind: page.SameShape, What: fmt.Sprintf("completion, δ = %d: n at which one half is solvable", delta), Why: fmt.Sprintf("%.1f, published %.1f", half, published)}
	within := (high-low)/2*math.Sqrt(1+float64(instances)/perPoint) + 0.05 // it is rounded too
	switch {
	case half == 0:
		v.Kind, v.Why = page.Untested, "no crossing was measured"
	case math.IsInf(within, 1):
		v.Kind, v.Why = page.Untested, "the sizes that were measured do not enclose the crossing's interval"
	case math.Abs(published-half) > within:
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("it is %.1f here and %.1f there, and by chance they would differ by %.1f at most in 95 of 100 cases", half, published, within)
	}
	return v
}

// medianVerdict compares the hardest median, which rare giants do not move.
func medianVerdict(delta int, published, median float64) page.Verdict {
	v := page.Verdict{Kind: page.SameShape, What: fmt.Sprintf("completion, δ = %d: largest median of nodes", delta), Why: fmt.Sprintf("%s, published %s", rounded(median), rounded(published))}
	if math.Abs(math.Log(median/published)) > math.Log(1.3) {
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("it is %s here and %s there", rounded(median), rounded(published))
	}
	return v
}

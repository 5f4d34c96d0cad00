package phase

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/encode"
	"nqueens/instance"
	"nqueens/internal/table"
)

// diagonalSizes are the boards whose runs were published.
func diagonalSizes() []int { return slices.Sorted(maps.Keys(publishedMost)) }

// planDiagonals has the published instances and some of our own on each board. The
// slower contenders get every second size of some boards.
func (study *Study) planDiagonals() {
	for _, n := range diagonalSizes() {
		published := diagonalLists(n, publishedMost[n], true)
		study.add(newSweep(partDiagonals, n, publishedInstances, published), true, perPoint, bitSolver, bitmask)
		study.add(newSweep(partDiagonals, n, ownInstances, diagonalLists(n, publishedMost[n], false)), true, perPoint, bitmask)
		if !slices.Contains(costSizes, n) {
			continue
		}
		half := newSweep(partDiagonals, n, everySecond, secondOf(published))
		study.add(half, false, mostTimed, others...)
		if n == sweepSize {
			for _, e := range encode.Encodings() {
				if c := (backends.Contender{Backend: "gini", Encoding: e.Name}); !slices.Contains(others, c) {
					study.add(half, false, mostTimed, c)
				}
			}
		}
	}
	study.planLargest()
}

func secondOf(lists []*list) []*list {
	return slices.DeleteFunc(slices.Clone(lists), func(l *list) bool { return l.size%2 != 0 })
}

// planLargest has the board whose runs were not published.
func (study *Study) planLargest() {
	second := secondOf(diagonalLists(largestBoard, mostDiagonals(largestBoard), true))
	study.add(newSweep(partDiagonals, largestBoard, publishedInstances, second), false, mostLargest, bitSolver, bitmask)
	half := newSweep(partDiagonals, largestBoard, everySecond, second)
	for _, c := range others {
		if c.Backend != "gini" { // it would take as long as all others together
			study.add(half, false, mostLargest, c)
		}
	}
}

func (study *Study) reportDiagonals(ctx context.Context, p *page.Page) error {
	if len(study.publishedSamples(10, bitmask)) == 0 {
		return nil
	}
	p.Heading("Excluded diagonals: how many are solvable")
	p.Text("On an empty board no queen may stand on d random diagonals, of which every row and column keeps %d open squares or more. The published instances are made again from their seeds, %d for each point; ours come from the same generator with random numbers of our own.", publishedLeast, perPoint)
	study.reportShares(p)
	if err := study.reportRuns(ctx, p); err != nil {
		return err
	}
	study.reportPeaks(p)
	study.reportSurvival(p)
	return nil
}

// reportShares draws the fraction solvable, ours over the published.
func (study *Study) reportShares(p *page.Page) {
	rows := [][]string{{"n", "d at one half, published", "on the same instances", "of each point", "on instances of our own", "of each point"}}
	var series []chart.Series
	var far, wrongFractions []string
	inside, points, compared, fractions := 0, 0, 0, 0
	for i, n := range diagonalSizes() {
		same, own := study.publishedSamples(n, bitmask), study.samples(partDiagonals, n, ownInstances, bitmask)
		series = append(series, chart.Shares(fmt.Sprintf("n = %d", n), i, counted(own)))
		published := study.publishedPoints(n, same)
		var hollow []chart.Point
		for _, s := range published {
			hollow = append(hollow, chart.Point{X: s.X, Y: s.Part})
			mine, ok := ofSize(own, int(s.X))
			if k, m := mine.solvable(); ok && m > 0 {
				points++
				if low, high := twoSamples(k, m, s.Part); low <= s.Part && s.Part <= high {
					inside++
				}
			}
		}
		series = append(series, chart.Series{Look: i, Hollow: true, Points: hollow})
		row := []string{fmt.Sprint(n), fmt.Sprintf("%.2f", publishedDiagonals[i].half)}
		for _, samples := range [][]sample{same, own} {
			cell, many := "–", "–"
			if x, ok := stats.Crossing(shares(samples)); ok {
				cell, many = fmt.Sprintf("%.2f", x), fmt.Sprint(fewest(samples))
			}
			row = append(row, cell, many)
		}
		rows = append(rows, row)
		if x, ok := stats.Crossing(shares(same)); ok && fewest(same) == perPoint {
			compared++
			if math.Abs(x-publishedDiagonals[i].half) > 0.0051 {
				far = append(far, fmt.Sprintf("n = %d: %.3f, not %.2f", n, x, publishedDiagonals[i].half))
			}
		}
		of, wrong := compareShares(n, same)
		fractions, wrongFractions = fractions+of, append(wrongFractions, wrong...)
	}
	p.Table(rows)
	p.Verdict(
		exactIn("where one half is solvable, on the published instances", "board", compared, far),
		exactIn("fractions solvable for n = 10, 12 and 15, on the published instances", "point", fractions, wrongFractions),
		ownShares(inside, points),
	)
	series[1].Name = "published" // of all hollow series
	solvable := chart.SharesChart("excluded-solvable", "Solvable instances with excluded diagonals",
		"Filled: instances of our own, with the 95 % interval (Wilson). Hollow: the published instances.", "excluded diagonals d", series)
	solvable.Levels = nil
	p.Figure(solvable.Figure())
}

// publishedPoints are the published fractions; where only runs or instances are
// published, those of all of them.
func (study *Study) publishedPoints(n int, same []sample) []stats.Share {
	var out []stats.Share
	if known, ok := publishedShares[n]; ok {
		for i, part := range known.shares {
			out = append(out, stats.Share{X: float64(known.from + i), Part: part})
		}
		return out
	}
	if study.archive != nil {
		for d := 1; d <= publishedMost[n]; d++ {
			if part, ok := study.archive.share(n, d); ok {
				out = append(out, stats.Share{X: float64(d), Part: part})
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	if fewest(same) < perPoint {
		return nil
	}
	return shares(same)
}

// compareShares compares the published fractions with those of all the published
// instances, as far as these were decided: how many there are, and which differ.
func compareShares(n int, same []sample) (compared int, wrong []string) {
	known := publishedShares[n]
	for i, part := range known.shares {
		s, _ := ofSize(same, known.from+i)
		k, decided := s.solvable()
		if decided < perPoint {
			continue
		}
		compared++
		if math.Abs(float64(k)/perPoint-part) > 1e-9 {
			wrong = append(wrong, fmt.Sprintf("n = %d, d = %d: %d of %d, not %.3f", n, known.from+i, k, decided, part))
		}
	}
	return compared, wrong
}

// exactIn is the verdict on figures that must be the published ones, of which so
// many were compared.
func exactIn(what, unit string, compared int, wrong []string) page.Verdict {
	switch {
	case len(wrong) > 0:
		return page.Verdict{Kind: page.Wrong, What: what, Why: joinSome(wrong)}
	case compared == 0:
		return page.Verdict{Kind: page.Untested, What: what, Why: "not all the published instances of any were run"}
	}
	if compared > 1 {
		unit += "s"
	}
	return page.Verdict{Kind: page.SameValue, What: what, Why: fmt.Sprintf("%s %s", table.Count(compared), unit)}
}

// twoSamples is where the fraction of a published sample of a thousand should
// lie if ours is another sample of the same kind: 95 % by the normal
// approximation.
func twoSamples(k, n int, part float64) (low, high float64) {
	pooled := (float64(k) + part*perPoint) / float64(n+perPoint)
	half := 1.96*math.Sqrt(pooled*(1-pooled)*(1/float64(n)+1.0/perPoint)) + 1e-9
	mine := float64(k) / float64(n)
	return mine - half, mine + half
}

// ownShares is the verdict on instances of our own, which are another sample:
// one point in twenty may lie outside.
func ownShares(inside, points int) page.Verdict {
	v := page.Verdict{Kind: page.SameShape, What: "fractions solvable, on instances of our own",
		Why: fmt.Sprintf("%d of %d published points are within what two samples may differ by in 95 of 100 cases", inside, points)}
	switch {
	case points == 0:
		v.Kind, v.Why = page.Untested, "no point was run"
	case float64(inside) < 0.85*float64(points):
		v.Kind, v.Why = page.Differs, "only "+v.Why
	}
	return v
}

// reportRuns compares run by run with what the authors published.
func (study *Study) reportRuns(ctx context.Context, p *page.Page) error {
	if study.archive == nil {
		return nil
	}
	var rows [][]string
	var wrongFiles, wrongRuns, wrongOurs []string
	files, runs, verdictsOurs := 0, 0, 0
	for _, n := range diagonalSizes() {
		whole := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: instance.All, Least: publishedLeast, Published: true}
		equal, all, err := study.archive.sameFiles(diagonalsFile(n), func(member string) (nqueens.Problem, error) {
			var seed uint64
			if _, err := fmt.Sscanf(member, fmt.Sprintf("diag-%d-%d-%%d.param", n, publishedLeast), &seed); err != nil {
				return nqueens.Problem{}, fmt.Errorf("%s is not named as the published files are", member)
			}
			return whole.Make(ctx, seed)
		})
		if err != nil {
			return err
		}
		if files += all; equal < all {
			wrongFiles = append(wrongFiles, fmt.Sprintf("n = %d: %d of %d", n, all-equal, all))
		}
		row := []string{fmt.Sprint(n), fmt.Sprintf("%d of %d", equal, all)}
		for _, c := range []backends.Contender{bitSolver, bitmask} {
			same, compared, bad := study.sameRuns(n, c)
			row = append(row, fmt.Sprintf("%s of %s", table.Count(same), table.Count(compared)))
			if c == bitSolver {
				runs, wrongRuns = runs+compared, append(wrongRuns, bad...)
			} else {
				verdictsOurs, wrongOurs = verdictsOurs+compared, append(wrongOurs, bad...)
			}
		}
		rows = append(rows, row)
	}
	p.Heading("Excluded diagonals: run by run")
	p.Table(append([][]string{{"n", "files equal to those from seeds", "bit-solver: verdict and nodes as published", "bitmask: verdict as published"}}, rows...))
	p.Verdict(
		exactIn("the published files are made again from their seeds", "file", files, wrongFiles),
		exactIn("verdict and nodes of bit-solver, run by run", "run", runs, wrongRuns),
		exactIn("verdict of bitmask, run by run", "run", verdictsOurs, wrongOurs),
	)
	return nil
}

// sameRuns counts the runs of a contender that the authors published too and
// those that came out the same: the nodes as well, if the search is theirs.
func (study *Study) sameRuns(n int, c backends.Contender) (same, compared int, wrong []string) {
	for _, s := range study.publishedSamples(n, c) {
		for i, a := range s.answers {
			run, known := study.archive.runs[[3]int{n, s.list.size, i + 1}]
			if !known || !a.right() {
				continue
			}
			compared++
			if (a.Status() == nqueens.Solved) == run.solvable && (c != bitSolver || a.stat("nodes") == run.nodes) {
				same++
			} else {
				wrong = append(wrong, fmt.Sprintf("n = %d, d = %d, id %d: %s after %d nodes", n, s.list.size, i+1, a.Status(), a.stat("nodes")))
			}
		}
	}
	return same, compared, wrong
}

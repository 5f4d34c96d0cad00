package phase

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/encode"
	"nqueens/internal/table"
)

// costSizes are the boards on which all contenders are compared.
var costSizes = []int{10, 12, 14, 16, largestBoard}

// sweepSize is the board on which encodings are compared.
const sweepSize = 12

// mostTimed is how many instances of each size those answer that are compared in
// time alone.
const mostTimed = 100

// mostLargest is how many are answered on the largest board.
const mostLargest = 30

func seconds(s sample) stats.Distribution { return s.seconds(trialLimit.Seconds()) }

// enoughRuns is how many instances of each size a contender must have answered
// to be compared.
const enoughRuns = 10

// times are the samples, by size, of those contenders that answered enough of a
// board: of our search and the authors' on one kind of lists, of the others on
// another, which may be fewer.
func (study *Study) times(part string, n int, first, rest sweepKind) map[backends.Contender][]sample {
	return enough(func(c backends.Contender) []sample {
		if c == bitmask || c == bitSolver {
			return study.samples(part, n, first, c)
		}
		return study.samples(part, n, rest, c)
	})
}

// enough are the samples of those contenders who answered enough to be compared.
func enough(samples func(backends.Contender) []sample) map[backends.Contender][]sample {
	out := map[backends.Contender][]sample{}
	for _, c := range contenders() {
		if s := samples(c); len(s) > 1 && fewest(s) >= enoughRuns {
			out[c] = s
		}
	}
	return out
}

// diagonalTimes are those with excluded diagonals.
func (study *Study) diagonalTimes(n int) map[backends.Contender][]sample {
	return study.times(partDiagonals, n, publishedInstances, everySecond)
}

// costHead is the header of a table of costRow.
var costHead = []string{"contender", "of each point", "peak mean", "at", "peak median", "at", "90th there", "99th there", "longest", "time-outs"}

// reportTimes says what an instance costs each contender, if there are some to
// compare.
func reportTimes(p *page.Page, timed map[backends.Contender][]sample, name, title, axis string) {
	if len(timed) < 3 {
		return
	}
	rows := [][]string{costHead}
	for _, c := range contenders() {
		if timed[c] != nil {
			rows = append(rows, costRow(c, timed[c]))
		}
	}
	p.Text("%s. A peak is at the %s given after it; the percentiles are those at the peak of the mean.", title, axis)
	p.Table(rows)
	p.Figure(bandChart(name, title, axis, timed))
}

func bandChart(name, title, axis string, timed map[backends.Contender][]sample) chart.Figure {
	var series []chart.Series
	for i, c := range contenders() {
		if timed[c] != nil {
			series = append(series, band(c.String(), i, timed[c], seconds)...)
		}
	}
	return chart.Points{
		Name: name, Title: title, Caption: chart.BandCaption,
		X: chart.Scale{Title: axis, Even: true}, Y: chart.Scale{Title: "time", Log: true, Seconds: true}, Series: series,
	}.Figure()
}

// reportCost says what an instance costs each contender, where it costs most,
// and who is ahead where.
func (study *Study) reportCost(p *page.Page) {
	var raced []int
	widest := 0 // of those with many instances, which are drawn
	rows := [][]string{append([]string{"n"}, costHead...)}
	for _, n := range costSizes {
		timed := study.diagonalTimes(n)
		if len(timed) >= 3 {
			raced = append(raced, n)
			if n != largestBoard {
				widest = n
			}
		}
		for _, c := range contenders() {
			if samples := timed[c]; samples != nil {
				rows = append(rows, append([]string{fmt.Sprint(n)}, costRow(c, samples)...))
			}
		}
	}
	if widest == 0 {
		return
	}
	p.Heading("Excluded diagonals: what an instance costs")
	p.Text("The published instances, the first of each point; the SAT solvers on pairwise clauses. The 90th and 99th percentiles are those at the d of the peak mean; they say little where a point has few instances. For n = %d there are no published runs to compare with; its instances come from their seeds all the same.", largestBoard)
	p.Table(rows)
	timed := study.diagonalTimes(widest)
	var series []chart.Series
	for i, c := range contenders() {
		if timed[c] != nil {
			series = append(series, meanSeries(c.String(), i, timed[c]))
		}
	}
	p.Figure(
		bandChart("excluded-seconds", fmt.Sprintf("Seconds for an instance with excluded diagonals, n = %d", widest), "excluded diagonals d", timed),
		meansChart("excluded-means", fmt.Sprintf("Mean seconds for an instance with excluded diagonals, n = %d", widest), series),
		study.winners(raced),
	)
	study.reportSweep(p)
}

func meansChart(name, title string, series []chart.Series) chart.Figure {
	return chart.Points{
		Name: name, Title: title, Series: series,
		X: chart.Scale{Title: "excluded diagonals d", Even: true}, Y: chart.Scale{Title: "mean time", Log: true, Seconds: true},
	}.Figure()
}

func meanSeries(name string, look int, samples []sample) chart.Series {
	s := chart.Series{Name: name, Look: look, Joined: true}
	for _, x := range samples {
		if e := seconds(x); len(e.Values) > 0 {
			s.Points = append(s.Points, chart.Point{X: float64(x.list.size), Y: e.Mean, Of: len(e.Values)})
		}
	}
	return s
}

// costRow says where a contender takes longest, and how long.
func costRow(c backends.Contender, samples []sample) []string {
	k, ok := peakOf(samples, seconds)
	if !ok {
		return []string{c.String(), fmt.Sprint(k.least)}
	}
	at, _ := ofSize(samples, k.meanAt)
	there, late := seconds(at), 0
	for _, s := range samples {
		late += seconds(s).Censored
	}
	return []string{
		c.String(), fmt.Sprint(k.least), table.Duration(k.mean), fmt.Sprint(k.meanAt), table.Duration(k.median), fmt.Sprint(k.medianAt),
		table.Duration(there.Quantile(0.9)), table.Duration(there.Quantile(0.99)), table.Duration(k.most), fmt.Sprint(late),
	}
}

// winners maps who has the least median time on each of the boards with each
// number of diagonals, over the instances that all of them answered. Means would show
// where the system interrupted somebody.
func (study *Study) winners(sizes []int) chart.Figure {
	w := chart.Winners{
		Name: "excluded-winners", Title: "Who is fastest where",
		Caption: "The least median time on the instances that all answered, and how many times as long the next takes.",
		X:       "excluded diagonals d", Y: "size n",
	}
	for _, c := range contenders() {
		w.Contenders = append(w.Contenders, c.String())
	}
	most := mostDiagonals(slices.Max(sizes))
	for d := 2; d <= most; d += 2 {
		w.Columns = append(w.Columns, fmt.Sprint(d))
	}
	for row, n := range sizes {
		w.Rows = append(w.Rows, fmt.Sprint(n))
		timed := study.diagonalTimes(n)
		for d := 2; d <= mostDiagonals(n); d += 2 {
			if f, ok := firstOf(timed, d); ok {
				f.Row, f.Column = row, d/2-1
				w.Fields = append(w.Fields, f)
			}
		}
	}
	return w.Figure()
}

func firstOf(timed map[backends.Contender][]sample, size int) (f chart.Field, ok bool) {
	shared := perPoint
	at := map[backends.Contender]sample{}
	for c, samples := range timed {
		if s, ok := ofSize(samples, size); ok {
			at[c], shared = s, min(shared, len(s.answers))
		}
	}
	if len(at) < 3 {
		return f, false
	}
	best, next := math.Inf(1), math.Inf(1)
	for i, c := range contenders() {
		s, ok := at[c]
		if !ok {
			continue
		}
		s.answers = s.answers[:shared]
		e := seconds(s)
		if len(e.Values) == 0 {
			continue
		}
		switch median := e.Median(); {
		case median < best:
			best, next, f.Contender = median, best, i
		case median < next:
			next = median
		}
	}
	f.Word = fmt.Sprintf("%.1f", next/best)
	return f, next < math.Inf(1)
}

func (study *Study) reportSweep(p *page.Page) {
	rows := [][]string{{"encoding", "of each point", "peak mean", "at d", "99th there", "mean over all d"}}
	var series []chart.Series
	type line struct {
		row  []string
		mean float64
	}
	var lines []line
	for _, e := range encode.Encodings() {
		samples := study.samples(partDiagonals, sweepSize, everySecond, backends.Contender{Backend: "gini", Encoding: e.Name})
		if len(samples) < 2 || fewest(samples) < enoughRuns {
			continue
		}
		k, ok := peakOf(samples, seconds)
		if !ok {
			continue
		}
		sum := 0.0
		for _, s := range samples {
			sum += seconds(s).Mean / float64(len(samples))
		}
		at, _ := ofSize(samples, k.meanAt)
		lines = append(lines, line{[]string{e.Name, fmt.Sprint(k.least), table.Duration(k.mean), fmt.Sprint(k.meanAt), table.Duration(seconds(at).Quantile(0.99)), table.Duration(sum)}, sum})
		series = append(series, meanSeries(e.Name, len(series), samples))
	}
	if len(lines) < 2 {
		return
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.mean, b.mean) })
	for _, one := range lines {
		rows = append(rows, one.row)
	}
	p.Heading("Excluded diagonals: encodings")
	p.Text("gini on n = %d with each encoding of “at most one”, the fastest first.", sweepSize)
	p.Table(rows)
	p.Figure(meansChart("excluded-encodings", fmt.Sprintf("Mean seconds of gini by encoding, n = %d", sweepSize), series))
}

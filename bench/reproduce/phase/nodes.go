package phase

import (
	"fmt"
	"math"
	"strings"

	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/internal/table"
)

// peak is where a spread is largest along the sizes.
type peak struct {
	mean, median, most float64
	meanAt, medianAt   int
	least              int // instances at the least sample
}

// peakOf finds the largest mean and the largest median of a measure.
func peakOf(samples []sample, measure func(sample) stats.Distribution) (p peak, ok bool) {
	p.least = fewest(samples)
	for _, s := range samples {
		e := measure(s)
		if len(e.Values) == 0 {
			continue
		}
		ok = true
		if e.Mean > p.mean {
			p.mean, p.meanAt = e.Mean, s.list.size
		}
		if e.Median() > p.median {
			p.median, p.medianAt = e.Median(), s.list.size
		}
		p.most = max(p.most, e.Most())
	}
	return p, ok
}

func nodes(s sample) stats.Distribution { return s.effort("nodes") }

// reportPeaks compares the hardest points with the published table, and our
// search with the authors'.
func (study *Study) reportPeaks(p *page.Page) {
	p.Heading("Excluded diagonals: nodes")
	p.Text("bit-solver is the authors' search: file after file, the lowest free square first. bitmask takes the rank or file with the fewest free squares and looks one step ahead; its nodes are pieces placed, forced ones included. Both had the same instances. The ratio is that of the means at the size where bit-solver's is largest.")
	rows := [][]string{{"n", "peak mean, published", "at d", "bit-solver", "at d", "peak median, published", "bit-solver", "largest, published", "bit-solver", "of each point", "bitmask at that d", "ratio"}}
	var wrong []string
	compared := 0
	for _, row := range publishedDiagonals {
		n := int(row.n)
		them, us := study.publishedSamples(n, bitSolver), study.publishedSamples(n, bitmask)
		k, ok := peakOf(them, nodes)
		if !ok {
			continue
		}
		mine, ratio := "–", "–"
		if s, ok := ofSize(us, k.meanAt); ok {
			if e := nodes(s); e.Mean > 0 {
				mine, ratio = rounded(e.Mean), fmt.Sprintf("%.0f", k.mean/e.Mean)
			}
		}
		rows = append(rows, []string{
			fmt.Sprint(n), rounded(row.mean), fmt.Sprint(row.meanAt), rounded(k.mean), fmt.Sprint(k.meanAt), rounded(row.median), rounded(k.median),
			rounded(row.most), rounded(k.most), fmt.Sprint(k.least), mine, ratio,
		})
		if k.least == perPoint {
			compared++
			if k.meanAt != row.meanAt || far(k.mean, row.mean, 6e-4) || far(k.median, row.median, 6e-4) || far(k.most, row.most, 0.06) {
				wrong = append(wrong, fmt.Sprintf("n = %d", n))
			}
		}
	}
	p.Table(rows)
	p.Verdict(exactIn("peak mean, peak median and largest number of nodes of bit-solver, to the published digits", "board", compared, wrong))
	n := study.largest(bitSolver)
	p.Figure(chart.Points{
		Name: "excluded-nodes", Title: fmt.Sprintf("Nodes on the published instances, n = %d", n),
		Caption: chart.BandCaption,
		X:       chart.Scale{Title: "excluded diagonals d", Even: true}, Y: chart.Scale{Title: "nodes", Log: true},
		Series: append(band("bit-solver", 0, study.publishedSamples(n, bitSolver), nodes), band("bitmask", 1, study.publishedSamples(n, bitmask), nodes)...),
	}.Figure())
}

// largest is the largest board on which a contender answered all lists of
// published instances, fifty of each at least.
func (study *Study) largest(c backends.Contender) int {
	best := diagonalSizes()[0]
	for _, n := range diagonalSizes() {
		if s := study.publishedSamples(n, c); len(s) == publishedMost[n] && fewest(s) >= 50 {
			best = n
		}
	}
	return best
}

// band draws a spread against the size.
func band(name string, look int, samples []sample, measure func(sample) stats.Distribution) []chart.Series {
	spread := make([]chart.SpreadAt, len(samples))
	for i, s := range samples {
		spread[i] = chart.SpreadAt{X: float64(s.list.size), Of: measure(s)}
	}
	return chart.Band(name, look, spread)
}

// far reports whether a value is farther from the published one than its
// rounding explains.
func far(value, published, part float64) bool { return math.Abs(value-published) > part*published }

// rounded writes a number of nodes as the published tables do: to four digits if
// it has more, and a half to the even neighbour.
func rounded(v float64) string {
	if v < 10_000 {
		return table.Count(math.RoundToEven(v))
	}
	digits := math.Pow10(int(math.Floor(math.Log10(v))) - 3)
	return table.Count(math.RoundToEven(v/digits) * digits)
}

func joinSome(list []string) string {
	const few = 8
	if len(list) > few {
		return strings.Join(list[:few], "; ") + fmt.Sprintf("; and %d more", len(list)-few)
	}
	return strings.Join(list, "; ")
}

// survival is the fraction of runs that took more than so much.
func survival(name string, look int, e stats.Distribution) chart.Series {
	s := chart.Series{Name: name, Look: look, Joined: true, Bare: true}
	n := len(e.Values)
	for i, v := range e.Values {
		if i+1 < n && e.Values[i+1] == v {
			continue // the last of equal values tells how many are greater
		}
		if rest := n - i - 1; rest > 0 {
			s.Points = append(s.Points, chart.Point{X: v, Y: float64(rest) / float64(n), Of: n})
		}
	}
	return s
}

func survivalChart(name, title string, series []chart.Series) chart.Figure {
	return chart.Points{
		Name: name, Title: title,
		Caption: "The fraction of runs with more nodes than x. A straight line down is a heavy tail: means are made by rare giants.",
		X:       chart.Scale{Title: "nodes x", Log: true}, Y: chart.Scale{Title: "fraction of runs with more", Log: true, Shares: true},
		Series: series,
	}.Figure()
}

// reportSurvival draws the tails around the hardest size and far from it.
func (study *Study) reportSurvival(p *page.Page) {
	n := study.largest(bitSolver)
	them, us := study.publishedSamples(n, bitSolver), study.publishedSamples(n, bitmask)
	k, ok := peakOf(them, nodes)
	if !ok {
		return
	}
	var series []chart.Series
	for _, d := range []int{k.meanAt - 6, k.meanAt - 3, k.meanAt, k.meanAt + 4} {
		if s, ok := ofSize(them, d); ok {
			series = append(series, survival(fmt.Sprintf("bit-solver, d = %d", d), len(series), nodes(s)))
		}
	}
	if s, ok := ofSize(us, k.meanAt); ok {
		series = append(series, survival(fmt.Sprintf("bitmask, d = %d", k.meanAt), len(series), nodes(s)))
	}
	p.Figure(survivalChart("excluded-survival", fmt.Sprintf("The tail of the nodes, excluded diagonals, n = %d", n), series))
}

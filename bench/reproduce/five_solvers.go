package reproduce

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// fiveMethods are the published methods in their order, with the backends that
// are ours and the published milliseconds for n = 10 to 18.
var fiveMethods = []struct {
	name, backend string
	published     [9]float64
}{
	{"naive", "naive", [9]float64{5, 24, 137, 791, 5193, 35500, 256075, 2005077, 16683871}},
	{"symmetric", "symmetric", [9]float64{3, 13, 75, 469, 3037, 20814, 152299, 1164780, 9376002}},
	{"marks", "marks", [9]float64{0, 4, 24, 135, 809, 5206, 35373, 253702, 1912227}},
	{"available", "available", [9]float64{1, 3, 16, 89, 526, 3334, 22420, 158374, 1179343}},
	{"bitmask", "bitmask-stack", [9]float64{5, 25, 128, 703, 4144, 25866, 177143, 1263102, 9281287}},
}

const fiveFrom, fiveTo = 10, 18

func fiveSolvers() Reproduction {
	return Reproduction{
		Name:   "five-solvers",
		About:  "Five non-recursive counters, each improving on the last",
		Source: "a comparison of five C++ programs that count the solutions without recursion, 2024, on a machine that is not named; its table of milliseconds for n = 10 to 18 and its scatter plot of time against n",
		Takes:  "3 min",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Warmup: 1, Min: 5, Max: 5}}
			for n := fiveFrom; n <= fiveTo; n++ {
				for _, m := range fiveMethods {
					e.Jobs = append(e.Jobs, jobs(queensProblem(n), nqueens.CountAll, day, m.backend)...)
				}
			}
			return e
		},
		report: reportFive,
	}
}

// fiveTimes are the seconds of each method, by n − fiveFrom; 0 is not known.
type fiveTimes [5][9]float64

func publishedFive() (t fiveTimes) {
	for i, m := range fiveMethods {
		for k, ms := range m.published {
			t[i][k] = ms / 1000
		}
	}
	return t
}

func measuredFive(e evidence) (t fiveTimes) {
	for i, m := range fiveMethods {
		for k := range t[i] {
			if c, ok := e.cell(queens(fiveFrom+k), nqueens.CountAll, m.backend); ok {
				t[i][k] = c.Seconds.Median
			}
		}
	}
	return t
}

// ratio is how many times as long method i takes as method j; 0 is not known.
func (t fiveTimes) ratio(i, j, k int) float64 {
	if t[j][k] == 0 {
		return 0
	}
	return t[i][k] / t[j][k]
}

func reportFive(_ context.Context, p *page.Page, e evidence) error {
	published, ours := publishedFive(), measuredFive(e)
	p.Text(`All five count every solution. *Naive* compares each new queen with all before it. *Symmetric* does so with the first queen in the left half only, and doubles. *Marks* adds marks for columns and diagonals, *available* a linked list of the free columns; both are symmetric. *Bitmask* has a stack of words and searches the whole tree. Ours are the backends naive, symmetric, marks, available and bitmask-stack, written in Go.`)
	p.Heading("Time of one count, in milliseconds")
	p.Table(fiveTable(published, e))
	p.Text("Ours are medians over the runs, each a process of its own.")
	p.Heading("Each method against the one before it")
	p.Text("How many times as long the earlier of two neighbours in the list takes as the later. Published times are whole milliseconds, so that the first columns are coarse: what is compared is the largest size that both were measured at and whose published times are 20 ms or more. The shape is the same if the order of the two is, where within 10 %% they count as equal, and if neither ratio is more than 1.5 times the other.")
	p.Table(neighbours(published, ours))
	var verdicts []page.Verdict
	for i := 1; i < len(fiveMethods); i++ {
		verdicts = append(verdicts, compareNeighbours(i, published, ours))
	}
	p.Verdict(verdicts...)
	p.Heading("Growth")
	p.Text("The factor by which the time multiplies from n to n + 1, by least squares over the sizes that have both a published time of 20 ms or more and one of ours. Within 5 %% counts as the same shape.")
	rows := [][]string{{"method", "n", "published", "ours"}}
	verdicts = nil
	for i, m := range fiveMethods {
		row, v := compareGrowth(i, published, ours)
		rows, verdicts = append(rows, append([]string{m.name}, row...)), append(verdicts, v)
	}
	p.Table(rows)
	p.Verdict(verdicts...)
	p.Heading("Are bitmasks as slow as “symmetric”?")
	p.Text("The published text concludes so: to keep the board in words and work on their bits would gain nothing over comparing queens one by one in half of the tree.")
	v := bitmaskClaim(published, ours)
	p.Verdict(v)
	if v.Kind == page.Differs {
		p.Text("One explanation, which is not measured here: a modern compiler makes each step of the bitmask search a few instructions on words, whatever the number of queens. A program compiled without optimisation would lose just that.")
	}
	p.Heading("Time against n")
	p.Figure(fiveFigure(published, ours, false), fiveFigure(published, ours, true))
	return nil
}

// fiveTable is the published table in milliseconds with ours beside it, and
// how often the least repeated of ours was run.
func fiveTable(published fiveTimes, e evidence) [][]string {
	rows := [][]string{{"method", "whose"}}
	for n := fiveFrom; n <= fiveTo; n++ {
		rows[0] = append(rows[0], fmt.Sprint(n))
	}
	runs := []string{"", "runs, at least"}
	for k := range published[0] {
		least := 0
		for _, m := range fiveMethods {
			if c, ok := e.cell(queens(fiveFrom+k), nqueens.CountAll, m.backend); ok && (least == 0 || c.Runs < least) {
				least = c.Runs
			}
		}
		runs = append(runs, fmt.Sprint(least))
	}
	for i, m := range fiveMethods {
		theirs, ours := []string{m.name, "published"}, []string{m.name, "ours"}
		for k := range published[i] {
			theirs = append(theirs, table.Count(m.published[k]))
			c, ok := e.cell(queens(fiveFrom+k), nqueens.CountAll, m.backend)
			switch {
			case c.Wrong:
				ours = append(ours, string(page.Wrong))
			case !ok:
				ours = append(ours, "–")
			default:
				ours = append(ours, milliseconds(c.Seconds.Median))
			}
		}
		rows = append(rows, theirs, ours)
	}
	return append(rows, runs)
}

// milliseconds writes a time with three digits, or all before the point.
func milliseconds(seconds float64) string {
	if ms := 1000 * seconds; ms < 100 {
		return fmt.Sprintf("%.3g", ms)
	}
	return table.Count(math.Round(1000 * seconds))
}

func times(r float64) string {
	if r == 0 || math.IsInf(r, 0) || math.IsNaN(r) {
		return "–"
	}
	return fmt.Sprintf("%.2f", r)
}

func neighbours(published, ours fiveTimes) [][]string {
	rows := [][]string{{"pair", "whose"}}
	for n := fiveFrom; n <= fiveTo; n++ {
		rows[0] = append(rows[0], fmt.Sprint(n))
	}
	for i := 1; i < len(fiveMethods); i++ {
		pair := fiveMethods[i-1].name + " / " + fiveMethods[i].name
		for _, of := range []struct {
			whose string
			times fiveTimes
		}{{"published", published}, {"ours", ours}} {
			row := []string{pair, of.whose}
			for k := range of.times[i] {
				row = append(row, times(of.times.ratio(i-1, i, k)))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func fiveFigure(published, ours fiveTimes, log bool) chart.Figure {
	c := chart.Points{
		Name: "five-linear", Title: "Time to count all solutions, as the published figure draws it",
		Caption: "Filled: measured here, median. Hollow: published.",
		X:       chart.Scale{Title: "size n"}, Y: chart.Scale{Title: "time", Seconds: true, Log: log},
	}
	most := fiveTo - fiveFrom
	if log {
		c.Name, c.Title = "five-log", "Time to count all solutions, on a logarithmic axis"
		c.Notes = []string{"A published time of 0 ms is left out."}
	} else if most = ours.most(); most < fiveTo-fiveFrom {
		// On a linear axis hours would leave nothing to be seen of what was measured.
		c.Notes = []string{fmt.Sprintf("Published times beyond the sizes measured here, n = %d, are left out.", fiveFrom+most)}
	}
	if missing := ours.missing(); missing != "" {
		c.Notes = append(c.Notes, fmt.Sprintf("Missing here: ours of %s; the published table goes to n = %d.", missing, fiveTo))
	}
	for _, hollow := range []bool{false, true} {
		for i, m := range fiveMethods {
			s := chart.Series{Name: m.name, Look: i, Hollow: hollow, Joined: !hollow}
			from := ours
			if hollow {
				s.Name += ", published"
				from = published
			}
			for k, t := range from[i][:most+1] {
				if t > 0 || hollow && !log {
					s.Points = append(s.Points, chart.Point{X: float64(fiveFrom + k), Y: t})
				}
			}
			c.Series = append(c.Series, s)
		}
	}
	return c.Figure()
}

// most is the largest size, less fiveFrom, with a time.
func (t fiveTimes) most() (most int) {
	for _, seconds := range t {
		for k, s := range seconds {
			if s > 0 {
				most = max(most, k)
			}
		}
	}
	return most
}

// missing says which methods were not measured to the end of the published table, those that
// went equally far together; "" if all were.
func (t fiveTimes) missing() string {
	var names [fiveTo - fiveFrom + 1][]string // by how many sizes come before the first that is missing to the end
	for i, m := range fiveMethods {
		known := len(t[i])
		for ; known > 0 && t[i][known-1] == 0; known-- {
		}
		if known < len(t[i]) {
			names[known] = append(names[known], m.name)
		}
	}
	var parts []string
	for known, names := range names {
		if names != nil {
			parts = append(parts, fmt.Sprintf("%s from n = %d", strings.Join(names, ", "), fiveFrom+known))
		}
	}
	return strings.Join(parts, "; ")
}

// fine is the least published time, in seconds, that enters a comparison:
// below, whole milliseconds are too coarse.
const fine = 0.020

// compared is the largest size, less fiveFrom, at which two methods can be
// compared: both were measured, and the published times are fine enough.
func compared(i, j int, published, ours fiveTimes) (k int, ok bool) {
	for k := len(ours[i]) - 1; k >= 0; k-- {
		if min(ours[i][k], ours[j][k]) > 0 && min(published[i][k], published[j][k]) >= fine {
			return k, true
		}
	}
	return 0, false
}

// incomparable is why compared finds no size.
const incomparable = "no size whose published times are 20 ms or more was measured for both"

const (
	alike  = 1.1  // ratios of times nearer to 1 than this count as 1
	near   = 1.5  // ratios this near to each other have the same shape
	steady = 1.05 // and so have factors of growth
)

// side is whether a ratio is above 1, below 1, or neither for certain.
func side(r float64) int {
	switch {
	case r > alike:
		return 1
	case r < 1/alike:
		return -1
	}
	return 0
}

// apart reports whether two values differ by more than a factor.
func apart(a, b, factor float64) bool { return a > factor*b || b > factor*a }

func compareNeighbours(i int, published, ours fiveTimes) page.Verdict {
	before, after := fiveMethods[i-1].name, fiveMethods[i].name
	v := page.Verdict{What: before + " / " + after}
	k, ok := compared(i-1, i, published, ours)
	if !ok {
		v.Kind, v.Why = page.Untested, incomparable
		return v
	}
	theirs, mine := published.ratio(i-1, i, k), ours.ratio(i-1, i, k)
	v.Why = fmt.Sprintf("at n = %d %s takes %s times as long as %s, published %s", fiveFrom+k, before, times(mine), after, times(theirs))
	v.Kind = page.SameShape
	switch {
	case side(theirs) != side(mine):
		v.Kind = page.Differs
	case apart(mine, theirs, near):
		v.Kind = page.Differs
		v.Why += "; the order is the same, the ratio is not"
	}
	return v
}

// growthOf is the factor of a fit of c · factor^n to times at the given sizes.
func growthOf(t [9]float64, sizes []int) float64 {
	var x, y []float64
	for _, k := range sizes {
		x, y = append(x, float64(k)), append(y, math.Log(t[k]))
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return math.Exp(slope)
}

func compareGrowth(i int, published, ours fiveTimes) (row []string, v page.Verdict) {
	var sizes []int
	for k := range published[i] {
		if published[i][k] >= fine && ours[i][k] > 0 {
			sizes = append(sizes, k)
		}
	}
	v.What = "growth of " + fiveMethods[i].name
	if len(sizes) < 3 {
		v.Kind, v.Why = page.Untested, "fewer than three such sizes were measured"
		return []string{"–", "–", "–"}, v
	}
	theirs, mine := growthOf(published[i], sizes), growthOf(ours[i], sizes)
	from, to := fiveFrom+sizes[0], fiveFrom+sizes[len(sizes)-1]
	v.Kind, v.Why = page.SameShape, fmt.Sprintf("%s a step, published %s", times(mine), times(theirs))
	if apart(mine, theirs, steady) {
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("the time multiplies by %s a step here and by %s there", times(mine), times(theirs))
	}
	return []string{fmt.Sprintf("%d to %d", from, to), times(theirs), times(mine)}, v
}

// bitmaskClaim tests whether the bitmask method is no faster than the
// symmetric one.
func bitmaskClaim(published, ours fiveTimes) page.Verdict {
	const naive, symmetric, bitmask = 0, 1, 4
	v := page.Verdict{What: "“bitmasks are as slow as symmetric”"}
	k, ok := compared(symmetric, bitmask, published, ours)
	if !ok {
		v.Kind, v.Why = page.Untested, incomparable
		return v
	}
	theirs, mine := published.ratio(bitmask, symmetric, k), ours.ratio(bitmask, symmetric, k)
	v.Kind, v.Why = page.SameShape, fmt.Sprintf("at n = %d bitmask takes %s times as long as symmetric, published %s", fiveFrom+k, times(mine), times(theirs))
	if side(mine) < 0 {
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("at n = %d symmetric takes %s times as long as bitmask here, and %s times there",
			fiveFrom+k, times(1/mine), times(1/theirs))
		if k, ok := compared(naive, bitmask, published, ours); ok {
			v.Why += fmt.Sprintf("; against naive, which like bitmask searches the whole tree, bitmask is %s times as fast at n = %d here, and %s times there",
				times(ours.ratio(naive, bitmask, k)), fiveFrom+k, times(published.ratio(naive, bitmask, k)))
		}
	}
	return v
}

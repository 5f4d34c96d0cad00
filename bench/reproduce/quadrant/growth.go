package quadrant

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nqueens/backends/checkpoint"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// size is what is known of a board of n squares a side. A sampled one was
// counted in parts only.
type size struct {
	n         int
	solutions float64 // OEIS A000170
	nodes     float64 // of the row by row tree, 0 if not counted
	halves    float64 // half-boards: ways to put queens on n/2 files; 0 likewise
	pairs     float64 // of half-boards that were compared
	seconds   float64 // of one processor core; 0 if too short to say
	sampled   bool
	found     float64 // solutions, in the parts
	parts     []Measurement
}

// nodes and halfBoardsOf are by the size of the board. They were counted by the
// usual recursion, as the package's tests do.
var (
	nodes = map[int]float64{
		8: 2056, 10: 35538, 12: 856188, 14: 27358552, 16: 1141190302, 18: 59365844490,
	}
	halfBoardsOf = map[int]float64{
		8: 344, 10: 3916, 12: 52856, 14: 835056, 16: 15324708, 18: 318853768, 20: 7415187482,
	}
)

// shortest is the least time that can be told from that of starting up.
const shortest = 0.05

// sizes are the boards that were counted and those that were sampled. For the
// latter pairs and seconds are taken to be in proportion to solutions, whose
// number is known.
func sizes(measured []Measurement) (list []size) {
	for _, m := range measured {
		if n := len(list); n > 0 && list[n-1].n == m.N {
			list[n-1].parts = append(list[n-1].parts, m)
			continue
		}
		known, _ := queens(m.N).Known()
		list = append(list, size{
			n: m.N, solutions: known.Count.Float(), nodes: nodes[m.N], halves: halfBoardsOf[m.N],
			sampled: m.Part != checkpoint.Whole, parts: []Measurement{m},
		})
	}
	for i := range list {
		s := &list[i]
		for _, m := range s.parts {
			s.found += float64(m.Found)
			s.pairs += float64(m.Pairs)
			s.seconds += m.Seconds
		}
		s.pairs *= s.solutions / s.found
		s.seconds *= s.solutions / s.found
		if s.seconds < shortest {
			s.seconds = 0
		}
	}
	return list
}

// exponent is e where a quantity grew from a to b as the number of solutions to
// the power of e; 0 if it is not known.
func exponent(a, b size, of func(size) float64) float64 {
	if of(a) == 0 || of(b) == 0 {
		return 0
	}
	return math.Log(of(b)/of(a)) / math.Log(b.solutions/a.solutions)
}

// pairsOfSizes are the sizes N and N + 2 of which both were measured.
func pairsOfSizes(list []size) (pairs [][2]size) {
	for _, a := range list {
		for _, b := range list {
			if b.n == a.n+2 {
				pairs = append(pairs, [2]size{a, b})
			}
		}
	}
	return pairs
}

func halvesOf(s size) float64    { return s.halves }
func pairsOf(s size) float64     { return s.pairs }
func secondsOf(s size) float64   { return s.seconds }
func nodesOf(s size) float64     { return s.nodes }
func solutionsOf(s size) float64 { return s.solutions }

func growthTable(list []size) [][]string {
	rows := [][]string{{"N", "solutions", "half-boards", "pairs compared", "pairs a solution", "seconds"}}
	for _, s := range list {
		pairs, seconds, half := table.Count(s.pairs), "", ""
		switch {
		case s.sampled:
			pairs, seconds = "≈ "+short(s.pairs), "≈ "+table.Count(rounded(s.seconds, 2))
		case s.seconds > 0:
			seconds = fmt.Sprintf("%.3g", s.seconds)
		}
		if s.halves > 0 {
			half = table.Count(s.halves)
		}
		rows = append(rows, []string{fmt.Sprint(s.n), table.Count(s.solutions), half, pairs, fmt.Sprintf("%.3g", s.pairs/s.solutions), seconds})
	}
	return rows
}

// exponentTable is how quantities grow with the number of solutions, two sizes at
// a time.
func exponentTable(list []size) [][]string {
	rows := [][]string{{"from N to N + 2", "solutions", "nodes of the tree", "half-boards", "pairs", "seconds"}}
	for _, pair := range pairsOfSizes(list) {
		a, b := pair[0], pair[1]
		if a.n < 14 {
			continue // too short to tell
		}
		row := []string{fmt.Sprintf("%d to %d", a.n, b.n), fmt.Sprintf("× %.3g", b.solutions/a.solutions)}
		for _, of := range []func(size) float64{nodesOf, halvesOf, pairsOf, secondsOf} {
			cell := ""
			if e := exponent(a, b, of); e > 0 {
				cell = fmt.Sprintf("%.2f", e)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// sampleTable is the parts that were counted of larger boards.
func sampleTable(list []size) [][]string {
	rows := [][]string{{"N", "part", "solutions found", "pairs", "seconds", "nanoseconds a solution"}}
	for _, s := range list {
		for _, m := range s.parts {
			if s.sampled {
				rows = append(rows, []string{
					fmt.Sprint(s.n), m.Part.String(), short(float64(m.Found)), short(float64(m.Pairs)),
					fmt.Sprintf("%.1f", m.Seconds), fmt.Sprintf("%.2f", m.Seconds/float64(m.Found)*1e9),
				})
			}
		}
	}
	return rows
}

// short is a number with two digits and a power of ten.
func short(v float64) string {
	power := math.Floor(math.Log10(v))
	return fmt.Sprintf("%.1f·10^%.0f", v/math.Pow(10, power), power)
}

// rounded is v with so many digits that count.
func rounded(v float64, digits int) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-float64(digits-1))
	return math.Round(v/unit) * unit
}

// The assumptions of the estimates.
const (
	// Beyond what was sampled, time grows as the number of solutions to this
	// power, or to one of its neighbours.
	likely, least, most = 0.95, 0.85, 1.05
	// cores is how many there are on 100 machines with two each; together they
	// do 95 % of what they would do alone.
	cores, together = 200, 0.95
	// gpuCores is how many cores a large GPU is worth.
	gpuCores = 70
)

// beyond are larger boards, with the number of solutions (the last one is
// extrapolated from the ones before) and the sampled board to start from.
var beyond = []struct {
	n, from   int
	solutions float64
}{{27, 23, 234907967154122528}, {28, 24, 2.57e18}}

// costs are the seconds of one core for a board, likely, least and most; ok is
// false where too little was measured. A sample is taken to be right within a third.
func costs(list []size, n int) (seconds [3]float64, ok bool) {
	at := func(n int) int { return slices.IndexFunc(list, func(s size) bool { return s.n == n }) }
	if i := at(n); i >= 0 {
		s := list[i].seconds
		return [3]float64{s, s / 1.35, s * 1.35}, true
	}
	for _, b := range beyond {
		if i := at(b.from); b.n == n && i >= 0 {
			for k, e := range []float64{likely, least, most} {
				seconds[k] = list[i].seconds * math.Pow(b.solutions/list[i].solutions, e)
			}
			return seconds, true
		}
	}
	return seconds, false
}

func estimateTable(list []size) [][]string {
	rows := [][]string{{"N", "one core", "from, to", "100 machines, two cores each", "one large GPU", "from, to"}}
	for _, n := range []int{22, 24, 25, 27, 28} {
		if c, ok := costs(list, n); ok {
			between := func(a, b float64) string { return period(a) + ", " + period(b) }
			rows = append(rows, []string{
				fmt.Sprint(n), period(c[0]), between(c[1], c[2]), period(c[0] / cores / together),
				period(c[0] / gpuCores), between(c[1]/gpuCores/3, c[2]/gpuCores*3),
			})
		}
	}
	return rows
}

// period is a time in the unit that people would use, with two digits.
func period(seconds float64) string {
	name := "seconds"
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", 365.25 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		if seconds/unit.size >= 1.5 {
			seconds, name = seconds/unit.size, unit.name
			break
		}
	}
	if v := rounded(seconds, 2); v >= 10 {
		return table.Count(v) + " " + name
	}
	return fmt.Sprintf("%.1f %s", rounded(seconds, 2), name)
}

// charts are the work against the size of the board, and seconds against the
// number of solutions. Hollow points are estimated from parts of the count.
func charts(list []size) []chart.Figure {
	even := func(s size) bool { return s.n%2 == 0 }
	odd := func(s size) bool { return s.n%2 != 0 }
	every := func(size) bool { return true }
	n := func(s size) float64 { return float64(s.n) }
	const published = "solutions" // of every size, however it was counted
	series := func(name string, look int, x, y func(size) float64, keep func(size) bool) []chart.Series {
		whole := chart.Series{Name: name, Look: look, Joined: true}
		parts := chart.Series{Look: look, Joined: true, Hollow: true}
		for _, s := range list {
			switch at := (chart.Point{X: x(s), Y: y(s)}); {
			case at.Y == 0 || !keep(s):
			case s.sampled && name != published:
				parts.Points = append(parts.Points, at)
			default:
				whole.Points = append(whole.Points, at)
			}
		}
		if len(parts.Points) == 0 {
			return []chart.Series{whole}
		}
		return []chart.Series{whole, parts}
	}
	const caption = "Hollow: estimated from parts of the count."
	return []chart.Figure{
		chart.Points{
			Name: "growth", Title: "Half-boards, pairs and nodes", Caption: caption,
			X: chart.Scale{Title: "N, squares a side", Even: true}, Y: chart.Scale{Title: "how many", Log: true},
			Series: slices.Concat(
				series("pairs compared, N odd", 0, n, pairsOf, odd), series("pairs compared, N even", 1, n, pairsOf, even),
				series("nodes, row by row", 2, n, nodesOf, every), series(published, 3, n, solutionsOf, every), series("half-boards", 4, n, halvesOf, every),
			),
		}.Figure(),
		chart.Points{
			Name: "seconds", Title: "Seconds of one core, by solutions", Caption: caption,
			X: chart.Scale{Title: "solutions", Log: true}, Y: chart.Scale{Title: "time", Log: true, Seconds: true},
			Series: slices.Concat(series("N odd", 0, solutionsOf, secondsOf, odd), series("N even", 1, solutionsOf, secondsOf, even)),
		}.Figure(),
	}
}

// Report writes what was measured, beside what is published, and the pictures of
// the method.
func Report(p *page.Page, measured []Measurement) {
	list := sizes(measured)
	p.Text("How the method works, the README of backends/quadrant tells; its pictures are below. Here is what a count costs. Seconds are processor time of one thread: " +
		"the best of three up to N = 18, a single run above. Half-boards are the ways to put N/2 queens that do not attack each other on N/2 files. " +
		"Beyond N = 20 a few parts of each count were done and scaled up by the solutions found, whose number is published.")
	p.Verdict(counts(measured), partsVerdict(list), growthVerdict(list))
	p.Figure(charts(list)...)
	p.Table(growthTable(list))
	if rows := sampleTable(list); len(rows) > 1 {
		p.Text("The parts that were counted of larger boards. The last column shows how far they differ. Seconds include making tables, which a part shares among few tasks only: they are rather too high.")
		p.Table(rows)
	}
	if rows := exponentTable(list); len(rows) > 1 {
		p.Text("Work grows as (solutions)^e, from one size to the next but one:")
		p.Table(rows)
	}
	if rows := estimateTable(list); len(rows) > 1 {
		p.Heading("What larger boards would cost")
		p.Text("Nobody has run these here. They are estimates on paper, by the assumptions that the README of backends/quadrant gives.")
		p.Table(rows)
	}
	p.Heading("The method in pictures")
	drawings := Drawings()
	for _, name := range []string{"cut", "halves", "pairs", "diagonals", "patterns", "symmetry", "odd", "split", "block", "adder"} {
		p.Drawing(name, drawings[name])
	}
}

// counts compares those of whole boards with the published ones.
func counts(measured []Measurement) page.Verdict {
	v := page.Verdict{What: "numbers of solutions, OEIS A000170", Kind: page.Untested}
	var same []int
	var wrong []string
	for _, m := range measured {
		known, ok := queens(m.N).Known()
		switch {
		case m.Part != checkpoint.Whole || !ok:
		case known.Count.String() == fmt.Sprint(m.Found):
			same = append(same, m.N)
		default:
			wrong = append(wrong, fmt.Sprintf("N = %d: %d, published %v", m.N, m.Found, known.Count))
		}
	}
	if len(same) > 0 {
		v.Kind, v.Why = page.SameValue, "N = "+table.Ranges(same, " to ")
	}
	if len(wrong) > 0 {
		v.Kind, v.Why = page.Wrong, strings.Join(wrong, "; ")
	}
	return v
}

// partsVerdict compares what parts found with their share of the published number.
// They are not quite alike, so that a quarter more or less is no difference.
func partsVerdict(list []size) page.Verdict {
	v := page.Verdict{What: "solutions found in parts of larger counts, scaled up", Kind: page.Untested}
	var ratios []string
	for _, s := range list {
		if s.sampled {
			ratio := s.found / float64(len(s.parts)) * float64(s.parts[0].Part.Of) / s.solutions
			ratios = append(ratios, fmt.Sprintf("%.2f of the published number at N = %d", ratio, s.n))
			if v.Kind == page.Untested {
				v.Kind = page.SameShape
			}
			if math.Abs(ratio-1) > 0.25 {
				v.Kind = page.Differs
			}
		}
	}
	v.Why = strings.Join(ratios, ", ")
	return v
}

// growthVerdict tests what the README of the package claims.
func growthVerdict(list []size) page.Verdict {
	v := page.Verdict{What: "time grows about in step with the number of solutions", Kind: page.Untested}
	low, high := math.Inf(1), 0.0
	for _, pair := range pairsOfSizes(list) {
		if e := exponent(pair[0], pair[1], secondsOf); e > 0 {
			low, high = min(low, e), max(high, e)
		}
	}
	if high > 0 {
		v.Kind, v.Why = page.SameShape, fmt.Sprintf("as (solutions)^e, e from %.2f to %.2f from one size to the next but one", low, high)
		if low < 0.75 || high > 1.25 {
			v.Kind, v.Why = page.Differs, fmt.Sprintf("times of short counts, and of a busy machine, vary: e is %.2f to %.2f", low, high)
		}
	}
	return v
}

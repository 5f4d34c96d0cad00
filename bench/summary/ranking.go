package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/stats"
	"nqueens/internal/table"
)

// Ranking compares contenders over one set of problems that all of them were to
// answer. Nothing in it is about other problems, so that its rows compare.
type Ranking struct {
	Task nqueens.Task
	// Instances says that the problems came from files.
	Instances bool
	Problems  []string
	Of        int // how many there are in the run
	// LeftOut is on how many more problems one of the contenders has no result that
	// counts (not run yet, void): they are left out for all of them.
	LeftOut int
	// Apart are the contenders that were not to answer all of this, and are ranked
	// over other sets.
	Apart []string
	// Without are the contenders that have no result that counts on any problem: with one of
	// them there would be nothing left to rank.
	Without []string
	// Virtual is a contender that on each problem is the best of all: the virtual
	// best solver, VBS. Its Contender is "".
	Virtual Score
	// Scores are the contenders', by PAR-2, those with a wrong answer last; the first
	// is the single best solver, SBS.
	Scores []Score
	// Groups are contenders next to each other in the order of their AverageRank, no
	// two of which differ really; see stats.Compare. A critical-difference diagram
	// joins each by a bar. There are none where the problems are too few to tell any
	// difference.
	Groups [][]string
}

// Score is how a contender did on the problems of a ranking.
type Score struct {
	Contender string
	Solved    int // answered, and not wrong
	Wrong     int
	// PAR2 is the mean time in seconds where what was not answered within the limit,
	// or wrongly, counts as twice the limit, as in the SAT competitions; PAR10 as ten
	// times.
	PAR2, PAR10 float64
	// Searching is PAR-2 of the times less their floors.
	Searching float64
	// Median counts what was not answered as longer than anything: infinite where it
	// is in the middle.
	Median float64
	// AverageRank is the mean of its places on each problem, 1 for the fastest.
	AverageRank float64
	// Unique is how many problems no other contender answered, and Marginal by how
	// much PAR-2 of the virtual best grows without this one.
	Unique   int
	Marginal float64
	// Ratio is PAR-2 of the baseline over that of the contender, both over the Asked
	// problems, all that both were asked, so that it and the rank tell one story. 0
	// where there is none.
	Ratio float64
	Asked int
	// Speedup is how many times as fast as the baseline the contender is where both
	// answered: the geometric mean over the Shared problems. More and Fewer are how
	// many only it answered, and only the baseline.
	Speedup             float64
	Shared, More, Fewer int
}

// place tells apart what is ranked apart.
type place struct {
	task      nqueens.Task
	instances bool
}

func (c *Cell) place() place { return place{c.Task, c.Instance != ""} }

func contender(c *Cell) string { return c.Contender.String() }

// rankings are the rankings over each set of problems that a contender was to
// answer, with all others that were to answer these: for each place first the one
// with the most results.
func rankings(cells []*Cell) []Ranking {
	places := grouped(cells, (*Cell).place)
	slices.SortStableFunc(places, func(a, b []*Cell) int { return compareTasks(a[0].Task, b[0].Task) })
	var all []Ranking
	for _, cells := range places {
		found := cells[0].place().rankings(cells)
		slices.SortStableFunc(found, func(a, b Ranking) int {
			return len(b.Scores)*len(b.Problems) - len(a.Scores)*len(a.Problems)
		})
		all = append(all, found...)
	}
	return all
}

// row is the cells of one contender, in the order of the problems' names; nil where it was not
// to answer.
type row struct {
	contender string
	cells     []*Cell
	asked     int // how many there are
}

// rowsOf are those of all contenders among the cells, and the names.
func rowsOf(cells []*Cell) (rows []row, problems []string) {
	for i, c := range cells {
		if i == 0 || c.Problem != cells[i-1].Problem { // most plans ask all contenders in turn
			problems = append(problems, c.Problem)
		}
	}
	slices.Sort(problems)
	problems = slices.Compact(problems)
	columns := make(map[string]int, len(problems))
	for k, problem := range problems {
		columns[problem] = k
	}
	for _, mine := range grouped(cells, func(c *Cell) backends.Contender { return c.Contender }) {
		r := row{mine[0].Contender.String(), make([]*Cell, len(problems)), len(mine)}
		for _, c := range mine {
			r.cells[columns[c.Problem]] = c
		}
		rows = append(rows, r)
	}
	return rows, problems
}

// covers reports whether the contender was to answer all that the other was.
func (r row) covers(other row) bool {
	for k, c := range other.cells {
		if c != nil && r.cells[k] == nil {
			return false
		}
	}
	return true
}

func (p place) rankings(cells []*Cell) []Ranking {
	contenders, problems := rowsOf(cells)
	var without []string
	contenders = slices.DeleteFunc(contenders, func(r row) bool {
		none := !slices.ContainsFunc(r.cells, func(c *Cell) bool { return c != nil && c.Counts() })
		if none {
			without = append(without, r.contender)
		}
		return none
	})
	var found []Ranking
	var seen []string // who took part
	for _, set := range slices.SortedStableFunc(slices.Values(contenders), func(a, b row) int { return b.asked - a.asked }) {
		r := Ranking{Task: p.task, Instances: p.instances, Of: len(problems), Without: without}
		var rows []row
		for _, other := range contenders {
			if other.covers(set) {
				rows = append(rows, other)
			} else {
				r.Apart = append(r.Apart, other.contender)
			}
		}
		who := fmt.Sprint(r.Apart)
		if slices.Contains(seen, who) {
			continue // the larger of two sets that the same contenders were to answer came first
		}
		seen = append(seen, who)
		var columns []int // of the ranking's problems
		for k, c := range set.cells {
			switch {
			case c == nil:
			case slices.ContainsFunc(rows, func(row row) bool { return !row.cells[k].Counts() }):
				r.LeftOut++
			default:
				columns, r.Problems = append(columns, k), append(r.Problems, problems[k])
			}
		}
		if len(columns) > 0 {
			r.score(rows, columns)
			found = append(found, r)
		}
	}
	return found
}

// Counts reports whether the cell says how its contender did: its turn has come, and not all
// runs were void.
func (c *Cell) Counts() bool { return c.Skipped != NotRun && c.Status != nqueens.Void }

// indexed are the cells of each group by a key of theirs.
func indexed[Key comparable](groups [][]*Cell, key func(*Cell) Key) []map[Key]*Cell {
	index := make([]map[Key]*Cell, len(groups))
	for i, cells := range groups {
		index[i] = make(map[Key]*Cell, len(cells))
		for _, c := range cells {
			index[i][key(c)] = c
		}
	}
	return index
}

func nameOf[Key comparable](cells map[Key]*Cell) string {
	for _, c := range cells {
		return c.Contender.String()
	}
	return ""
}

// score fills in the scores over the ranking's problems: these columns of the rows, one for each
// contender.
func (r *Ranking) score(rows []row, columns []int) {
	var logs [][]float64
	none := &Cell{} // unanswered
	asked := make([]*Cell, len(rows))
	column := func(k int) []*Cell { // until the next
		for i := range rows {
			asked[i] = rows[i].cells[k]
		}
		return asked
	}
	virtual := make([]*Cell, len(columns))
	for n, k := range columns {
		virtual[n] = best(column(k), -1, none)
	}
	r.Virtual = newScore(virtual)
	r.Virtual.Contender, r.Virtual.Wrong = "", 0
	mine, others := make([]*Cell, len(columns)), make([]*Cell, len(columns))
	for i := range rows {
		times := make([]float64, len(columns))
		unique := 0
		for n, k := range columns {
			c := rows[i].cells[k]
			mine[n], times[n] = c, math.Log(c.time())
			others[n] = best(column(k), i, none)
			if virtual[n].Timed() && !others[n].Timed() {
				unique++
			}
		}
		s := newScore(mine)
		s.Unique = unique
		s.Marginal = newScore(others).PAR2 - r.Virtual.PAR2
		r.Scores, logs = append(r.Scores, s), append(logs, times)
	}
	if len(rows) == 1 {
		r.Scores[0].Marginal = 0 // there is no other
	}
	c := stats.Compare(logs)
	for i := range r.Scores {
		r.Scores[i].AverageRank = c.Ranks[i]
	}
	for _, group := range c.Groups {
		var names []string
		for _, i := range group {
			names = append(names, r.Scores[i].Contender)
		}
		r.Groups = append(r.Groups, names)
	}
	slices.SortStableFunc(r.Scores, func(a, b Score) int {
		return cmp.Or(min(a.Wrong, 1)-min(b.Wrong, 1), cmp.Compare(a.PAR2, b.PAR2))
	})
}

// best is the fastest answer to a problem, of all but one, or none.
func best(column []*Cell, but int, none *Cell) *Cell {
	least := none
	for i, c := range column {
		if i != but && (least == none || c.time() < least.time()) {
			least = c
		}
	}
	return least
}

// time is that of the answer, infinite if there is none that is right.
func (c *Cell) time() float64 {
	if !c.Timed() {
		return math.Inf(1)
	}
	return c.Seconds.Median
}

// penalised is the time of the answer, or so many times the limit.
func (c *Cell) penalised(factor float64) float64 {
	if c.Limit > 0 && !c.Timed() {
		return factor * c.Limit
	}
	return c.time()
}

// newScore is the score over cells, some at least, that does not depend on others.
func newScore(cells []*Cell) Score {
	s := Score{Contender: cells[0].Contender.String()}
	par2, par10, times := make([]float64, 0, len(cells)), make([]float64, 0, len(cells)), make([]float64, 0, len(cells))
	var ratios []float64
	var mine, theirs float64 // PAR-2 on what the baseline was asked too
	for _, c := range cells {
		switch {
		case c.Wrong:
			s.Wrong++
		case c.Timed():
			s.Solved++
		}
		s.Searching += c.penalised(2) / float64(len(cells))
		if c.Timed() {
			s.Searching -= (c.Seconds.Median - c.Searching()) / float64(len(cells))
		}
		times, par2, par10 = append(times, c.time()), append(par2, c.penalised(2)), append(par10, c.penalised(10))
		base := c.base
		if base != nil && (base.Beside(c) || !base.Timed() || !c.Timed()) {
			s.Asked++
			mine, theirs = mine+c.penalised(2), theirs+base.penalised(2)
		}
		switch ratio, both := c.speedup(); {
		case both:
			ratios = append(ratios, ratio.Median)
		case c.Timed() && base != nil && !base.Timed():
			s.More++
		case base != nil && base.Timed() && !c.Timed():
			s.Fewer++
		}
	}
	s.PAR2, s.PAR10, s.Median = stat.Mean(par2, nil), stat.Mean(par10, nil), medianOf(times)
	if ratio := theirs / mine; finite(ratio) {
		s.Ratio = ratio
	}
	if len(ratios) > 0 {
		s.Speedup, s.Shared = stat.GeometricMean(ratios, nil), len(ratios)
	}
	return s
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// medianOf is the median of values that may be infinite: of two in the middle
// their mean. NaN without any.
func medianOf(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

func compareTasks(a, b nqueens.Task) int {
	return slices.Index(nqueens.Tasks(), a) - slices.Index(nqueens.Tasks(), b)
}

// Choice is which encoding stands for a backend where only one can.
type Choice struct {
	Backend   string // without an encoding: "gini x2"
	Contender string // "gini/product x2"
	Why       string // in words; "" where there is no other encoding
}

// BestEncodings chooses for each backend among the cells the encoding that is best
// by PAR-2 over the problems that all its encodings were to answer: the one that
// answered most may only have been asked most. Where there is no such problem, or
// several are equal, it is the first by name, whatever the cells' order.
func BestEncodings(cells []*Cell) []Choice {
	backend := func(c *Cell) backends.Contender {
		name := c.Contender
		name.Encoding = ""
		return name
	}
	groups := grouped(cells, backend)
	for _, cells := range groups {
		if !slices.ContainsFunc(cells, func(c *Cell) bool { return c.Encoding != cells[0].Encoding }) {
			continue // there is no choice
		}
		slices.SortFunc(cells, func(a, b *Cell) int {
			return cmp.Or(cmp.Compare(a.Encoding, b.Encoding), cmp.Compare(a.Problem, b.Problem), compareTasks(a.Task, b.Task))
		})
	}
	slices.SortFunc(groups, func(a, b []*Cell) int { return cmp.Compare(a[0].Contender.String(), b[0].Contender.String()) })
	var choices []Choice
	for _, cells := range groups {
		choices = append(choices, bestEncoding(backend(cells[0]).String(), cells))
	}
	return choices
}

func bestEncoding(backend string, cells []*Cell) Choice {
	choice := Choice{Backend: backend, Contender: cells[0].Contender.String()}
	if cells[0].Encoding == cells[len(cells)-1].Encoding {
		return choice
	}
	encodings := indexed(grouped(cells, func(c *Cell) string { return c.Encoding }), (*Cell).question)
	sums, shared := make([]float64, len(encodings)), 0
	for _, first := range cells {
		q := first.question()
		if first.Encoding != cells[0].Encoding || slices.ContainsFunc(encodings, func(e map[question]*Cell) bool { c, ok := e[q]; return !ok || !c.Counts() }) {
			continue
		}
		shared++
		for i, e := range encodings {
			sums[i] += e[q].penalised(2)
		}
	}
	if shared == 0 {
		choice.Why = fmt.Sprintf("the first by name of %d encodings, which no problem was asked of all", len(encodings))
		return choice
	}
	choice.Contender = nameOf(encodings[slices.Index(sums, slices.Min(sums))])
	choice.Why = fmt.Sprintf("the best of %d encodings by PAR-2 over the %s that all were asked", len(encodings), table.Plural(shared, "problem"))
	return choice
}

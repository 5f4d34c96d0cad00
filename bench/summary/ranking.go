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

// Ranking compares contenders over one set of problems that all of them had to answer. No other
// problems have an effect on it, so that its rows can be compared.
type Ranking struct {
	Task nqueens.Task
	// Instances is set if the problems came from files.
	Instances bool
	Problems  []string
	Of        int // number of problems in the run
	// LeftOut is the number of further problems that are left out for all contenders because one of
	// them has no counted result (not run yet, or discarded).
	LeftOut int
	// Apart are the contenders that did not have to answer all of these problems. They are ranked
	// over other sets.
	Apart []string
	// Others are the contenders with other limits for which it is not known whether their answers
	// are within the smallest limits. They are ranked separately.
	Others []string
	// Wrong are the contenders that gave a wrong answer anywhere in the run. They are not ranked.
	Wrong []Wrong
	// Disputed is the number of problems with an unresolved disagreement about an answer of a contender
	// without a rank.
	Disputed int
	// Contest holds the rules by which the contenders are compared.
	Contest Contest
	// Without are the contenders without a counted result on any problem. They are left out, since
	// otherwise no problem would be left to rank.
	Without []string
	// Virtual is the virtual best solver (VBS), which has the best result of all contenders on each
	// problem. Its Contender is "".
	Virtual Score
	// Scores are the contenders' scores, sorted by Contest.PAR2. The first is the single best
	// solver (SBS).
	Scores []Score
	// Tells is set if there are enough problems to find a difference between so many contenders. If
	// it is not set, no score has Letters.
	Tells bool
}

// Score is a contender's result on the problems of a ranking.
type Score struct {
	Contender string
	Solved    int // number of problems answered within the limits that apply to all
	// PAR2 is the mean time in seconds, where an unanswered problem counts as twice the limit, as
	// in the SAT competitions. PAR10 counts ten times the limit.
	PAR2, PAR10 float64
	// Searching is PAR-2 of the times without their floors, each at least a tenth of its floor.
	Searching float64
	// Letters are the groups of the contender. The test found no difference between contenders that
	// share a letter, and found one between those that share none; see stats.Compare.
	Letters []string
	// Median counts an unanswered problem as infinity.
	Median float64
	// AverageRank is the mean of the ranks on each problem; 1 is the fastest.
	AverageRank float64
	// Unique is the number of problems that no other contender answered. Marginal is the amount by
	// which Contest.PAR2 of the virtual best solver grows without this contender.
	Unique   int
	Marginal float64
	// Ratio is Contest.PAR2 of the baseline divided by that of the contender, both over the
	// problems that both had to answer, which RatioProblems counts. The ratio thus agrees with the rank. It
	// is 0 where there is none.
	Ratio         float64
	RatioProblems int
	// Speedup is the geometric mean of how many times as fast as the baseline the contender is,
	// over the problems that both answered, which Shared counts. More and Fewer are the numbers of
	// problems that only the contender answered and that only the baseline answered.
	Speedup             float64
	Shared, More, Fewer int
}

// place is a task on boards or on instances, each of which has its own rankings.
type place struct {
	task      nqueens.Task
	instances bool
}

func (c *Cell) place() place { return place{c.Task, c.Instance != ""} }

func contender(c *Cell) string { return c.Contender.String() }

// rankings returns a ranking for each set of problems that a contender had to answer, with all
// other contenders that had to answer these problems. For each place, the ranking with the most
// results comes first.
func rankings(cells []*Cell) []Ranking {
	wrong := WrongContenders(cells)
	places := grouped(cells, (*Cell).place)
	slices.SortStableFunc(places, func(a, b []*Cell) int { return compareTasks(a[0].Task, b[0].Task) })
	var all []Ranking
	for _, cells := range places {
		var found []Ranking
		parts := apart(cells)
		for i, part := range parts {
			for _, r := range part[0].place().rankings(part, wrong) {
				for _, other := range slices.Concat(slices.Delete(slices.Clone(parts), i, i+1)...) {
					if name := other.Contender.String(); !slices.Contains(r.Others, name) {
						r.Others = append(r.Others, name)
					}
				}
				found = append(found, r)
			}
		}
		slices.SortStableFunc(found, func(a, b Ranking) int {
			return len(b.Scores)*len(b.Problems) - len(a.Scores)*len(a.Problems)
		})
		all = append(all, found...)
	}
	return all
}

// row has the cells of one contender in the order of the problems' names; nil for a problem that it
// did not have to answer.
type row struct {
	contender string
	cells     []*Cell
	asked     int    // number of cells that are not nil
	problems  string // a bit set of the problems as a key
}

// rowsOf returns the rows of all contenders among the cells, and the names of the problems.
func rowsOf(cells []*Cell) (rows []row, problems []string) {
	for i, c := range cells {
		if i == 0 || c.Problem != cells[i-1].Problem { // most plans list all contenders of a problem together
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
		r := row{contender: mine[0].Contender.String(), cells: make([]*Cell, len(problems)), asked: len(mine)}
		set := make([]byte, (len(problems)+7)/8)
		for _, c := range mine {
			k := columns[c.Problem]
			r.cells[k] = c
			set[k/8] |= 1 << (k % 8)
		}
		r.problems = string(set)
		rows = append(rows, r)
	}
	return rows, problems
}

// covers reports whether the contender had to answer all problems that the other had to answer.
func (r row) covers(other row) bool {
	for k, c := range other.cells {
		if c != nil && r.cells[k] == nil {
			return false
		}
	}
	return true
}

// apart returns the cells of a place as one group. If the smallest limits cannot be applied to all
// cells, it returns a group for each set of contenders with equal limits.
func apart(cells []*Cell) [][]*Cell {
	if decidable(cells) {
		return [][]*Cell{cells}
	}
	limits := map[backends.Contender]string{}
	for _, mine := range grouped(cells, func(c *Cell) backends.Contender { return c.Contender }) {
		var different []string
		for _, c := range mine {
			if l := fmt.Sprint(c.limits()); !slices.Contains(different, l) {
				different = append(different, l)
			}
		}
		slices.Sort(different)
		limits[mine[0].Contender] = fmt.Sprint(different)
	}
	return grouped(cells, func(c *Cell) string { return limits[c.Contender] })
}

func (p place) rankings(cells []*Cell, suspects []Wrong) []Ranking {
	contenders, problems := rowsOf(cells)
	var without []string
	var wrong []Wrong
	contenders = slices.DeleteFunc(contenders, func(r row) bool {
		if i := slices.IndexFunc(suspects, func(w Wrong) bool { return w.Contender == r.contender }); i >= 0 {
			wrong = append(wrong, suspects[i])
			return true
		}
		none := !slices.ContainsFunc(r.cells, func(c *Cell) bool { return c != nil && c.Counts() })
		if none {
			without = append(without, r.contender)
		}
		return none
	})
	var found []Ranking
	var seen []string          // the contenders left out of earlier rankings
	tried := map[string]bool{} // the sets of problems that were already ranked
	for _, set := range slices.SortedStableFunc(slices.Values(contenders), func(a, b row) int { return b.asked - a.asked }) {
		if tried[set.problems] {
			continue
		}
		tried[set.problems] = true
		covers := map[string]bool{} // by set of problems
		r := Ranking{Task: p.task, Instances: p.instances, Of: len(problems), Wrong: wrong, Without: without}
		var rows []row
		for _, other := range contenders {
			if _, known := covers[other.problems]; !known {
				covers[other.problems] = other.covers(set)
			}
			if covers[other.problems] {
				rows = append(rows, other)
			} else {
				r.Apart = append(r.Apart, other.contender)
			}
		}
		who := fmt.Sprint(r.Apart)
		if slices.Contains(seen, who) {
			continue // an earlier ranking has the same contenders and a larger set of problems
		}
		seen = append(seen, who)
		var columns []int // indexes of the ranking's problems
		for k, c := range set.cells {
			switch {
			case c == nil:
			case slices.ContainsFunc(rows, func(row row) bool { return !row.cells[k].Counts() }):
				r.LeftOut++
			default:
				columns, r.Problems = append(columns, k), append(r.Problems, problems[k])
				if c.Disputed {
					r.Disputed++
				}
			}
		}
		if len(columns) > 0 {
			r.score(rows, columns)
			found = append(found, r)
		}
	}
	return found
}

// Counts reports whether the cell has a result of its contender: it was reached by the run, and not
// all runs were discarded.
func (c *Cell) Counts() bool { return c.Skipped != NotRun && c.Status != nqueens.Void }

// indexed returns a map of each group's cells by key.
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

// score computes the scores over the ranking's problems, which are the given columns of the rows.
// There is one row for each contender.
func (r *Ranking) score(rows []row, columns []int) {
	none := &Cell{} // a cell without an answer
	var all []*Cell
	for _, k := range columns {
		for i := range rows {
			all = append(all, rows[i].cells[k])
		}
	}
	x := NewContest(all)
	r.Contest = x
	column := func(n int) []*Cell { return all[n*len(rows):][:len(rows)] }
	virtual := make([]*Cell, len(columns))
	second := make([]*Cell, len(columns)) // the best cell except the one in virtual
	for n := range columns {
		virtual[n], second[n] = x.best(column(n), none)
	}
	r.Virtual = x.score(virtual)
	r.Virtual.Contender = ""
	mine, others := make([]*Cell, len(columns)), make([]*Cell, len(columns))
	logs := make([][]float64, len(rows))
	for i := range rows {
		logs[i] = make([]float64, len(columns))
		unique := 0
		for n := range columns {
			c := column(n)[i]
			mine[n], logs[i][n] = c, x.Log(c)
			others[n] = virtual[n]
			if c == virtual[n] {
				others[n] = second[n]
			}
			if x.Answered(virtual[n]) && !x.Answered(others[n]) {
				unique++
			}
		}
		s := x.score(mine)
		s.Unique = unique
		s.Marginal = x.PAR2(x.score(others)) - x.PAR2(r.Virtual)
		r.Scores = append(r.Scores, s)
	}
	if len(rows) == 1 {
		r.Scores[0].Marginal = 0 // there is no other contender
	}
	c := stats.Compare(logs, func(i, j, n int) bool { return x.Same(column(n)[i], column(n)[j]) })
	r.Tells = c.Groups != nil
	for i := range r.Scores {
		r.Scores[i].AverageRank, r.Scores[i].Letters = c.Ranks[i], c.Letters(i)
	}
	slices.SortStableFunc(r.Scores, func(a, b Score) int { return cmp.Compare(x.PAR2(a), x.PAR2(b)) })
}

// best returns the fastest and the second fastest answer to a problem, the first ones in order if
// several are equal; none where there is no such answer.
func (x Contest) best(column []*Cell, none *Cell) (first, second *Cell) {
	first, second = none, none
	for _, c := range column {
		switch {
		case first == none || x.Compared(c) < x.Compared(first):
			first, second = c, first
		case second == none || x.Compared(c) < x.Compared(second):
			second = c
		}
	}
	return first, second
}

// PAR2 returns the score by which contenders are ranked, without the start of a process if Net is
// set.
func (x Contest) PAR2(s Score) float64 {
	if x.Net {
		return s.Searching
	}
	return s.PAR2
}

// score returns the part of the score over the given cells that does not depend on other
// contenders. There must be at least one cell.
func (x Contest) score(cells []*Cell) Score {
	s := Score{Contender: cells[0].Contender.String()}
	n := float64(len(cells))
	times := make([]float64, 0, len(cells))
	var ratios []float64
	var mine, theirs float64 // sums over the problems that the baseline had to answer too
	for _, c := range cells {
		if x.Answered(c) {
			s.Solved++
		}
		s.PAR2 += x.penalised(c, 2, false) / n
		s.PAR10 += x.penalised(c, 10, false) / n
		s.Searching += x.penalised(c, 2, true) / n
		times = append(times, x.Seconds(c))
		base := c.base
		if base == nil || !x.comparable(base, c) {
			continue
		}
		if base.Beside(c) || !x.Answered(base) || !x.Answered(c) {
			s.RatioProblems++
			mine, theirs = mine+x.penalised(c, 2, x.Net), theirs+x.penalised(base, 2, x.Net)
		}
		switch ratio := x.Compared(base) / x.Compared(c); {
		case x.Answered(c) && x.Answered(base):
			if base.Beside(c) && ratio > 0 && finite(ratio) {
				ratios = append(ratios, ratio)
			}
		case x.Answered(c):
			s.More++
		case x.Answered(base):
			s.Fewer++
		}
	}
	s.Median = medianOf(times)
	if ratio := theirs / mine; finite(ratio) {
		s.Ratio = ratio
	}
	if len(ratios) > 0 {
		s.Speedup, s.Shared = stat.GeometricMean(ratios, nil), len(ratios)
	}
	return s
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// medianOf returns the median of values that may be infinite, the mean of the middle two if their
// number is even, or NaN without any.
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

// Choice is the encoding that represents a backend where only one can be shown.
type Choice struct {
	Backend   string // without an encoding: "gini x2"
	Contender string // "gini/product x2"
	Why       string // as text; "" where there is no other encoding
}

// BestEncodings chooses for each backend among the cells the encoding that is best by PAR-2 over
// the problems that all its encodings had to answer. The number of answers is no criterion, since
// it may only reflect the number of problems. Where there is no such problem, or several encodings
// are equal, it chooses the first by name, independently of the cells' order.
func BestEncodings(cells []*Cell) []Choice {
	backend := func(c *Cell) backends.Contender {
		name := c.Contender
		name.Encoding = ""
		return name
	}
	groups := grouped(cells, backend)
	for _, cells := range groups {
		if !slices.ContainsFunc(cells, func(c *Cell) bool { return c.Encoding != cells[0].Encoding }) {
			continue // there is only one encoding
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
	x := NewContest(filter(cells, (*Cell).Counts))
	encodings := indexed(grouped(cells, func(c *Cell) string { return c.Encoding }), (*Cell).question)
	sums, shared := make([]float64, len(encodings)), 0
	for _, first := range cells {
		q := first.question()
		if first.Encoding != cells[0].Encoding || slices.ContainsFunc(encodings, func(e map[question]*Cell) bool { c, ok := e[q]; return !ok || !c.Counts() }) {
			continue
		}
		shared++
		for i, e := range encodings {
			sums[i] += x.penalised(e[q], 2, x.Net)
		}
	}
	if shared == 0 {
		choice.Why = fmt.Sprintf("the first by name of %d encodings, which share no problem", len(encodings))
		return choice
	}
	choice.Contender = nameOf(encodings[slices.Index(sums, slices.Min(sums))])
	choice.Why = fmt.Sprintf("the best of %d encodings by PAR-2 over the %s that all ran", len(encodings), table.Plural(shared, "problem"))
	return choice
}

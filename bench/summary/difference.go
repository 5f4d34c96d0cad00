package summary

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"nqueens/bench/stats"
)

// pair is two cells of one problem and task.
type pair struct{ a, b *Cell }

// differ returns the probability of a difference in times at least this large if there is no true
// difference. The times are those returned by Times.
func (p pair) differ() float64 {
	a, b, sure := Times(p.a, p.b)
	if !sure {
		return 1
	}
	return stats.MannWhitney(a, b)
}

// Times returns the times by which two contenders' cells for one question are compared: without the
// start of a process if that is a large part of one of them. In that case sure is false if the
// times differ by less than the possible error of the measured starts, or if one is only a start.
func Times(a, b *Cell) (left, right []float64, sure bool) {
	if !Short(a, b) {
		return a.Times, b.Times, true
	}
	return a.net(), b.net(), !pair{a, b}.unsure()
}

// Short reports whether the start of a process is such a large part of one of the two times that
// they are compared without it.
func Short(a, b *Cell) bool { return a.short() || b.short() }

// unsure reports whether the times without the start of a process differ by less than the possible
// error of the measured starts.
func (p pair) unsure() bool {
	return math.Abs(p.a.Searching()-p.b.Searching()) < unsureStart*max(p.a.Floor, p.b.Floor)
}

// differences has the corrected probability for each pair that could be tested, in both orders.
type differences map[pair]float64

// Difference returns the probability of a difference at least this large between two cells of
// s.Cells, on one problem and task, if there is no true difference, corrected as in Cell.SpeedupP.
// ok is false where there are too few runs for a test.
func (s Summary) Difference(a, b *Cell) (p float64, ok bool) {
	p, ok = s.differences[pair{a, b}]
	return p, ok
}

// Compared returns the cells that could be tested against at least one other.
func (s Summary) Compared() map[*Cell]bool {
	compared := map[*Cell]bool{}
	for pair := range s.differences {
		compared[pair.a] = true
	}
	return compared
}

// mostPairs is the largest number of pairs in one table that are all tested. Above it, only the
// pairs with the fastest contender of the question or with the baseline are tested.
const mostPairs = 100_000

// testable returns the pairs in a table's questions for which a test can find a difference after
// the correction over all of them. It first counts pairs by their numbers of runs, since a question
// with n contenders has n² / 2 pairs.
func testable(columns [][]*Cell, baseline string) iter.Seq[pair] {
	tests := map[float64]int{}
	for _, column := range columns {
		kinds := map[string]map[int]int{} // for each build and machine, the number of cells by number of runs
		for _, c := range column {
			kind := c.Build + "\n" + c.Machine
			if kinds[kind] == nil {
				kinds[kind] = map[int]int{}
			}
			kinds[kind][len(c.Times)]++
		}
		for _, kind := range kinds {
			for a, n := range kind {
				for b, m := range kind {
					pairs := n * m
					if a == b {
						pairs = n * (n - 1) / 2
					}
					if p := stats.LeastP(a, b); a <= b && p < stats.Level {
						tests[p] += pairs
					}
				}
			}
		}
	}
	can := stats.TestableOf(tests)
	n := 0
	for p, count := range tests {
		if can(p) {
			n += count
		}
	}
	if n == 0 {
		return func(func(pair) bool) {}
	}
	return func(yield func(pair) bool) {
		for _, column := range columns {
			fastest := fastestOf(column)
			for i, a := range column {
				for _, b := range column[:i] {
					if n > mostPairs && a != fastest && b != fastest && a.Contender.String() != baseline && b.Contender.String() != baseline {
						continue
					}
					if p := stats.LeastP(len(a.Times), len(b.Times)); p < stats.Level && can(p) && a.Beside(b) && !yield(pair{a, b}) {
						return
					}
				}
			}
		}
	}
}

// fastestOf returns the cell with the least time among those of a question, by the rules of the
// question's contest.
func fastestOf(column []*Cell) *Cell {
	x := NewContest(column)
	return slices.MinFunc(column, func(a, b *Cell) int { return cmp.Compare(x.Compared(a), x.Compared(b)) })
}

// compare tests the repetitions of every two contenders on each question, corrects the results over
// each table, and marks the cells accordingly.
func compare(questions [][]*Cell, baseline string) differences {
	found := differences{}
	var contests [][]*Cell
	for _, cells := range questions {
		if len(cells) > 1 { // a million questions may have one cell each
			if timed := filter(cells, func(c *Cell) bool { return c.Timed() && !c.suspect }); len(timed) > 1 {
				contests = append(contests, timed)
			}
		}
	}
	for _, columns := range grouped(contests, func(column []*Cell) [2]string { return column[0].table() }) {
		var pairs []pair
		var p []float64
		for pair := range testable(columns, baseline) {
			pairs, p = append(pairs, pair), append(p, pair.differ())
		}
		for i, p := range stats.Holm(p) {
			found[pairs[i]], found[pair{pairs[i].b, pairs[i].a}] = p, p
		}
		for _, column := range columns {
			fastest := fastestOf(column)
			for _, c := range column {
				p, told := found[pair{c, fastest}]
				c.Tied = told && p >= stats.Level
				c.TooFewRuns = !told && c != fastest && c.Beside(fastest) && c.Seconds.Enough && fastest.Seconds.Enough
				if c.Contender.String() == baseline {
					for _, other := range column {
						other.SpeedupP = found[pair{other, c}]
					}
				}
			}
		}
	}
	return found
}

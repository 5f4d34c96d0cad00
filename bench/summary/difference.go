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

// differ is how likely two cells differ as they do where there is no difference: in their times,
// less what starting a process takes where that is much of one of them.
func (p pair) differ() float64 {
	a, b, sure := Times(p.a, p.b)
	if !sure {
		return 1
	}
	return stats.MannWhitney(a, b)
}

// Times are those by which two contenders' cells on one question compare: less the start of a
// process where that is much of one of them. Then sure is false where they differ by less than the
// measured starts may be wrong by, or one is nothing but a start.
func Times(a, b *Cell) (left, right []float64, sure bool) {
	if !Short(a, b) {
		return a.Times, b.Times, true
	}
	return a.net(), b.net(), !pair{a, b}.unsure()
}

// Short reports whether the start of a process is so much of one of two times that these compare
// without it.
func Short(a, b *Cell) bool { return a.short() || b.short() }

// unsure reports whether the times less the start of a process differ by less than the measured
// starts may be wrong by.
func (p pair) unsure() bool {
	return math.Abs(p.a.Searching()-p.b.Searching()) < unsureStart*max(p.a.Floor, p.b.Floor)
}

// differences are of pairs whose difference can be told the probabilities, corrected,
// that there is none, both ways round.
type differences map[pair]float64

// Difference is how likely two cells of s.Cells, on one problem and task, differ as they
// do where there is no difference, corrected as Cell.SpeedupP is; ok is false where their
// runs are too few to tell.
func (s Summary) Difference(a, b *Cell) (p float64, ok bool) {
	p, ok = s.differences[pair{a, b}]
	return p, ok
}

// Compared returns the cells of which a difference from another can be told.
func (s Summary) Compared() map[*Cell]bool {
	compared := map[*Cell]bool{}
	for pair := range s.differences {
		compared[pair.a] = true
	}
	return compared
}

// mostPairs is the most pairs of one table that are all tested. Where more could be, those with the
// fastest contender of their question and with the baseline are.
const mostPairs = 100_000

// testable returns the pairs of the questions of a table whose difference a test can tell, corrected
// over all of them. It counts them first by how many runs they have, since of a question with n
// contenders there are n² / 2 pairs.
func testable(columns [][]*Cell, baseline string) iter.Seq[pair] {
	tests := map[float64]int{}
	for _, column := range columns {
		kinds := map[string]map[int]int{} // what compares: how many cells have so many runs
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

// fastestOf returns the cell of a question with the least time, as the question's contest compares.
func fastestOf(column []*Cell) *Cell {
	x := NewContest(column)
	return slices.MinFunc(column, func(a, b *Cell) int { return cmp.Compare(x.Compared(a), x.Compared(b)) })
}

// compare marks in the cells, those of each question together, which differences are real: of
// the repetitions, between every two contenders, corrected over all of a table.
func compare(questions [][]*Cell, baseline string) differences {
	found := differences{}
	var contests [][]*Cell
	for _, cells := range questions {
		if len(cells) > 1 { // of a million questions none may be
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
				c.Untold = !told && c != fastest && c.Beside(fastest) && c.Seconds.Enough && fastest.Seconds.Enough
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

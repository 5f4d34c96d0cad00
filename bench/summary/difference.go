package summary

import (
	"cmp"
	"math"
	"slices"

	"nqueens/bench/stats"
)

// pair is two cells of one problem and task.
type pair struct{ a, b *Cell }

// differ is how likely two cells differ as they do where there is no difference: in their times,
// less what starting a process takes where that is much of one of them.
func (p pair) differ() float64 {
	if !p.a.short() && !p.b.short() {
		return stats.MannWhitney(p.a.Times, p.b.Times)
	}
	if p.unsure() {
		return 1
	}
	return stats.MannWhitney(p.a.Net(), p.b.Net())
}

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
		var all, pairs []pair
		var least, p []float64
		for _, column := range columns {
			for i, a := range column {
				for _, b := range column[:i] {
					if p := stats.LeastP(len(a.Times), len(b.Times)); p < stats.Level && a.Beside(b) { // others no test can tell apart
						all, least = append(all, pair{a, b}), append(least, p)
					}
				}
			}
		}
		for i, can := range stats.Testable(least) {
			if can {
				pairs, p = append(pairs, all[i]), append(p, all[i].differ())
			}
		}
		for i, p := range stats.Holm(p) {
			found[pairs[i]], found[pair{pairs[i].b, pairs[i].a}] = p, p
		}
		for _, column := range columns {
			x := NewContest(column)
			fastest := slices.MinFunc(column, func(a, b *Cell) int { return cmp.Compare(x.Compared(a), x.Compared(b)) })
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

package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nqueens/bench/summary"
)

// mostContenders is the largest number of contenders that one picture can show.
const mostContenders = 60

// legible returns the cells of at most mostContenders contenders and a note on the others. It
// prefers contenders with more answers and then less time; the baseline and the contender of opt.X
// are always kept.
func (opt Options) legible(cells []*summary.Cell) (kept []*summary.Cell, note string) {
	type score struct {
		name     string
		first    bool // must be drawn
		answers  int
		logTimes float64
	}
	scores := map[string]*score{}
	var list []*score
	for _, c := range opt.drawn(cells, kind{}) {
		name := contenderOf(c)
		s := scores[name]
		if s == nil {
			s = &score{name: name}
			scores[name], list = s, append(list, s)
		}
		s.first = s.first || opt.isBaseline(c) || name == opt.X
		if c.Timed() {
			s.answers++
			s.logTimes += math.Log(max(c.Seconds.Median, 1e-9))
		}
	}
	if len(list) <= mostContenders {
		return cells, ""
	}
	mean := func(s *score) float64 { return s.logTimes / float64(max(1, s.answers)) }
	slices.SortStableFunc(list, func(a, b *score) int {
		if a.first != b.first {
			return map[bool]int{true: -1, false: 1}[a.first]
		}
		return cmp.Or(b.answers-a.answers, cmp.Compare(mean(a), mean(b)))
	})
	for _, s := range list[mostContenders:] {
		scores[s.name] = nil
	}
	kept = filter(cells, func(c *summary.Cell) bool { s, seen := scores[contenderOf(c)]; return !seen || s != nil })
	return kept, fmt.Sprintf("Of %d contenders, the %d with the most answers and the least time are drawn; --only selects others.", len(list), mostContenders)
}

package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// forest is the tree of a bit search, as a whole or in parts for several threads. The parts are
// disjoint, and together they find and do exactly what one search would.
type forest struct {
	pace
	formula *bitFormula
	listed  int          // maximum number of entries in the lists of all parts together
	parts   []*bitSearch // not yet ended
	ended   tally        // of the parts that have ended
	tally                // of all parts
}

func newForest(s *bitSearch, p pace) *forest {
	return &forest{pace: p, formula: s.f, listed: maxListed, parts: []*bitSearch{s}}
}

// fewestParts is the minimum number of parts for several threads, if there is something to split
// and memory for it. Parts differ in size, and at the end of a round a thread may wait as long as a
// part takes. mostParts is the maximum number of parts created at once.
const (
	fewestParts = 64
	mostParts   = 256
)

// room returns how many of the given number of parts fit in memory. Together they use no more than
// one search of the largest formula, but each thread always has one.
func (f *forest) room(parts int) int {
	return max(f.threads, min(parts, f.listed/max(1, f.formula.variables*f.formula.clauses())))
}

// run searches until everything has been searched, about the given effort has been spent or stop is
// set. It reports whether everything has been searched.
func (f *forest) run(effort int64, stop *turns.Flag) bool {
	for len(f.parts) > 0 && effort > 0 && !stop.Load() {
		if f.shared(f.effort) && len(f.parts) < f.room(fewestParts) {
			f.splitParts(stop)
		}
		round := f.next(f.effort, effort, len(f.parts))
		effort -= round
		each := round/int64(max(1, len(f.parts))) + 1
		concurrently(f.threads, len(f.parts), func(i int) {
			f.parts[i].run(f.parts[i].effort+each, stop)
		})
		f.sum()
	}
	return len(f.parts) == 0
}

// sum adds up the results and the work of the parts.
func (f *forest) sum() {
	f.parts = slices.DeleteFunc(f.parts, func(s *bitSearch) bool {
		if s.depth >= 0 && !s.ended {
			return false
		}
		f.ended.add(&s.tally)
		return true
	})
	f.tally = tally{}
	f.tally.add(&f.ended)
	for _, s := range f.parts {
		f.tally.add(&s.tally)
	}
}

// splitParts splits parts, the longest waiting first: a part with several levels into one for each
// level, a part with a single level into one for each branch.
func (f *forest) splitParts(stop *turns.Flag) {
	most := f.room(mostParts)
	var whole []*bitSearch            // parts that cannot be split
	for range 2*len(f.parts) + most { // limited, so that a tree without branches is not searched to its end here
		others := len(whole) + len(f.parts) - 1
		if len(f.parts) == 0 || others+1 >= most || stop.Load() {
			break
		}
		s := f.parts[0]
		f.parts = f.parts[1:]
		switch {
		case s.decided == 0: // one model of all open branches is enough
			whole = append(whole, s)
			continue
		case s.depth > 0:
			f.parts = append(f.parts, s.branches(most-others)...)
		default:
			for s.depth == 0 && len(whole)+len(f.parts)+1 < most && !stop.Load() {
				if s.step(); s.depth > 0 {
					below := s.levelsOf(1, 1)
					below.decided = max(-1, s.decided-1)
					f.parts = append(f.parts, below)
					s.depth, s.decided = 0, -1
				}
			}
			if s.depth == 0 {
				f.parts = append(f.parts, s)
				continue
			}
		}
		f.ended.add(&s.tally)
	}
	f.parts = append(f.parts, whole...)
}

// progress returns an estimate of the fraction of the tree that has been searched, if the branches
// of each level were equally large.
func (f *forest) progress() float64 {
	open := 0.0
	for _, s := range f.parts {
		open += s.weight * (1 - s.progress())
	}
	return 1 - open
}

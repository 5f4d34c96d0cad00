package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// forest is the tree of a bit search, whole or in parts that threads share. The parts are
// disjoint, and what they find and do adds up to what one search would have.
type forest struct {
	pace
	parts []*bitSearch // not at their end
	ended tally        // of those that are
	tally              // of all
}

func newForest(s *bitSearch, p pace) *forest { return &forest{pace: p, parts: []*bitSearch{s}} }

// fewestParts is how many parts there are for several threads, as long as there is something to
// be taken apart: their sizes differ, and at the end of a round a thread waits for the others
// for as long as a part takes. mostParts are made at once.
const (
	fewestParts = 64
	mostParts   = 256
)

// run searches until all has been, about so much more effort is spent or stop is set. It
// reports whether all has been searched.
func (f *forest) run(effort int64, stop *turns.Flag) bool {
	for len(f.parts) > 0 && effort > 0 && !stop.Load() {
		if f.shared(f.effort) && len(f.parts) < fewestParts {
			f.takeApart(stop)
		}
		round := f.next(f.effort, effort)
		effort -= round
		each := round/int64(max(1, len(f.parts))) + 1
		concurrently(f.threads, len(f.parts), func(i int) {
			f.parts[i].run(f.parts[i].effort+each, stop)
		})
		f.sum()
	}
	return len(f.parts) == 0
}

// sum adds up what the parts have found and done.
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

// takeApart makes more parts of those that there are: of each a part for each of its levels,
// and of these, level by level, one for each branch.
func (f *forest) takeApart(stop *turns.Flag) {
	var levels []*bitSearch
	for _, s := range f.parts {
		levels = append(levels, s.branches()...)
		f.ended.add(&s.tally)
	}
	f.parts = f.parts[:0]
	for range mostParts { // a tree without branches is not searched to its end here
		if len(levels) == 0 || len(f.parts)+len(levels) >= mostParts || stop.Load() {
			break
		}
		s := levels[0]
		levels = levels[1:]
		if s.decided >= 0 { // one model is wanted of all that is open
			f.parts = append(f.parts, s)
			continue
		}
		for s.depth == 0 {
			if s.step(); s.depth > 0 {
				below := s.levelsOf(1, 1)
				below.decided = max(-1, s.decided-1)
				levels = append(levels, below)
				s.depth, s.decided = 0, -1
			}
		}
		f.ended.add(&s.tally)
	}
	f.parts = append(f.parts, levels...)
}

// progress estimates which part of the tree has been searched, as if the
// branches of each level were equally large.
func (f *forest) progress() float64 {
	open := 0.0
	for _, s := range f.parts {
		open += s.weight * (1 - s.progress())
	}
	return 1 - open
}

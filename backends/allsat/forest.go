package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// forest is the tree of a bit search, whole or in parts that threads share. The parts are
// disjoint, and what they find and do adds up to what one search would have.
type forest struct {
	pace
	formula *bitFormula
	listed  int          // how many entries the lists of all parts may have together
	parts   []*bitSearch // not at their end
	ended   tally        // of those that are
	tally                // of all
}

func newForest(s *bitSearch, p pace) *forest {
	return &forest{pace: p, formula: s.f, listed: maxListed, parts: []*bitSearch{s}}
}

// fewestParts is how many parts there are for several threads, as long as there is something to
// be taken apart and room for them: their sizes differ, and at the end of a round a thread waits
// for the others for as long as a part takes. mostParts are made at once.
const (
	fewestParts = 64
	mostParts   = 256
)

// room is how many of a number of parts there is memory for: together they keep no more than one
// search of the largest formula does, except where each thread has but one.
func (f *forest) room(parts int) int {
	return max(f.threads, min(parts, f.listed/max(1, f.formula.variables*f.formula.clauses())))
}

// run searches until all has been, about so much more effort is spent or stop is set. It
// reports whether all has been searched.
func (f *forest) run(effort int64, stop *turns.Flag) bool {
	for len(f.parts) > 0 && effort > 0 && !stop.Load() {
		if f.shared(f.effort) && len(f.parts) < f.room(fewestParts) {
			f.takeApart(stop)
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

// takeApart makes more parts of those that there are: of one with several levels a part for
// each of them, of one with a single level a part for each branch, those that have waited
// longest first.
func (f *forest) takeApart(stop *turns.Flag) {
	most := f.room(mostParts)
	var whole []*bitSearch            // that cannot be taken apart
	for range 2*len(f.parts) + most { // a tree without branches is not searched to its end here
		others := len(whole) + len(f.parts) - 1
		if len(f.parts) == 0 || others+1 >= most || stop.Load() {
			break
		}
		s := f.parts[0]
		f.parts = f.parts[1:]
		switch {
		case s.decided == 0: // one model is wanted of all that is open
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

// progress estimates which part of the tree has been searched, as if the
// branches of each level were equally large.
func (f *forest) progress() float64 {
	open := 0.0
	for _, s := range f.parts {
		open += s.weight * (1 - s.progress())
	}
	return 1 - open
}

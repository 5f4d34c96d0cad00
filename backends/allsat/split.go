package allsat

import (
	"slices"
	"sync"
	"sync/atomic"
)

// branches takes the search apart: a search of what is open on each level. They
// are disjoint, and what they find and do adds up to what s would have.
func (s *bitSearch) branches() (parts []*bitSearch) {
	for d := range s.depth + 1 {
		if d == s.settled {
			// One model is wanted of what is open on all these levels together.
			part := s.levelsOf(d, s.depth)
			part.settled = 0
			return append(parts, part)
		}
		if s.waiting(d) > 0 {
			parts = append(parts, s.levelsOf(d, d))
		}
	}
	return parts
}

// levelsOf is a search of some levels.
func (s *bitSearch) levelsOf(from, to int) *bitSearch {
	first, last := s.levels[from], s.levels[to]
	part := &bitSearch{
		f: s.f, visit: s.visit,
		depth: to - from, settled: -1,
		levels: slices.Clone(s.levels[from : to+1]),
		states: slices.Clone(s.states[from*2*s.f.words : (to+1)*2*s.f.words]),
		lists:  slices.Clone(s.lists[first.list : last.list+last.left]),
		values: make([]truth, s.f.variables),
		free:   make([]uint64, s.f.words),
	}
	for i := range part.levels {
		part.levels[i].list -= first.list
	}
	return part
}

// tasks are how many parts a search is split into for several threads. Their
// sizes differ, so there must be many.
const tasks = 256

// runParallel is run without a bound on the effort, with several threads.
func (s *bitSearch) runParallel(threads int, stop *atomic.Bool) bool {
	parts := s.branches()
	s.depth = -1
	for i := 0; i < len(parts) && len(parts) < tasks && !stop.Load(); i++ {
		// Level by level: a search of one level is stepped until that is done.
		for part := parts[i]; part.depth == 0 && part.settled < 0; {
			if part.step(); part.depth > 0 {
				below := part.levelsOf(1, 1)
				below.settled = max(-1, part.settled-1)
				parts = append(parts, below)
				part.depth, part.settled = 0, -1
			}
		}
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(parts)) && !stop.Load(); i = next.Add(1) - 1 {
				parts[i].run(unlimited, stop)
				parts[i].states, parts[i].lists = nil, nil
			}
		})
	}
	group.Wait()
	for _, part := range parts {
		s.found.plus(&part.found)
		s.events += part.events
		s.effort += part.effort
		s.stats.add(part.stats)
	}
	return !stop.Load()
}

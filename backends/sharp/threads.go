package sharp

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"nqueens/backends/internal/turns"
)

const (
	// aloneDecisions is the number of decisions before a search is shared, because most searches end sooner.
	aloneDecisions = 100_000
	// narrow is the largest width of a tree decomposition for which a search stays on one thread: the cache
	// then finds most components, and searches of parts of the formula would count them again.
	narrow = 25
)

// countOn counts a simplified formula on the threads of the Config. The returned work is the total of all
// searches.
func (c *Counter) countOn(f *formula, stop *turns.Flag) (total number, work Stats, ok bool) {
	s := newSearch(f, c.config, stop)
	if c.config.Threads <= 1 {
		stop.Estimate(s.progress)
		total, ok = s.run()
		return total, s.work(), ok
	}
	if !s.start() {
		return zero, s.work(), true
	}
	most := cmp.Or(c.config.alone, aloneDecisions)
	if c.config.alone == 0 && s.stats.Width <= narrow {
		most = 1<<63 - 1
	}
	for !stop.Load() {
		if total, ended := s.step(); ended {
			return total, s.work(), true
		}
		if s.stats.Decisions >= most {
			before := s.work()
			s = nil // its memory is needed
			total, work, ok = c.share(f, stop)
			return total, work.plus(before), ok
		}
	}
	return zero, s.work(), false
}

// share splits the count into cubes, the assignments of a few projected variables that are in the most
// clauses. It counts each cube by a separate search, on several threads, and returns the sum.
func (c *Counter) share(f *formula, stop *turns.Flag) (total number, work Stats, ok bool) {
	order := f.frequent()
	order = order[:min(len(order), bits.Len(uint(4*c.config.Threads-1)))]
	config := c.config
	config.Memory = max(1, cmp.Or(config.Memory, 1<<30)/int64(config.Threads))
	type part struct {
		total number
		work  Stats
		ok    bool
	}
	parts := make([]part, 1<<len(order))
	var next atomic.Int64
	var group sync.WaitGroup
	for range config.Threads {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(parts); i = int(next.Add(1)) - 1 {
				p := &parts[i]
				g := f.cube(order, i)
				if g.simplify(); g.contradiction || stop.Load() {
					p.ok = !stop.Load()
					continue
				}
				s := newSearch(g, config, stop)
				p.total, p.ok = s.run()
				p.total, p.work = p.total.times(g.factor), s.work()
			}
		})
	}
	group.Wait()
	ok = true
	for _, p := range parts {
		total, work, ok = total.plus(p.total), work.plus(p.work), ok && p.ok
	}
	return total, work, ok
}

// frequent returns the projected variables, sorted by the number of clauses and sums that contain them,
// largest first.
func (f *formula) frequent() (order []int32) {
	number := make([]int, f.variables)
	for c := range f.scopes {
		for _, l := range c {
			number[l.variable()]++
		}
	}
	for v := range number {
		if f.projected[v] {
			order = append(order, int32(v))
		}
	}
	slices.SortStableFunc(order, func(v, w int32) int { return cmp.Compare(number[w], number[v]) })
	return order
}

// cube returns a copy of the formula in which variables are fixed to the values given by the bits of
// signs.
func (f *formula) cube(variables []int32, signs int) *formula {
	g := &formula{
		stop: f.stop, variables: f.variables, projected: slices.Clone(f.projected), weights: slices.Clone(f.weights),
		factor: one, scale: one,
	}
	for _, c := range f.clauses {
		g.clauses = append(g.clauses, slices.Clone(c))
	}
	for _, s := range f.sums {
		g.sums = append(g.sums, sum{slices.Clone(s.terms), s.bound})
	}
	for i, v := range variables {
		g.units = append(g.units, lit(2*int(v)+signs>>i&1))
	}
	return g
}

// plus returns the total work of two searches, with the formula size and the width of the second one.
func (s Stats) plus(t Stats) Stats {
	t.Decisions += s.Decisions
	t.Propagations += s.Propagations
	t.Conflicts += s.Conflicts
	t.Learnt += s.Learnt
	t.Forgotten += s.Forgotten
	t.Looked += s.Looked
	t.Found += s.Found
	t.Entries += s.Entries
	t.Evicted += s.Evicted
	return t
}

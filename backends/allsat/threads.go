package allsat

import (
	"math/big"
	"sync"
	"sync/atomic"
	"unsafe"
)

// tally is the result and the work of a search.
type tally struct {
	found  total
	events int64 // number of times that models were found, however many at once
	effort int64 // work done, in units of about a nanosecond, but the same on any machine
	stats  Stats

	// The fraction of the whole tree that has been searched, if the branches of each level were
	// equally large. Only lookahead sets it.
	searched float64
}

func (t *tally) work() *tally { return t }

// add adds the results and the work of another search.
func (t *tally) add(u *tally) {
	t.found.plus(&u.found)
	t.stats.add(u.stats)
	t.events += u.events
	t.effort += u.effort
	t.searched += u.searched
}

// rate returns the number of models found for each unit of effort.
func (t *tally) rate() float64 {
	high, _ := new(big.Float).SetInt(&t.found.high).Float64()
	return (high + float64(t.found.low)) / float64(max(1, t.effort))
}

// pace configures how several threads share a search: in rounds, between which the work is divided
// again. Rounds are measured in work and not in time, so that the order of the search does not
// depend on the speed of threads.
type pace struct {
	threads int
	whole   int64 // effort before which a search is not shared, because it may end soon
	round   int64 // effort of each thread in a round
}

func defaultPace(threads int) pace { return pace{threads: max(1, threads), whole: 2e6, round: 50e6} }

// next returns the effort for the next round with the given number of parts; left is the effort
// that may still be spent.
func (p pace) next(spent, left int64, parts int) int64 {
	switch {
	case p.threads == 1:
		return left
	case spent < p.whole:
		return min(left, p.whole-spent)
	default:
		return min(left, p.round*int64(min(p.threads, max(1, parts))))
	}
}

// shared reports whether a search that has spent the given effort should be shared.
func (p pace) shared(spent int64) bool { return p.threads > 1 && spent >= p.whole }

// concurrently calls do with 0 to n−1 on the given number of threads.
func concurrently(threads, n int, do func(i int)) {
	if min(threads, n) == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(threads, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}

// guard is the size of two cache lines, which processors fetch together. It separates the data of
// threads: a core that writes to a line invalidates it in other cores.
const guard = 128

// apart returns make([]T, n) with a guard before and after it.
func apart[T any](n int) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	k := (guard + size - 1) / size
	return make([]T, n+2*k)[k:][:n:n]
}

// copyApart returns a copy of list with a guard before and after it.
func copyApart[T any](list []T) []T {
	c := apart[T](len(list))
	copy(c, list)
	return c
}

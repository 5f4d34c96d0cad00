package allsat

import (
	"math/big"
	"sync"
	"sync/atomic"
	"unsafe"
)

// tally is what a search has found and done.
type tally struct {
	found  total
	events int64 // times that models were found, however many at once
	effort int64 // work done, in nanoseconds or so, but the same on any machine
	stats  Stats

	// Which part of the whole tree has been searched, as if the branches of each level were equally
	// large. Only lookahead says it.
	searched float64
}

func (t *tally) work() *tally { return t }

// add adds what another search has found and done.
func (t *tally) add(u *tally) {
	t.found.plus(&u.found)
	t.stats.add(u.stats)
	t.events += u.events
	t.effort += u.effort
	t.searched += u.searched
}

// rate is how many models were found for each unit of effort.
func (t *tally) rate() float64 {
	high, _ := new(big.Float).SetInt(&t.found.high).Float64()
	return (high + float64(t.found.low)) / float64(max(1, t.effort))
}

// pace says how several threads share a search: in rounds, between which the work is dealt
// out anew. Rounds are measured in work done and not in time, so that what is searched in
// which order does not depend on which thread is the fastest.
type pace struct {
	threads int
	whole   int64 // effort before which a search is not shared, as it may end soon
	round   int64 // effort of each thread in a round
}

func defaultPace(threads int) pace { return pace{threads: max(1, threads), whole: 2e6, round: 50e6} }

// next is how much is to be spent in the next round on so many parts, of what is left to be
// spent.
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

// shared reports whether a search that has spent so much is to be taken apart.
func (p pace) shared(spent int64) bool { return p.threads > 1 && spent >= p.whole }

// concurrently calls do with 0 to n−1 on so many threads.
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

// guard is two cache lines, which processors fetch together. It stands between what one
// thread writes and what another does: a core that writes to a line takes it from the core
// that has it.
const guard = 128

// apart is make([]T, n) with a guard before and behind.
func apart[T any](n int) []T {
	var t T
	size := int(unsafe.Sizeof(t))
	k := (guard + size - 1) / size
	return make([]T, n+2*k)[k:][:n:n]
}

// copyApart is a copy of list with a guard before and behind.
func copyApart[T any](list []T) []T {
	c := apart[T](len(list))
	copy(c, list)
	return c
}

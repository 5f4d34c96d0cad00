package bitmask

import (
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/backends/internal/luby"
	"nqueens/backends/internal/turns"
)

// Of one hard board of 30 ranks the search met no solution among 10¹¹ nodes, and within some 10⁶ when it tried the
// squares of each line in another order: the tree is the same, but where it begins in it is not, and it seems that
// solutions lie in clusters. So where a tree is large, small pieces from its beginning under random orders
// are searched before the rest of it.

const (
	// restarting is which part of what is left of a search may be spent on beginning anew.
	restarting = 200
	// restartNodes is how many nodes the shortest search from a new beginning takes.
	restartNodes = 1 << 20
)

// share is how many of so many nodes that are left beginning anew may take. Estimates of open boards
// are beyond what a number of nodes can be.
func share(left float64) uint64 { return uint64(min(max(0, left)/restarting, 1<<62)) }

// budget is how many nodes frontiers that share it may still visit. One that is nil never ends.
type budget struct{ left uint64 }

func (b *budget) spend(nodes uint64) {
	if b != nil {
		b.left -= min(b.left, nodes)
	}
}

func (b *budget) spent() bool { return b != nil && b.left == 0 }

// beginAnew looks for a solution with so many nodes in all, from beginnings that are random but the same
// each time, and goes on from each for as long as luby.Term says.
func (r region) beginAnew(nodes uint64, stop *turns.Flag, visit func(nqueens.Solution) bool) (t tally) {
	random := rand.New(rand.NewPCG(uint64(len(r.open)), uint64(r.side)))
	r.open = slices.Clone(r.open)
	f := newFrontier(stop, visit)
	f.budget = new(budget)
	for t.nodes < nodes && !t.stopped {
		t.looked.restarts++
		random.Shuffle(len(r.open), func(i, j int) { r.open[i], r.open[j] = r.open[j], r.open[i] })
		f.budget.left = min(nodes-t.nodes, uint64(luby.Term(t.looked.restarts))*restartNodes)
		f.run(r.pack())
		t.found, t.nodes = t.found+f.found, t.nodes+f.nodes
		if !f.stopped {
			break // it was everywhere
		}
		t.stopped = f.found > 0 || stop.Load()
		f.tally = tally{}
	}
	return t
}

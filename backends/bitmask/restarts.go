package bitmask

import (
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/backends/internal/luby"
	"nqueens/backends/internal/turns"
)

// On a hard board of 30 ranks the search found no solution among 10¹¹ nodes, but within about 10⁶
// nodes with the squares of each line in another order. The tree is the same, but the search begins
// elsewhere in it, and solutions seem to lie in clusters. So in a large tree, short searches in
// random orders precede the rest of the search.

const (
	// restarting is the reciprocal of the fraction of the remaining search that restarts may take.
	restarting = 200
	// restartNodes is the number of nodes of the shortest search in a random order.
	restartNodes = 1 << 20
)

// share returns the number of nodes that restarts may take if left nodes remain. Estimates for open
// boards exceed the range of integers.
func share(left float64) uint64 { return uint64(min(max(0, left)/restarting, 1<<62)) }

// budget is the number of nodes that frontiers that share it may still visit. A nil budget has no
// limit.
type budget struct{ left uint64 }

func (b *budget) spend(nodes uint64) {
	if b != nil {
		b.left -= min(b.left, nodes)
	}
}

func (b *budget) spent() bool { return b != nil && b.left == 0 }

// restart searches for a solution in random orders, which are the same each time, with a total
// limit of nodes. The length of each search is a multiple given by luby.Term.
func (r region) restart(nodes uint64, stop *turns.Flag, visit func(nqueens.Solution) bool) (t tally) {
	random := rand.New(rand.NewPCG(uint64(len(r.open)), uint64(r.side)))
	r.open = slices.Clone(r.open)
	f := newFrontier(stop, visit)
	f.budget = new(budget)
	for t.nodes < nodes && !t.stopped {
		t.relaxStats.restarts++
		random.Shuffle(len(r.open), func(i, j int) { r.open[i], r.open[j] = r.open[j], r.open[i] })
		f.budget.left = min(nodes-t.nodes, uint64(luby.Term(t.relaxStats.restarts))*restartNodes)
		f.run(r.pack())
		t.found, t.nodes = t.found+f.found, t.nodes+f.nodes
		if !f.stopped {
			break // it has searched everything
		}
		t.stopped = f.found > 0 || stop.Load()
		f.tally = tally{}
	}
	return t
}

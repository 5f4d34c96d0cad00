package dlx

import (
	"context"
	"math"
	"sync/atomic"
)

// checkEvery is how many updates a search makes between two looks at its
// context, and how many items or options are linked up: some ten microseconds'
// worth.
const checkEvery = 4096

// A dance is one run of Knuth's Algorithm D (The Art of Computer Programming
// 4B, section 7.2.2.1): depth first, it branches on a primary item and tries
// each option left for it.
type dance struct {
	*links
	ctx    context.Context
	choice Choice
	yield  func([]int) bool // called for every solution, nil to count only

	chosen     []*node // the option chosen at each level
	solution   []int   // handed to yield
	levels     []LevelStats
	solutions  uint64
	sinceCheck uint64 // updates since the last look at ctx
	err        error
	progress   *atomic.Uint64
}

// visit searches the tree below the options chosen so far. It returns false as
// soon as the search is to stop; it then leaves the links as they are.
func (d *dance) visit() bool {
	level := len(d.chosen)
	stats := &d.levels[level]
	stats.Nodes++
	if d.root.right == d.root {
		d.solutions++
		return d.yield == nil || d.yield(d.options())
	}
	if d.sinceCheck >= checkEvery && !d.check() {
		return false
	}

	item := d.choose()
	updates := item.cover()
	d.sinceCheck += updates
	stats.Updates += updates
	for n := item.ring.down; n != &item.ring; n = n.down {
		updates := n.coverOthers()
		d.sinceCheck += updates
		stats.Updates += updates
		d.chosen = append(d.chosen, n)
		if !d.visit() {
			return false
		}
		d.chosen = d.chosen[:level]
		n.uncoverOthers()
	}
	item.uncover()
	return true
}

// choose returns the item to branch on; there must be one.
func (d *dance) choose() *header {
	first := d.root.right
	switch d.choice {
	case FirstItem:
		return first
	case Sharp:
		return d.chooseSharp()
	}
	best, fewest := first, first.size
	for h := first.right; h != d.root; h = h.right {
		if h.size < fewest {
			best, fewest = h, h.size
		}
	}
	return best
}

// chooseSharp makes all plain items with a real choice look larger than any
// sharp one.
func (d *dance) chooseSharp() *header {
	var best *header
	fewest := math.MaxInt
	for h := d.root.right; h != d.root; h = h.right {
		size := h.size
		if size > 1 && !h.sharp {
			size += len(d.nodes)
		}
		if size < fewest {
			best, fewest = h, size
		}
	}
	return best
}

// options returns the options chosen so far.
func (d *dance) options() []int {
	d.solution = d.solution[:0]
	for _, n := range d.chosen {
		d.solution = append(d.solution, n.option)
	}
	return d.solution
}

// check publishes the progress and says whether the search may go on.
func (d *dance) check() bool {
	d.sinceCheck = 0
	d.err = d.ctx.Err()
	d.progress.Store(math.Float64bits(d.estimate()))
	return d.err == nil
}

// estimate returns the fraction of the tree that has been searched if all
// subtrees of a node are equally large. It is Knuth's estimate, except that the
// node being visited counts for nothing instead of one half: so it begins at 0
// and never falls.
func (d *dance) estimate() float64 {
	done, share := 0.0, 1.0
	for _, n := range d.chosen {
		share /= float64(n.item.size)
		for m := n.item.ring.down; m != n; m = m.down {
			done += share
		}
	}
	return done
}

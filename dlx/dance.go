package dlx

import (
	"math"
	"math/bits"
)

// checkEvery is the number of updates and visits of a search between two checks of its context, and
// the number of items or options that are linked between two checks: about ten microseconds.
const checkEvery = 4096

// A dance is one run of Knuth's Algorithm D (The Art of Computer Programming 4B, section 7.2.2.1):
// a depth-first search that branches on a primary item and tries each option left for it.
//
// Two things differ from the book; neither changes the statistics. The options that a choice
// removes are recorded on a trail, along which they are linked back in one sweep, also after a
// chain of choices without an alternative. The open items are also a bit set. If there are at most
// 64 items, the set is one word, and each level has its own.
type dance struct {
	*links
	walk
	choice Choice
	sharp  []bool

	words      int      // of a set of primary items
	open       []uint64 // the items not yet covered; if words is 1, one set for each level
	covers     []uint64 // the primary items of each option, if words is 1
	chosen     []link   // by level, the node of the chosen option and item
	solution   []int    // passed to yield
	splitLevel int
	visits     uint64 // nodes visited
	nextCheck  uint64 // visits plus updates at the next check of ctx
	trace      func(Step) bool
}

func newDance(l *links, p *Problem, c Choice) *dance {
	d := &apart[dance](1)[0]
	d.links, d.choice, d.words = l, c, (p.primary+63)/64
	d.open = apart[uint64](max(d.words, p.primary+1))
	for i := range p.primary {
		d.open[i/64] |= 1 << (i % 64)
	}
	if d.words == 1 {
		d.covers = make([]uint64, p.NumOptions())
		for o := range d.covers {
			for _, i := range p.Option(o) {
				if i < p.primary {
					d.covers[o] |= 1 << i
				}
			}
		}
	}
	d.chosen = apart[link](p.primary + 1)
	d.sharp = make([]bool, p.primary)
	for i := range d.sharp {
		d.sharp[i] = p.names[i][0] == '#'
	}
	return d
}

func (d *dance) search(w walk) (*walk, bool) {
	d.walk = w
	d.splitLevel = d.split()
	d.levels = apart[LevelStats](d.primary + 1)
	d.updates, d.visits, d.nextCheck = 0, 0, 0 // check at once: ctx may have ended already
	complete := d.visit(0, 0)
	if d.shared() && !d.first {
		clear(d.levels[:min(d.level, len(d.levels))])
	}
	return &d.walk, complete
}

// visit searches the tree below the options chosen on the levels above. The trail has length end.
// It returns false as soon as the search must stop; the links are then left as they are.
func (d *dance) visit(level, end int) bool {
	start, first := end, level
	for ; ; level++ {
		if level == d.splitLevel && !d.take() {
			break
		}
		stats := &d.levels[level]
		stats.Nodes++
		d.visits++
		if d.updates+d.visits >= d.nextCheck && !d.check(level) {
			return false
		}
		best := d.chooseItem(level)
		if d.trace != nil && !d.traceNode(level, best) {
			return false
		}
		if best == noItem {
			if !d.found(level, d.chosenOptions(level)) {
				return false
			}
			break
		}
		if best>>32 == 0 {
			stats.Updates++
			break
		}
		before := d.updates
		d.updates++
		ring := link(best) * nodeSize
		end = d.cover(ring, end)
		k := d.at(ring).down
		if best>>32 == 1 {
			end = d.chooseOption(k, level, end)
			stats.Updates += d.updates - before
			continue
		}
		stats.Updates += d.updates - before
		for ; k != ring; k = d.at(k).down {
			before := d.updates
			deeper := d.chooseOption(k, level, end)
			stats.Updates += d.updates - before
			if !d.visit(level+1, deeper) {
				return false
			}
			d.uncover(end, deeper)
			if d.words > 1 {
				d.reopen(k)
			}
		}
		break
	}
	d.uncover(start, end)
	if d.words > 1 {
		for _, k := range d.chosen[first:level] {
			d.reopen(k)
		}
	}
	return true
}

// chooseOption chooses the option of node k, whose item is covered already: it covers the other
// items of the option. It returns the new length of the trail.
func (d *dance) chooseOption(k link, level, end int) int {
	d.chosen[level] = k
	x := d.at(k)
	if d.trace != nil {
		d.trace(Step{Kind: Chosen, Level: level, Item: int(x.item), Size: int(*d.size(x.item)), Option: d.option(k)})
	}
	if d.words == 1 {
		d.open[level+1] = d.open[level] &^ d.covers[d.option(k)]
		return d.coverOthers(x, end)
	}
	d.open[x.item/64] &^= 1 << (x.item % 64)
	for _, other := range d.others(x) {
		if i := d.at(other).item; int(i) < d.primary {
			d.open[i/64] &^= 1 << (i % 64)
		}
	}
	return d.coverOthers(x, end)
}

// traceNode reports the item that a node branches on.
func (d *dance) traceNode(level int, best uint64) bool {
	if best == noItem {
		return d.trace(Step{Kind: Covered, Level: level})
	}
	return d.trace(Step{Kind: Selected, Level: level, Item: int(uint32(best)), Size: int(best >> 32)})
}

// reopen reverses the effect of chooseOption on the set of open items.
func (d *dance) reopen(k link) {
	x := d.at(k)
	d.open[x.item/64] |= 1 << (x.item % 64)
	for _, other := range d.others(x) {
		if i := d.at(other).item; int(i) < d.primary {
			d.open[i/64] |= 1 << (i % 64)
		}
	}
}

// noItem is the result of chooseItem if no item is open.
const noItem = math.MaxUint64

// chooseItem returns the item to branch on in the lower half and its size in the upper half. The
// minimum of these numbers is the first of the smallest items.
func (d *dance) chooseItem(level int) uint64 {
	best := uint64(noItem)
	a := d.arena
	open := d.open[:d.words]
	if d.words == 1 {
		open = d.open[level : level+1]
	}
	if d.words == 1 && d.choice == MRV {
		for w := d.open[level]; w != 0; w &= w - 1 {
			at := uint64(bits.TrailingZeros64(w))
			best = min(best, uint64(*a.size(uint32(at)))<<32|at)
		}
		return best
	}
	for i, w := range open {
		for ; w != 0; w &= w - 1 {
			at := uint64(i*64 + bits.TrailingZeros64(w))
			size := uint64(*a.size(uint32(at)))
			switch {
			case d.choice == FirstItem:
				return size<<32 | at
			case d.choice == Sharp && size > 1 && !d.sharp[at]:
				at |= 1 << 63 // after all others
			}
			best = min(best, size<<32|at)
		}
	}
	if best == noItem {
		return noItem
	}
	best &^= 1 << 63
	if d.choice == Degree && best>>32 > 0 {
		return d.chooseByDegree(open, best>>32)
	}
	return best
}

// chooseByDegree returns the item of the given size whose options have the most rivals.
func (d *dance) chooseByDegree(open []uint64, size uint64) (best uint64) {
	most := -1
	for i, w := range open {
		for ; w != 0; w &= w - 1 {
			at := uint32(i*64 + bits.TrailingZeros64(w))
			if uint64(*d.size(at)) != size {
				continue
			}
			rivals := 0
			ring := link(at) * nodeSize
			for k := d.at(ring).down; k != ring; k = d.at(k).down {
				for _, other := range d.others(d.at(k)) {
					if item := d.at(other).item; d.tint == nil || !d.settled[item] {
						rivals += int(*d.size(item))
					}
				}
			}
			if rivals > most {
				best, most = size<<32|uint64(at), rivals
			}
		}
	}
	return best
}

// chosenOptions returns the options chosen on the levels above this one.
func (d *dance) chosenOptions(level int) []int {
	d.solution = d.solution[:0]
	if d.yield == nil {
		return nil
	}
	for _, k := range d.chosen[:level] {
		d.solution = append(d.solution, d.option(k))
	}
	return d.solution
}

// check publishes the progress and reports whether the search may go on.
func (d *dance) check(level int) bool {
	d.nextCheck = d.updates + d.visits + checkEvery
	return d.proceed(d.estimate(level))
}

// estimate returns the fraction of the tree that has been searched, under the assumption that all
// subtrees of a node are equally large. It is Knuth's estimate, except that the node being visited
// counts 0 instead of one half. The estimate therefore begins at 0 and never falls.
func (d *dance) estimate(level int) float64 {
	done, share := 0.0, 1.0
	for _, k := range d.chosen[:level] {
		ring := link(d.at(k).item) * nodeSize
		tried, size := -1, 0
		for m := d.at(ring).down; m != ring; m = d.at(m).down {
			if m == k {
				tried = size
			}
			size++
		}
		share /= float64(size)
		done += share * float64(tried)
	}
	return done
}

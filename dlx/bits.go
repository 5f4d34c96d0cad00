package dlx

import (
	"math/bits"
	"slices"
)

// A bitSearch is one run of the bits engine: a depth-first search on a stack of states that are
// still to be visited. Choosing an option ANDs the state with the mask of the options compatible
// with it. Nothing is ever undone.
//
// All children of a node are made together, last first, so that they come off the stack in the
// order of their options. A child in which an item has no option left is counted and dropped at
// once: it is written, but the top of the stack does not move past it.
type bitSearch struct {
	*table
	walk
	choice Choice

	states []group  // the stack: table.groups for each state
	open   []uint64 // the items that each state has to cover, one word for each block
	frames []frame  // the option and level of each state
	top    int      // states on the stack

	path      []int // the option chosen at each level, from level 1 on
	widths    []int // the number of children of the node at each level
	countdown int   // nodes until the next check of ctx

	kernels bool // use the assembly kernels

	now       []group  // the state being visited, if it has several groups
	nowOpen   []uint64 // the open items of now
	sharpOpen []uint64 // the open items whose name begins with '#'
}

// A frame is the option that led to a state, and the level of the state.
type frame struct{ option, level uint32 }

// nodesPerCheck is the number of nodes that are branched on between two checks of ctx, about ten
// microseconds.
const nodesPerCheck = 256

func newBitSearch(t *table, c Choice) *bitSearch {
	v := &apart[bitSearch](1)[0]
	*v = bitSearch{
		table: t, choice: c, kernels: hasKernels,
		path:      apart[int](len(t.sizes) + 2),
		widths:    apart[int](len(t.sizes) + 2),
		now:       apart[group](t.groups),
		nowOpen:   apart[uint64](len(t.blocks)),
		sharpOpen: apart[uint64](len(t.blocks)),
	}
	return v
}

func (v *bitSearch) search(w walk) (*walk, bool) {
	v.walk = w
	v.levels = apart[LevelStats](len(v.sizes) + 2)
	v.countdown = 0 // check at once: ctx may have ended already
	v.top = 0
	v.reserve()
	copy(v.states, v.start)
	copy(v.open, v.startOpen)
	v.frames[0] = frame{}
	v.levels[0].Nodes = 1
	if v.choice == FirstItem || !v.startDead {
		v.top = 1
	}
	complete := false
	if len(v.blocks) == 1 && v.groups == 1 && v.choice != FirstItem && v.choice != Sharp {
		complete = v.searchOne()
	} else {
		complete = v.searchMany()
	}
	if v.shared() && !v.first {
		clear(v.levels[:min(v.level+1, len(v.levels))])
	}
	return &v.walk, complete
}

// reserve makes room on the stack for as many children as a node can have.
func (v *bitSearch) reserve() {
	if v.top+v.widest < len(v.frames) {
		return
	}
	more := 2*len(v.frames) + 4*v.widest + 1
	v.states = append(v.states, make([]group, more*v.groups)...)
	v.open = append(v.open, make([]uint64, more*len(v.blocks))...)
	v.frames = append(v.frames, make([]frame, more)...)
}

// check publishes the progress and reports whether the search may go on.
func (v *bitSearch) check() bool {
	v.countdown = nodesPerCheck
	return v.proceed(v.estimate())
}

// estimate returns the fraction of the tree that has been searched, under the assumption that all
// subtrees of a node are equally large. The states on the stack, and the state just popped, are not
// yet searched.
func (v *bitSearch) estimate() float64 {
	if len(v.frames) == 0 {
		return 0
	}
	left, share, level := 0.0, 1.0, uint32(0)
	for _, w := range v.frames[:v.top+1] {
		for ; level < w.level; level++ {
			share /= float64(v.widths[level])
		}
		left += share
	}
	return max(0, 1-left)
}

// smallest returns the open item with the fewest options left, by counting the options of each open
// item. It is needed only if all open items have at least four options.
func (v *bitSearch) smallest(state []group, open []uint64) (block, item int) {
	fewest := -1
	for s := range v.blocks {
		for w := open[s]; w != 0; w &= w - 1 {
			i := bits.TrailingZeros64(w)
			n := 0
			part := v.blocks[s].of(state)
			for k := range part { // by index: copying a group would be slower
				n += bits.OnesCount64(part[k].gather(i, v.lanes))
			}
			if fewest < 0 || n < fewest {
				block, item, fewest = s, i, n
			}
		}
	}
	return block, item
}

// searchMany searches any problem, with any choice of item, and reports whether the search is
// complete.
func (v *bitSearch) searchMany() bool {
	must := ^uint64(0) // all ones if an item without options ends a branch
	if v.choice == FirstItem {
		must = 0
	}
	blocks := len(v.blocks)
	wide := v.kernels && blocks == 1 && !v.narrow && v.choice == MRV
	for v.top > 0 {
		v.reserve()
		v.top--
		w := v.frames[v.top]
		level := int(w.level)
		v.path[level] = int(w.option)
		if level == v.split() && !v.take() {
			continue
		}
		if v.countdown -= 1 + v.groups/8; v.countdown < 0 && !v.check() {
			return false
		}
		copy(v.now, v.states[v.top*v.groups:][:v.groups])
		copy(v.nowOpen, v.open[v.top*blocks:][:blocks])
		if !slices.ContainsFunc(v.nowOpen, func(w uint64) bool { return w != 0 }) {
			if !v.found(level, v.path[1:level+1]) {
				return false
			}
			continue
		}
		s, item := v.chooseItem()
		block := &v.blocks[s]
		n := 0
		part := block.of(v.now)
		for k := range part {
			live := part[k].gather(item, v.lanes)
			n += bits.OnesCount64(live)
			slots := v.slots[v.slot(block, item, k, 0):][:v.span]
			for ; live != 0; live &= live - 1 {
				o := slots[bits.TrailingZeros64(live)]
				v.frames[v.top] = frame{o, uint32(level + 1)}
				if v.chooseOption(int(o), must) {
					v.top++
				}
			}
		}
		v.levels[level+1].Nodes += uint64(n)
		v.widths[level] = n
		v.countdown -= n * v.groups / 8
		if wide {
			v.runOn()
		}
	}
	return true
}

// chooseOption writes the state after choosing option o to the top of the stack, and reports
// whether every item still has options.
func (v *bitSearch) chooseOption(o int, must uint64) bool {
	keep := v.keep[o*v.groups:][:v.groups]
	child := v.states[v.top*v.groups:][:v.groups]
	open := v.open[v.top*len(v.blocks):][:len(v.blocks)]
	cover := v.cover[o*len(v.blocks):][:len(v.blocks)]
	missing := uint64(0)
	for s := range v.blocks {
		left := v.nowOpen[s] &^ cover[s]
		open[s] = left
		if left == 0 {
			continue // no item of this block is open, so its words are not read
		}
		block := &v.blocks[s]
		some := uint64(0)
		if first := block.first; v.kernels {
			some = andGroups(&child[first], &v.now[first], &keep[first], block.groups)
		} else {
			for k := first; k < first+block.groups; k++ {
				some |= child[k].and(&v.now[k], &keep[k])
			}
		}
		if v.narrow {
			some |= some >> 32
		}
		missing |= left &^ some
	}
	return missing&must == 0
}

// and sets c to the AND of a and b, and returns the OR of its words.
func (c *group) and(a, b *group) uint64 {
	c0, c1, c2, c3 := a[0]&b[0], a[1]&b[1], a[2]&b[2], a[3]&b[3]
	c4, c5, c6, c7 := a[4]&b[4], a[5]&b[5], a[6]&b[6], a[7]&b[7]
	*c = group{c0, c1, c2, c3, c4, c5, c6, c7}
	return c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7
}

// chooseItem returns the item to branch on. At least one item must be open. Unless the choice is
// FirstItem, every open item must have options.
func (v *bitSearch) chooseItem() (block, item int) {
	if v.choice == FirstItem {
		for v.nowOpen[block] == 0 {
			block++
		}
		return block, bits.TrailingZeros64(v.nowOpen[block])
	}
	const none = 9
	best := none
	for s, open := range v.nowOpen {
		if open == 0 {
			continue
		}
		ones, twos, more := v.count(&v.blocks[s])
		if forced := open &^ (twos | more); forced != 0 {
			return s, bits.TrailingZeros64(forced)
		}
		preferred := open
		if v.choice == Sharp {
			preferred &= v.sharp[s]
		}
		if size, w := smallSize(preferred, ones, more); size < best {
			best, block, item = size, s, bits.TrailingZeros64(w)
		}
		if size, w := smallSize(open&^preferred, ones, more); size+many < best {
			best, block, item = size+many, s, bits.TrailingZeros64(w)
		}
	}
	switch {
	case best == many && v.choice == Sharp:
		for s := range v.sharpOpen {
			v.sharpOpen[s] = v.nowOpen[s] & v.sharp[s]
		}
		return v.smallest(v.now, v.sharpOpen)
	case best%many == 0:
		return v.smallest(v.now, v.nowOpen)
	}
	return block, item
}

// many is the largest size that count reports; it represents all larger sizes too.
const many = 4

// smallSize returns the smallest size of these items, from 2 to many, and the items of that size.
// ones and more are results of count. If there are no items, it returns a very large size.
func smallSize(items, ones, more uint64) (int, uint64) {
	if w := items &^ (ones | more); w != 0 {
		return 2, w
	}
	if w := items &^ more; w != 0 {
		return 3, w
	}
	if items != 0 {
		return many, items
	}
	return 99, 0
}

// count returns the sizes of the block's items, as in group.count.
func (v *bitSearch) count(s *block) (ones, twos, more uint64) {
	part := s.of(v.now)
	if v.kernels && len(part) > 2 { // for fewer groups the call costs more than it saves
		var sums [3][4]uint64
		countGroups(&part[0], len(part), &sums)
		for i := range sums[0] {
			ones, twos, more = addCounts(ones, twos, more, sums[0][i], sums[1][i], sums[2][i])
		}
	} else {
		for i := range part {
			o, t, m := part[i].count()
			ones, twos, more = addCounts(ones, twos, more, o, t, m)
		}
	}
	if v.narrow {
		return addCounts(ones, twos, more, ones>>32, twos>>32, more>>32)
	}
	return ones, twos, more
}

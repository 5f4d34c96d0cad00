package dlx

import "math/bits"

// searchOne searches a problem whose state is one group, with MRV, and reports whether the search
// is complete.
func (v *bitSearch) searchOne() bool {
	split := uint32(v.split())
	for v.top > 0 {
		v.reserve()
		top := v.top - 1
		open := v.open[top]
		w := v.frames[top]
		level := int(w.level)
		v.path[level] = int(w.option)
		if w.level == split && !v.take() {
			v.top--
			continue
		}
		if open == 0 {
			v.top--
			if !v.found(level, v.path[1:level+1]) {
				return false
			}
			continue
		}
		if v.countdown--; v.countdown < 0 && !v.check() {
			return false
		}
		v.expandOne(top)
		if v.kernels && v.narrow {
			v.runOn()
		}
	}
	return true
}

// expandOne pops the top state from the stack and pushes its children.
func (v *bitSearch) expandOne(top int) {
	g := v.states[top]
	open := v.open[top]
	level := int(v.frames[top].level)
	narrow := v.narrow
	ones, twos, more := g.count()
	if narrow {
		ones, twos, more = addCounts(ones, twos, more, ones>>32, twos>>32, more>>32)
	}
	best := open &^ (twos | more)
	if best == 0 {
		best = open &^ (ones | more)
	}
	if best == 0 {
		best = open &^ more
	}
	item := bits.TrailingZeros64(best)
	if best == 0 {
		v.now[0], v.nowOpen[0] = g, open
		_, item = v.smallest(v.now, v.nowOpen)
	}
	live := g.gather(item, v.lanes)
	n := bits.OnesCount64(live)
	v.levels[level+1].Nodes += uint64(n)
	v.widths[level] = n
	slots := v.slots[item*v.span:]
	for ; live != 0; live &= live - 1 {
		o := slots[bits.TrailingZeros64(live)]
		keep := &v.keep[o]
		child := &v.states[top]
		c0 := g[0] & keep[0]
		c1 := g[1] & keep[1]
		c2 := g[2] & keep[2]
		c3 := g[3] & keep[3]
		child[0] = c0
		child[1] = c1
		child[2] = c2
		child[3] = c3
		any := c0 | c1 | c2 | c3
		c0 = g[4] & keep[4]
		c1 = g[5] & keep[5]
		c2 = g[6] & keep[6]
		c3 = g[7] & keep[7]
		child[4] = c0
		child[5] = c1
		child[6] = c2
		child[7] = c3
		any |= c0 | c1 | c2 | c3
		if narrow {
			any |= any >> 32
		}
		left := open &^ v.cover[o]
		v.open[top] = left
		v.frames[top] = frame{o, uint32(level + 1)}
		alive := 0
		if left&^any == 0 {
			alive = 1
		}
		top += alive
	}
	v.top = top
}

// An expander is the part of a bitSearch that the assembly uses. The assembly writes top,
// countdown, and the memory behind the pointers.
type expander struct {
	keep   *group
	cover  *uint64
	slots  *uint32
	states *group
	opens  *uint64
	frames *frame
	levels *LevelStats
	path   *int
	widths *int
	now    *group // room for a state
	groups int    // of a state

	top       int
	room      int // it stops when the stack reaches this height
	split     int // it stops at nodes of this level
	countdown int // it stops after this many nodes
	//lint:ignore U1000 only the assembly uses it
	level int // of the node being visited
	//lint:ignore U1000 likewise
	left uint64 // the items that the node has to cover
}

// runOn visits nodes in assembly until it reaches one that Go must visit.
func (v *bitSearch) runOn() {
	v.reserve()
	e := expander{
		keep: &v.keep[0], cover: &v.cover[0], slots: &v.slots[0],
		states: &v.states[0], opens: &v.open[0], frames: &v.frames[0],
		levels: &v.levels[0], path: &v.path[0], widths: &v.widths[0], now: &v.now[0], groups: v.groups,
		top: v.top, room: len(v.frames) - v.widest, split: v.split(), countdown: v.countdown,
	}
	if v.narrow {
		expandNarrow(&e)
	} else {
		expandWide(&e)
	}
	v.top, v.countdown = e.top, e.countdown
}

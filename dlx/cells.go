package dlx

import (
	"context"
	"math"
)

// cells searches problems with multiplicities or costs. The search is Knuth's Algorithm M (The Art
// of Computer Programming 4B, section 7.2.2.1). It branches on an item that needs more of its
// options: it chooses one, and excludes that one while it tries the others, so that no set of
// options occurs twice. The data structure is his dancing cells (section 7.2.2.3) instead of links.
// The options left of an item are the front of a segment of an array. An option that is removed
// swaps places with the last option left, and they swap back when it returns. The order of a node's
// branches therefore does not depend on what was searched before, which parallel searches require.
//
// The search also bounds how many more options are needed and how many more fit, which the book
// leaves to the reader: see promising.
type cells struct {
	walk
	p *Problem

	items    []cellItem
	nodes    []cellNode // an item of an option each, option by option as in p.items
	cell     []int32    // nodes, item by item
	trail    []int32    // options that were excluded (o) or chosen (^o), oldest first
	chosen   []int
	solution []int // passed to yield
	open     int   // the number of options neither chosen nor excluded

	everywhere []int // items that all options have: they bound the number of options

	coloured   []bool  // by item, whether some option gives it a colour; nil if there are no colours
	uses       []int32 // by item, the number of chosen options that give it a colour
	cheapest   bool    // each solution must cost less than the best one before it
	cost, best int     // of the chosen options, and of the best solution

	last      uint64   // the number of solutions, if exactly one more option can be chosen and must be
	gains     []int32  // of each option, for promising
	seen      []uint32 // by option, the value of calls when takes, apart or fits last saw it
	calls     uint32
	updates   uint64
	visits    uint64
	nextCheck uint64
	branch    [][2]int // by level, the current branch and the number of branches
}

// A cellItem is an item: where its options begin in cells.cell and how many are left, how many more
// it needs, and how many more it can have. The fields of an item, and those of a node, are side by
// side because they are read together.
type cellItem struct{ start, size, need, room int32 }

// A cellNode is an item of an option: its position in cells.cell, and the position that it had
// before the option was removed.
type cellNode struct{ item, place, from, owner int32 }

// unbounded represents infinity in cellItem. It is greater than the number of options of any item,
// so that a need of unbounded cannot be met, and a room of unbounded sets no limit.
const unbounded = math.MaxInt32 / 2

func newCells(ctx context.Context, p *Problem) (*cells, error) {
	if len(p.items) > math.MaxInt32 {
		return nil, errTooLarge
	}
	n := p.NumItems()
	c := &cells{
		p: p, best: math.MaxInt, items: make([]cellItem, n+1), nodes: make([]cellNode, len(p.items)), cell: make([]int32, len(p.items)),
		gains: make([]int32, p.NumOptions()), seen: make([]uint32, p.NumOptions()),
	}
	for _, i := range p.items {
		c.items[i+1].start++
	}
	c.coloured, c.uses = p.coloured(), make([]int32, n)
	for i := range n {
		c.items[i+1].start += c.items[i].start
		need, room := p.Multiplicity(i)
		c.items[i].need, c.items[i].room = int32(min(need, unbounded)), int32(min(room, unbounded))
		if c.coloured != nil && c.coloured[i] {
			c.items[i].room = unbounded // any number of options of one colour fit: see settle
		}
	}
	for o := range p.NumOptions() {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for k := p.start[o]; k < p.start[o+1]; k++ {
			c.nodes[k].item, c.nodes[k].owner = int32(p.items[k]), int32(o)
		}
		if !p.hasPrimary(o) {
			continue // it is in no solution
		}
		c.open++
		for k := p.start[o]; k < p.start[o+1]; k++ {
			i := &c.items[p.items[k]]
			at := i.start + i.size
			c.cell[at], c.nodes[k].place = int32(k), at
			i.size++
		}
	}
	for i := range p.primary {
		if int(c.items[i].size) == c.open {
			c.everywhere = append(c.everywhere, i)
		}
	}
	return c, nil
}

func (c *cells) search(w walk) (*walk, bool) {
	c.walk = w
	c.levels = make([]LevelStats, c.p.primary+c.open+2)
	c.branch = make([][2]int, len(c.levels))
	c.visits, c.updates, c.nextCheck = 0, 0, 0
	complete := true
	for i := range c.p.primary {
		if c.items[i].size < c.items[i].need {
			c.levels[0].Nodes++
			return &c.walk, true
		}
	}
	for i := range c.p.names {
		if c.items[i].room == 0 && !c.fill(i) {
			return &c.walk, true
		}
	}
	complete = c.visit(0)
	if c.shared() && !c.first {
		clear(c.levels[:min(c.level, len(c.levels))])
	}
	return &c.walk, complete
}

// visit searches the tree below the choices of the levels above. It returns false as soon as the
// search must stop; the cells are then left as they are.
func (c *cells) visit(level int) bool {
	if level == c.split() && !c.take() {
		return true
	}
	c.levels[level].Nodes++
	if c.visits++; c.visits+c.updates >= c.nextCheck {
		c.nextCheck = c.visits + c.updates + checkEvery
		if !c.proceed(c.estimate(level)) {
			return false
		}
	}
	if !c.promising() {
		return true
	}
	if c.last > 0 && c.yield == nil && !c.cheapest && !c.shared() {
		c.solutions += c.last
		return true
	}
	item, ways := c.chooseItem()
	if item < 0 {
		if c.cheapest {
			c.best = c.cost
		}
		c.solution = append(c.solution[:0], c.chosen...)
		return c.found(level, c.solution)
	}
	begin, updates := len(c.trail), c.updates
	c.branch[level] = [2]int{0, ways}
	down := func() bool {
		c.levels[level].Updates += c.updates - updates
		more := c.visit(level + 1)
		c.branch[level][0]++
		updates = c.updates
		return more
	}
	o := c.next(item)
	enough, costly := c.items[item].need <= 0, c.p.Cost(o) >= 0
	if enough && costly { // a solution may need no more options of the item
		if c.fill(item) && !down() {
			return false
		}
		c.undo(begin)
	}
	alive := true
	for alive && c.items[item].size > 0 && c.items[item].size >= c.items[item].need {
		o, before := c.next(item), len(c.trail)
		if c.choose(o) && !down() {
			return false
		}
		c.undo(before)
		alive = c.leaveOut(o)
	}
	if alive && enough && !costly && !down() {
		return false
	}
	c.levels[level].Updates += c.updates - updates
	c.undo(begin)
	return true
}

// chooseItem returns the primary item with the fewest branches, the first one on ties, and its
// number of branches. It returns −1 if no item has options left. An item that needs k more of its n
// options has n − k + 1 branches, because the first one chosen is not among the last k − 1. An item
// that needs none has n + 1 branches.
func (c *cells) chooseItem() (item, ways int) {
	item = -1
	for i := range c.p.primary {
		if n := int(c.items[i].size-max(c.items[i].need, 0)) + 1; c.items[i].size > 0 && (item < 0 || n < ways) {
			item, ways = i, n
		}
	}
	return item, ways
}

// next returns the first option left of an item.
func (c *cells) next(item int) int { return int(c.nodes[c.cell[c.items[item].start]].owner) }

// leaveOut excludes an option, and reports whether all its items still have as many options as they
// need.
func (c *cells) leaveOut(o int) bool {
	c.trail = append(c.trail, int32(o))
	c.open--
	enough := true
	first := c.p.start[o]
	option := c.nodes[first:c.p.start[o+1]]
	for k := range option {
		x := &option[k]
		i := &c.items[x.item]
		i.size--
		at, last := x.place, i.start+i.size
		other := c.cell[last]
		c.cell[at], c.nodes[other].place = other, at
		c.cell[last], x.place, x.from = int32(first+k), last, at
		enough = enough && i.size >= i.need
	}
	c.updates += uint64(len(option))
	return enough
}

// choose chooses an option, and excludes the options of items that then have no room. It reports
// whether all items still have as many options as they need.
func (c *cells) choose(o int) bool {
	items := c.p.Option(o)
	for _, i := range items {
		c.items[i].need--
		c.items[i].room--
	}
	if c.coloured != nil {
		c.use(o, 1)
	}
	enough := c.leaveOut(o)
	c.trail[len(c.trail)-1] = ^int32(o)
	c.chosen = append(c.chosen, o)
	c.cost += c.p.Cost(o)
	for k, i := range items {
		if !enough {
			break
		}
		if c.items[i].room == 0 {
			enough = c.fill(i)
		} else if c.coloured != nil && c.coloured[i] {
			enough = c.settle(i, c.p.colours[c.p.start[o]+k])
		}
	}
	return enough
}

// settle is called after an option was chosen that has the item. If shade is 0, the option gives
// the item no colour, and settle excludes all other options of the item; otherwise it excludes
// those that do not give the item the colour shade. It returns false if an item then lacks options.
func (c *cells) settle(item int, shade colour) bool {
	if shade == 0 {
		return c.fill(item)
	}
	if c.uses[item] > 1 {
		return true // the first of these options has excluded the others
	}
	// An option that is left out swaps places with the last one left, which has been looked at.
	for at := c.items[item].start + c.items[item].size - 1; at >= c.items[item].start; at-- {
		if k := c.cell[at]; c.p.colours[k] != shade && !c.leaveOut(int(c.nodes[k].owner)) {
			return false
		}
	}
	return true
}

// use adds n to the number of uses of each item to which the option gives a colour.
func (c *cells) use(o int, n int32) {
	for k := c.p.start[o]; k < c.p.start[o+1]; k++ {
		if c.p.colours[k] != 0 {
			c.uses[c.p.items[k]] += n
		}
	}
}

// fill excludes the options left of an item. It returns false if an item then lacks options.
func (c *cells) fill(item int) bool {
	for c.items[item].size > 0 {
		if !c.leaveOut(c.next(item)) {
			return false
		}
	}
	return true
}

// undo restores the state in which the trail had the given length.
func (c *cells) undo(length int) {
	for len(c.trail) > length {
		o := c.trail[len(c.trail)-1]
		c.trail = c.trail[:len(c.trail)-1]
		if o < 0 {
			o = ^o
			for _, i := range c.p.Option(int(o)) {
				c.items[i].need++
				c.items[i].room++
			}
			if c.coloured != nil {
				c.use(int(o), -1)
			}
			c.chosen = c.chosen[:len(c.chosen)-1]
			c.cost -= c.p.Cost(int(o))
		}
		c.open++
		first := c.p.start[o]
		option := c.nodes[first:c.p.start[o+1]]
		for k := range option {
			x := &option[k]
			at, last := x.from, x.place
			other := c.cell[at]
			c.cell[last], c.nodes[other].place = other, last
			c.cell[at], x.place = int32(first+k), at
			c.items[x.item].size++
		}
	}
}

// promising reports whether the current node can lead to a solution, or to one cheaper than the
// best. It bounds the number of further options in two ways.
//
// The lower bound: all needs of items must be met by options that each meet only some of them. The
// options that meet the most needs, taken first, give the number that is required. Items that share
// no option give a second lower bound, the sum of their needs.
//
// The upper bound: of the options of an item with little room, only that many can be chosen. The
// bound adds up these limits over the items. An option of several items counts only for the first
// of them.
func (c *cells) promising() bool {
	c.last = 0
	least, most := -1, -1
	for _, i := range c.everywhere {
		if int(c.items[i].room) < c.open {
			if least < 0 {
				least = c.takes()
			}
			if least > int(c.items[i].room) {
				return false
			}
			if c.items[i].room > 1 {
				c.last = 0 // more options than one may be chosen
			}
		}
		if c.items[i].need > 0 {
			if most < 0 {
				most = c.fits()
			}
			if most < int(c.items[i].need) {
				return false
			}
		}
	}
	if !c.cheapest || c.best == math.MaxInt {
		return true
	}
	low, high := math.MaxInt, 0 // the cheapest option left, and the number of options that can be gained
	for i := range c.p.primary {
		for _, k := range c.left(i) {
			low = min(low, c.p.Cost(int(c.nodes[k].owner)))
		}
	}
	switch {
	case c.open == 0 || low == 0:
		return c.cost < c.best
	case low > 0:
		if least < 0 {
			least = c.takes()
		}
		return c.cost+low*least < c.best
	}
	if high = most; high < 0 {
		high = c.fits()
	}
	return c.cost+low*high < c.best
}

// left returns the nodes of the options left of an item.
func (c *cells) left(item int) []int32 {
	return c.cell[c.items[item].start:][:c.items[item].size]
}

// takes returns a lower bound on the number of further options that are needed to meet the needs of
// all items.
func (c *cells) takes() int {
	clear(c.gains)
	needed, highest, once := 0, int32(0), true
	for i := range c.p.primary {
		once = once && c.items[i].need <= 1
		if c.items[i].need <= 0 || int(c.items[i].size) == c.open { // items that all options have give no information
			continue
		}
		needed += int(c.items[i].need)
		for _, k := range c.left(i) {
			o := c.nodes[k].owner
			c.gains[o]++
			highest = max(highest, c.gains[o])
		}
	}
	if needed == 0 {
		return 0
	}
	number := make([]int, highest+1) // the number of options by gain
	for _, g := range c.gains {
		number[g]++
	}
	takes := 0
	for g := int(highest); g > 0; g-- {
		if once && g == needed && takes == 0 { // one of these options suffices
			c.last = uint64(number[g])
		}
		if number[g]*g >= needed {
			return max(takes+(needed+g-1)/g, c.apart())
		}
		needed -= number[g] * g
		takes += number[g]
	}
	return takes // the options left do not suffice, which the search has not detected yet
}

// apart returns the sum of the needs of items that share no option, chosen greedily.
func (c *cells) apart() (needed int) {
	c.calls++
items:
	for i := range c.p.primary {
		if c.items[i].need <= 0 || int(c.items[i].size) == c.open {
			continue
		}
		for _, k := range c.left(i) {
			if c.seen[c.nodes[k].owner] == c.calls {
				continue items
			}
		}
		for _, k := range c.left(i) {
			c.seen[c.nodes[k].owner] = c.calls
		}
		needed += int(c.items[i].need)
	}
	return needed
}

// fits returns an upper bound on the number of further options that can be chosen together.
func (c *cells) fits() int {
	c.calls++
	fits, covered := 0, 0
	for i := range c.p.names {
		fresh := 0
		if c.items[i].room >= c.items[i].size || int(c.items[i].size) == c.open {
			continue
		}
		for _, k := range c.left(i) {
			if o := c.nodes[k].owner; c.seen[o] != c.calls {
				c.seen[o] = c.calls
				fresh++
			}
		}
		covered += fresh
		fits += min(fresh, int(c.items[i].room))
	}
	return fits + c.open - covered
}

// estimate returns the fraction of the tree that has been searched, under the assumption that all
// branches of a node are equally large.
func (c *cells) estimate(level int) float64 {
	done, share := 0.0, 1.0
	for _, b := range c.branch[:level] {
		share /= float64(b[1])
		done += share * float64(min(b[0], b[1]-1))
	}
	return done
}

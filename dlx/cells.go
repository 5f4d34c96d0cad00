package dlx

import (
	"context"
	"math"
)

// cells searches problems with multiplicities or costs. What it does is Knuth's Algorithm
// M (The Art of Computer Programming 4B, section 7.2.2.1): to branch on an item that needs
// some more of its options, choose one, and while others are tried in its place leave it
// out, so that no set of options comes twice. How it does it are his dancing cells (section
// 7.2.2.3) in place of links: the options left of an item are the first of a part of an
// array; one that goes changes places with the last of them, and they change back when it
// returns, so that a node's branches have one order whatever was searched before: threads
// have to agree on it.
//
// Beside that it bounds how many more options are needed and fit, which the book leaves to
// the reader: see promising.
type cells struct {
	walk
	p *Problem

	start []int32 // where each item's options begin in cell
	size  []int32 // how many of them are left
	cell  []int32 // nodes, which are indices into p.items, item by item
	place []int32 // where in cell a node is
	from  []int32 // where in cell a node was before its option went
	owner []int32 // the option of a node

	need, room []int   // how many more options each item must and can have
	trail      []int32 // options that are left out (o) or chosen (^o), oldest first
	chosen     []int
	solution   []int // handed to yield
	open       int   // options neither chosen nor left out

	everywhere []int // items that all options have: they bound how many there are
	cheapest   bool  // solutions have to cost less and less
	cost, best int   // of what is chosen, and of the best solution

	last      uint64   // solutions, where there is room for one option more and no fewer will do
	gains     []int32  // of each option, for promising
	seen      []uint32 // the call of room at which each option was seen
	calls     uint32
	updates   uint64
	visits    uint64
	nextCheck uint64
	branch    [][2]int // of each level, which branch of how many
}

func newCells(ctx context.Context, p *Problem) (*cells, error) {
	if len(p.items) > math.MaxInt32 {
		return nil, errTooLarge
	}
	n := p.NumItems()
	c := &cells{
		p: p, best: math.MaxInt, start: make([]int32, n+1), size: make([]int32, n),
		cell: make([]int32, len(p.items)), place: make([]int32, len(p.items)), from: make([]int32, len(p.items)), owner: make([]int32, len(p.items)),
		need: make([]int, n), room: make([]int, n), gains: make([]int32, p.NumOptions()), seen: make([]uint32, p.NumOptions()),
	}
	for _, i := range p.items {
		c.start[i+1]++
	}
	for i := range n {
		c.start[i+1] += c.start[i]
		c.need[i], c.room[i] = p.Multiplicity(i)
	}
	for o := range p.NumOptions() {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for k := p.start[o]; k < p.start[o+1]; k++ {
			c.owner[k] = int32(o)
		}
		if !p.hasPrimary(o) {
			continue // it is in no solution
		}
		c.open++
		for k := p.start[o]; k < p.start[o+1]; k++ {
			i := p.items[k]
			at := c.start[i] + c.size[i]
			c.cell[at], c.place[k] = int32(k), at
			c.size[i]++
		}
	}
	for i := range p.primary {
		if int(c.size[i]) == c.open {
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
		if int(c.size[i]) < c.need[i] {
			c.levels[0].Nodes++
			return &c.walk, true
		}
	}
	for i := range c.p.names {
		if c.room[i] == 0 && !c.fill(i) {
			return &c.walk, true
		}
	}
	complete = c.visit(0)
	if c.shared() && !c.first {
		clear(c.levels[:min(c.level, len(c.levels))])
	}
	return &c.walk, complete
}

// visit searches the tree below the choices made on the levels before. It returns false
// as soon as the search is to stop; it then leaves the cells as they are.
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
	enough, costly := c.need[item] <= 0, c.p.Cost(o) >= 0
	if enough && costly { // perhaps no more is needed at all
		if c.fill(item) && !down() {
			return false
		}
		c.undo(begin)
	}
	alive := true
	for alive && c.size[item] > 0 && int(c.size[item]) >= c.need[item] {
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

// chooseItem returns the primary item with the fewest branches, the first on ties, and
// their number; −1 if no item has options left. An item that needs k more of its n options
// has n − k + 1, for the first of those chosen is not among the last k − 1; one that needs
// none has n + 1.
func (c *cells) chooseItem() (item, ways int) {
	item = -1
	for i := range c.p.primary {
		if n := int(c.size[i]) - max(c.need[i], 0) + 1; c.size[i] > 0 && (item < 0 || n < ways) {
			item, ways = i, n
		}
	}
	return item, ways
}

// next is the first option left of an item.
func (c *cells) next(item int) int { return int(c.owner[c.cell[c.start[item]]]) }

// leaveOut takes an option from those left of its items, and reports whether all of them
// still have as many as they need.
func (c *cells) leaveOut(o int) bool {
	c.trail = append(c.trail, int32(o))
	c.open--
	enough := true
	for k := c.p.start[o]; k < c.p.start[o+1]; k++ {
		i := c.p.items[k]
		c.size[i]--
		c.updates++
		at, last := c.place[k], c.start[i]+c.size[i]
		other := c.cell[last]
		c.cell[at], c.place[other] = other, at
		c.cell[last], c.place[k], c.from[k] = int32(k), last, at
		enough = enough && int(c.size[i]) >= c.need[i]
	}
	return enough
}

// choose chooses an option, and leaves out those for which an item has then no room. It
// reports whether no item lacks options.
func (c *cells) choose(o int) bool {
	items := c.p.Option(o)
	for _, i := range items {
		c.need[i]--
		c.room[i]--
	}
	enough := c.leaveOut(o)
	c.trail[len(c.trail)-1] = ^int32(o)
	c.chosen = append(c.chosen, o)
	c.cost += c.p.Cost(o)
	for _, i := range items {
		if !enough {
			break
		}
		if c.room[i] == 0 {
			enough = c.fill(i)
		}
	}
	return enough
}

// fill leaves out what is left of an item.
func (c *cells) fill(item int) bool {
	for c.size[item] > 0 {
		if !c.leaveOut(c.next(item)) {
			return false
		}
	}
	return true
}

// undo goes back to where the trail was so long.
func (c *cells) undo(length int) {
	for len(c.trail) > length {
		o := c.trail[len(c.trail)-1]
		c.trail = c.trail[:len(c.trail)-1]
		if o < 0 {
			o = ^o
			for _, i := range c.p.Option(int(o)) {
				c.need[i]++
				c.room[i]++
			}
			c.chosen = c.chosen[:len(c.chosen)-1]
			c.cost -= c.p.Cost(int(o))
		}
		c.open++
		for k := c.p.start[o]; k < c.p.start[o+1]; k++ {
			at, last := c.from[k], c.place[k]
			other := c.cell[at]
			c.cell[last], c.place[other] = other, last
			c.cell[at], c.place[k] = int32(k), at
			c.size[c.p.items[k]]++
		}
	}
}

// promising bounds how many more options are chosen, where a solution must cost less than
// the best or some item tells how many there are. All that items need together is needed
// from options of which each fulfils only so much: the largest of these numbers first, they
// tell how many it takes; or items that have no option in common do, each of which needs its own.
// And of the options left of an item with little room only so many
// fit: the items in turn, each over those that were in none before it, tell how many do.
func (c *cells) promising() bool {
	c.last = 0
	least, most := -1, -1
	for _, i := range c.everywhere {
		if c.room[i] < c.open {
			if least < 0 {
				least = c.takes()
			}
			if least > c.room[i] {
				return false
			}
			if c.room[i] > 1 {
				c.last = 0 // there may be more of them
			}
		}
		if c.need[i] > 0 {
			if most < 0 {
				most = c.fits()
			}
			if most < c.need[i] {
				return false
			}
		}
	}
	if !c.cheapest || c.best == math.MaxInt {
		return true
	}
	low, high := math.MaxInt, 0 // what the options left cost, and how many gain
	for i := range c.p.primary {
		for _, k := range c.left(i) {
			low = min(low, c.p.Cost(int(c.owner[k])))
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

// left are the nodes of the options left of an item.
func (c *cells) left(item int) []int32 {
	return c.cell[c.start[item]:][:c.size[item]]
}

// takes is how many options it takes at least to fulfil all needs.
func (c *cells) takes() int {
	clear(c.gains)
	needed, highest, once := 0, int32(0), true
	for i := range c.p.primary {
		once = once && c.need[i] <= 1
		if c.need[i] <= 0 || int(c.size[i]) == c.open { // what all options have tells nothing of them
			continue
		}
		needed += c.need[i]
		for _, k := range c.left(i) {
			o := c.owner[k]
			c.gains[o]++
			highest = max(highest, c.gains[o])
		}
	}
	if needed == 0 {
		return 0
	}
	number := make([]int, highest+1) // of options that gain so much
	for _, g := range c.gains {
		number[g]++
	}
	takes := 0
	for g := int(highest); g > 0; g-- {
		if once && g == needed && takes == 0 { // one of these is enough
			c.last = uint64(number[g])
		}
		if number[g]*g >= needed {
			return max(takes+(needed+g-1)/g, c.apart())
		}
		needed -= number[g] * g
		takes += number[g]
	}
	return takes // the options do not suffice, and this search has yet to see it
}

// apart is what items need that have no option in common, as they come.
func (c *cells) apart() (needed int) {
	c.calls++
items:
	for i := range c.p.primary {
		if c.need[i] <= 0 || int(c.size[i]) == c.open {
			continue
		}
		for _, k := range c.left(i) {
			if c.seen[c.owner[k]] == c.calls {
				continue items
			}
		}
		for _, k := range c.left(i) {
			c.seen[c.owner[k]] = c.calls
		}
		needed += c.need[i]
	}
	return needed
}

// fits is how many of the options left fit at most.
func (c *cells) fits() int {
	c.calls++
	fits, covered := 0, 0
	for i := range c.p.names {
		fresh := 0
		if c.room[i] >= int(c.size[i]) || int(c.size[i]) == c.open {
			continue
		}
		for _, k := range c.left(i) {
			if o := c.owner[k]; c.seen[o] != c.calls {
				c.seen[o] = c.calls
				fresh++
			}
		}
		covered += fresh
		fits += min(fresh, c.room[i])
	}
	return fits + c.open - covered
}

// estimate returns the fraction of the tree that has been searched if all branches of a
// node are equally large.
func (c *cells) estimate(level int) float64 {
	done, share := 0.0, 1.0
	for _, b := range c.branch[:level] {
		share /= float64(b[1])
		done += share * float64(min(b[0], b[1]-1))
	}
	return done
}

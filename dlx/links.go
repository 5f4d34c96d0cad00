package dlx

import "context"

// links is the structure that dances. Every item has a ring of the options
// that can still cover it, and the primary items that are not yet covered form
// a ring of their own. Covering unlinks from these rings; an unlinked element
// keeps its own pointers, so that it can be linked back at the same place.
//
// All headers are in one slice and all nodes in another: a search touches all
// of them over and over, and they must stay together in the cache.
type links struct {
	root    *header // the ring of primary items not yet covered
	headers []header
	nodes   []node
}

// A header stands for one item.
type header struct {
	ring        node // where the ring of the item's options starts and ends
	size        int  // options in the ring
	left, right *header
	sharp       bool // the name begins with '#'
}

// A node stands for one item in one option.
type node struct {
	up, down    *node // the ring of options of the same item
	left, right *node // the ring of items of the same option
	item        *header
	option      int
}

// newLinks links up all of p. Options without primary items are left out: they
// are in no solution and, as in Knuth's programs, no part of the work. Linking
// up millions of options takes seconds, so it gives up with ctx's error when
// ctx ends.
func newLinks(ctx context.Context, p *Problem) (*links, error) {
	l := &links{
		headers: make([]header, p.NumItems()+1),
		nodes:   make([]node, len(p.items)),
	}
	l.root = &l.headers[p.NumItems()]
	l.root.left, l.root.right = l.root, l.root
	for i := range p.NumItems() {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h := &l.headers[i]
		h.sharp = p.names[i][0] == '#'
		h.ring.item = h
		h.ring.up, h.ring.down = &h.ring, &h.ring
		// A secondary item is alone in a ring of its own, so that covering it
		// needs no special case and a search never branches on it.
		h.left, h.right = h, h
		if i < p.NumPrimary() {
			h.left, h.right = l.root.left, l.root
			h.link()
		}
	}
	for o := range p.NumOptions() {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p.hasPrimary(o) {
			l.addOption(o, p.Option(o), l.nodes[p.start[o]:p.start[o+1]])
		}
	}
	return l, nil
}

// addOption links option o into the rings of its items.
func (l *links) addOption(o int, items []int, nodes []node) {
	for k, i := range items {
		h, n := &l.headers[i], &nodes[k]
		n.item, n.option = h, o
		n.left = &nodes[(k+len(nodes)-1)%len(nodes)]
		n.right = &nodes[(k+1)%len(nodes)]
		n.up, n.down = h.ring.up, &h.ring
		n.up.down, n.down.up = n, n
		h.size++
	}
}

// link puts h back between its neighbours in the ring of items.
func (h *header) link() { h.left.right, h.right.left = h, h }

// unlink takes h out of the ring of items.
func (h *header) unlink() { h.left.right, h.right.left = h.right, h.left }

// cover takes the item out of the ring of items, and each of its options out
// of the rings of the option's other items: none of them can be chosen any
// more. It returns the number of updates: how often it unlinked something.
func (h *header) cover() uint64 {
	h.unlink()
	updates := uint64(1)
	end := &h.ring
	for o := end.down; o != end; o = o.down {
		for n := o.right; n != o; n = n.right {
			up, down := n.up, n.down
			up.down, down.up = down, up
			n.item.size--
			updates++
		}
	}
	return updates
}

// uncover undoes cover. Items must be uncovered in the reverse of the order in
// which they were covered.
func (h *header) uncover() {
	end := &h.ring
	for o := end.down; o != end; o = o.down {
		for n := o.right; n != o; n = n.right {
			up, down := n.up, n.down
			up.down, down.up = n, n
			n.item.size++
		}
	}
	h.link()
}

// coverOthers covers the items of n's option other than n's own, which must
// be covered already. It returns the number of updates.
func (n *node) coverOthers() uint64 {
	updates := uint64(0)
	for m := n.right; m != n; m = m.right {
		updates += m.item.cover()
	}
	return updates
}

// uncoverOthers undoes coverOthers.
func (n *node) uncoverOthers() {
	for m := n.left; m != n; m = m.left {
		m.item.uncover()
	}
}

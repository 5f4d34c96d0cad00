package dlx

import (
	"context"
	"errors"
	"unsafe"
)

// links is the data structure of dancing links. Every item has a ring of the options that can still
// cover it. An unlinked node keeps its own links, so that it can be linked back at the same place.
//
// All nodes are in one block of memory and link to each other by byte offsets. These links are half
// as large as pointers, which keeps the structure in the nearest cache, and changes need neither
// bounds checks nor write barriers of the garbage collector. The data that a node needs to unlink
// the rest of its option are next to its own links.
type links struct {
	arena
	nodes   []node // first one per item, in which its ring starts and ends, then the options' nodes
	sizes   []uint32
	more    []link // see node.more
	options []int32
	past    []link // the nodes whose options are unlinked, oldest first
	primary int
	updates uint64 // the number made so far
	long    bool   // some option has more than inNode+1 items, or there are colours
	*tint          // nil if there are no colours
}

// A link is the byte offset of a node in links.nodes.
type link uint32

// A node represents one item in one option.
type node struct {
	up, down link
	item     uint32
	others   uint32       // the number of other items of the option
	beside   [inNode]link // the first nodes of the other items
	more     uint32       // if there are more than inNode others, the index in links.more where their list starts
}

const (
	inNode   = 3
	nodeSize = link(unsafe.Sizeof(node{}))
	maxNodes = int(^link(0) / nodeSize)
)

var errTooLarge = errors.New("the problem is too large: its options have more than 134 million items")

// An arena holds the addresses of the nodes, of the sizes of their items, and of the trail.
type arena struct{ nodes, sizes, trails unsafe.Pointer }

// at returns the node at a link.
func (a arena) at(k link) *node { return (*node)(unsafe.Add(a.nodes, k)) }

// size returns a pointer to the number of options left of an item.
func (a arena) size(item uint32) *uint32 {
	return (*uint32)(unsafe.Add(a.sizes, 4*uintptr(item)))
}

// trail returns a pointer to entry i of the trail.
func (a arena) trail(i int) *link { return (*link)(unsafe.Add(a.trails, 4*i)) }

// unlink removes a node from its ring.
func (a arena) unlink(k link) {
	x := a.at(k)
	up, down := x.up, x.down
	a.at(up).down = down
	a.at(down).up = up
	*a.size(x.item)--
}

// relink undoes unlink.
func (a arena) relink(k link) {
	x := a.at(k)
	a.at(x.up).down = k
	a.at(x.down).up = k
	*a.size(x.item)++
}

// newLinks links all of p. It omits options without primary items: they are in no solution, and
// Knuth's programs do not count them as work either. Linking millions of options takes seconds, so
// newLinks checks ctx and returns its error when it ends.
func newLinks(ctx context.Context, p *Problem) (*links, error) {
	if p.NumItems()+len(p.items) > maxNodes {
		return nil, errTooLarge
	}
	l := &apart[links](1)[0]
	*l = links{
		nodes:   apart[node](p.NumItems() + len(p.items))[:p.NumItems()],
		sizes:   apart[uint32](p.NumItems()),
		options: make([]int32, 0, len(p.items)),
		past:    apart[link](len(p.items) + p.NumItems()),
		primary: p.primary,
		tint:    newTint(p),
		long:    p.colours != nil,
	}
	l.arena = arena{
		nodes:  unsafe.Pointer(unsafe.SliceData(l.nodes)),
		sizes:  unsafe.Pointer(unsafe.SliceData(l.sizes)),
		trails: unsafe.Pointer(unsafe.SliceData(l.past)),
	}
	for i := range l.nodes {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		ring := link(i) * nodeSize
		l.nodes[i] = node{up: ring, down: ring, item: uint32(i)}
	}
	for o := range p.NumOptions() {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p.hasPrimary(o) {
			l.addOption(o, p.Option(o))
			if p.colours != nil {
				l.tintOption(p.colours[p.start[o]:p.start[o+1]])
			}
		}
	}
	return l, nil
}

// addOption links option o into the rings of its items.
func (l *links) addOption(o int, items []int) {
	n := link(len(items))
	first := link(len(l.nodes)) * nodeSize
	more := uint32(len(l.more))
	if n-1 > inNode {
		l.long = true
		// For every node this list contains the other nodes right after it, cyclically.
		for k := range 2*n - 1 {
			l.more = append(l.more, first+k%n*nodeSize)
		}
	}
	for k, i := range items {
		ring := l.at(link(i) * nodeSize)
		me := first + link(k)*nodeSize
		x := node{up: ring.up, down: link(i) * nodeSize, item: uint32(i), others: uint32(n - 1)}
		for j := range min(inNode, n-1) {
			x.beside[j] = first + (link(k)+1+j)%n*nodeSize
		}
		x.more = more + uint32(k) + 1
		l.nodes = append(l.nodes, x)
		l.options = append(l.options, int32(o))
		l.at(ring.up).down, ring.up = me, me
		*l.size(uint32(i))++
	}
}

// option returns the option that the node belongs to.
func (l *links) option(k link) int { return int(l.options[int(k/nodeSize)-len(l.sizes)]) }

// others returns the nodes of the other items of x's option.
func (l *links) others(x *node) []link {
	if x.others <= inNode {
		return x.beside[:x.others]
	}
	return l.more[x.more:][:x.others]
}

// cover unlinks each option in the ring from the rings of its other items, because none of them can
// be chosen any more. It writes the options to the trail from position end on, and returns the new
// end.
func (l *links) cover(ring link, end int) int {
	if l.long {
		return l.coverLong(ring, end)
	}
	a := l.arena
	updates := l.updates
	for k := a.at(ring).down; k != ring; {
		x := a.at(k)
		*a.trail(end) = k
		end++
		updates += uint64(x.others)
		if x.others == inNode {
			a.unlink(x.beside[0])
			a.unlink(x.beside[1])
			a.unlink(x.beside[2])
		} else {
			a.unlinkFew(x)
		}
		k = x.down
	}
	l.updates = updates
	return end
}

// coverOthers covers the items of x's option other than x's own. It returns the new end of the
// trail.
func (l *links) coverOthers(x *node, end int) int {
	if l.tint != nil {
		return l.commit(x, end)
	}
	if l.long {
		l.updates += uint64(x.others)
		for _, other := range l.others(x) {
			end = l.coverLong(link(l.at(other).item)*nodeSize, end)
		}
		return end
	}
	// The loop does the same as cover for each item, with one function call less.
	a := l.arena
	updates := l.updates + uint64(x.others)
	for i := range min(x.others, inNode) {
		ring := link(a.at(x.beside[i]).item) * nodeSize
		for k := a.at(ring).down; k != ring; {
			y := a.at(k)
			*a.trail(end) = k
			end++
			updates += uint64(y.others)
			if y.others == inNode {
				a.unlink(y.beside[0])
				a.unlink(y.beside[1])
				a.unlink(y.beside[2])
			} else {
				a.unlinkFew(y)
			}
			k = y.down
		}
	}
	l.updates = updates
	return end
}

// uncover links back the trail's entries from start to end.
func (l *links) uncover(start, end int) {
	if l.long {
		l.uncoverLong(start, end)
		return
	}
	a := l.arena
	for end > start {
		end--
		x := a.at(*a.trail(end))
		if x.others == inNode {
			a.relink(x.beside[0])
			a.relink(x.beside[1])
			a.relink(x.beside[2])
		} else {
			a.relinkFew(x)
		}
	}
}

// unlinkFew unlinks the others of x if there are fewer than inNode.
func (a arena) unlinkFew(x *node) {
	switch x.others {
	case 2:
		a.unlink(x.beside[1])
		fallthrough
	case 1:
		a.unlink(x.beside[0])
	}
}

// relinkFew undoes unlinkFew.
func (a arena) relinkFew(x *node) {
	switch x.others {
	case 2:
		a.relink(x.beside[1])
		fallthrough
	case 1:
		a.relink(x.beside[0])
	}
}

// coverLong is cover for options that may have more items than fit into a node, or colours.
func (l *links) coverLong(ring link, end int) int {
	if l.tint != nil {
		return l.coverTinted(ring, end)
	}
	a := l.arena
	for k := a.at(ring).down; k != ring; k = a.at(k).down {
		x := a.at(k)
		*a.trail(end) = k
		end++
		l.updates += uint64(x.others)
		for _, other := range l.others(x) {
			a.unlink(other)
		}
	}
	return end
}

// uncoverLong undoes coverLong.
func (l *links) uncoverLong(start, end int) {
	if l.tint != nil {
		l.uncoverTinted(start, end)
		return
	}
	for end > start {
		end--
		for _, other := range l.others(l.at(*l.trail(end))) {
			l.relink(other)
		}
	}
}

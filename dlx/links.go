package dlx

import (
	"context"
	"errors"
	"unsafe"
)

// links is the structure that dances. Every item has a ring of the options
// that can still cover it; an unlinked node keeps its own links, so that it can
// be linked back at the same place.
//
// All nodes lie in one block of memory and link to each other by their
// distance from its start. Half as large as pointers, these links keep the
// whole structure in the nearest cache, and neither bounds nor the garbage
// collector's write barrier stand in the way of a change. What a node needs to
// unlink the rest of its option lies beside its own links.
type links struct {
	arena
	nodes   []node // the items' own, in which their rings start and end, then the options'
	sizes   []uint32
	more    []link // see node.more
	options []int32
	past    []link // the nodes whose options are out of the rings, oldest first
	primary int
	updates uint64 // made so far
	long    bool   // some option has more others than fit into a node
}

// A link is the distance of a node from the start of links.nodes, in bytes.
type link uint32

// A node stands for one item in one option.
type node struct {
	up, down link
	item     uint32
	others   uint32       // how many other items the option has
	beside   [inNode]link // the first of the nodes that stand for them
	more     uint32       // where all of them start in links.more, if there are more than that
}

const (
	inNode   = 3
	nodeSize = link(unsafe.Sizeof(node{}))
	maxNodes = int(^link(0) / nodeSize)
)

var errTooLarge = errors.New("the problem is too large: its options have more than 134 million items")

// An arena is where the nodes and the sizes of their items begin.
type arena struct{ nodes, sizes, trails unsafe.Pointer }

// at returns the node at a link.
func (a arena) at(k link) *node { return (*node)(unsafe.Add(a.nodes, k)) }

// size returns the number of options left of an item.
func (a arena) size(item uint32) *uint32 {
	return (*uint32)(unsafe.Add(a.sizes, 4*uintptr(item)))
}

// trail returns a place of the trail.
func (a arena) trail(i int) *link { return (*link)(unsafe.Add(a.trails, 4*i)) }

// unlink takes one node out of its ring.
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

// newLinks links up all of p. Options without primary items are left out: they
// are in no solution and, as in Knuth's programs, no part of the work. Linking
// up millions of options takes seconds, so it gives up with ctx's error when
// ctx ends.
func newLinks(ctx context.Context, p *Problem) (*links, error) {
	if p.NumItems()+len(p.items) > maxNodes {
		return nil, errTooLarge
	}
	l := &apart[links](1)[0]
	*l = links{
		nodes:   apart[node](p.NumItems() + len(p.items))[:p.NumItems()],
		sizes:   apart[uint32](p.NumItems()),
		options: make([]int32, 0, len(p.items)),
		past:    apart[link](len(p.items)),
		primary: p.primary,
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
	used := 0
	for o := range p.NumOptions() {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p.hasPrimary(o) {
			l.addOption(o, p.Option(o))
			used++
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
		// Every node's others follow it in this list, around the end.
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

// option returns the option of which the node is a part.
func (l *links) option(k link) int { return int(l.options[int(k/nodeSize)-len(l.sizes)]) }

// others returns the nodes that stand for the other items of x's option.
func (l *links) others(x *node) []link {
	if x.others <= inNode {
		return x.beside[:x.others]
	}
	return l.more[x.more:][:x.others]
}

// cover takes each option in the ring out of the rings of the option's other
// items: none of them can be chosen any more. It writes the options to the
// trail from place end on, and returns the new end.
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

// coverOthers covers the items of x's option other than its own.
func (l *links) coverOthers(x *node, end int) int {
	if l.long {
		l.updates += uint64(x.others)
		for _, other := range l.others(x) {
			end = l.coverLong(link(l.at(other).item)*nodeSize, end)
		}
		return end
	}
	// The same as cover for each of them, but one function call less for each.
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

// uncover links back what the trail holds from place start to end.
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

// unlinkFew unlinks the others of x where they do not fill the node.
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

// coverLong is cover where options may have more items than fit into a node.
func (l *links) coverLong(ring link, end int) int {
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
	for end > start {
		end--
		for _, other := range l.others(l.at(*l.trail(end))) {
			l.relink(other)
		}
	}
}

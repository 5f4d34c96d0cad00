package dlx

import "unsafe"

// A tint is the part of links that handles colours, as in Knuth's Algorithm C (The Art of Computer
// Programming 4B, section 7.2.2.1). The first chosen option that gives an item a colour settles the
// item: the other options of the item that do not give it this colour are unlinked from the rings
// of their other items. All options that remain in the ring of a settled item agree on its colour,
// so the item restricts nothing more. Until it is free again, its ring is not read, and the ring
// keeps nodes whose options are unlinked from other rings.
//
// If an item was settled, the trail has an entry for it: the link of the head of its ring, which is
// a node of no option.
type tint struct {
	shades  []colour // of the options' nodes
	spans   []span   // the range of nodes of the option, for each of the options' nodes
	settled []bool   // by item
}

// A span is the nodes from first up to end, which lie side by side.
type span struct{ first, end link }

func newTint(p *Problem) *tint {
	if p.colours == nil {
		return nil
	}
	return &tint{settled: apart[bool](p.NumItems()), shades: make([]colour, 0, len(p.items)), spans: make([]span, 0, len(p.items))}
}

// tintOption adds the colours of the option linked last.
func (l *links) tintOption(colours []colour) {
	end := link(len(l.nodes)) * nodeSize
	for _, c := range colours {
		l.shades = append(l.shades, c)
		l.spans = append(l.spans, span{end - link(len(colours))*nodeSize, end})
	}
}

// shade returns the colour that a node's option gives to its item.
func (l *links) shade(k link) colour { return l.shades[int(k/nodeSize)-len(l.sizes)] }

// commit is called after x's option was chosen. It covers the other items of the option that have
// no colour, and settles those that have a colour and are not settled yet. It returns the new end
// of the trail.
func (l *links) commit(x *node, end int) int {
	for _, other := range l.others(x) {
		item := l.at(other).item
		switch c := l.shade(other); {
		case c == 0:
			l.updates++
			end = l.coverTinted(link(item)*nodeSize, end)
		case !l.settled[item]:
			end = l.settle(item, c, end)
		}
	}
	return end
}

// settle gives the item the colour c: it unlinks the options that do not give it this colour. Knuth
// calls this purify.
func (l *links) settle(item uint32, c colour, end int) int {
	ring := link(item) * nodeSize
	*l.trail(end) = ring
	end++
	l.settled[item] = true
	for k := l.at(ring).down; k != ring; k = l.at(k).down {
		if l.shade(k) != c {
			end = l.hide(k, end)
		}
	}
	return end
}

// coverTinted is cover for problems with colours.
func (l *links) coverTinted(ring link, end int) int {
	for k := l.at(ring).down; k != ring; k = l.at(k).down {
		end = l.hide(k, end)
	}
	return end
}

// hide unlinks the option of node k from the rings of its other items that are not settled. It
// returns the new end of the trail.
func (l *links) hide(k link, end int) int {
	a := l.arena
	*a.trail(end) = k
	settled := unsafe.Pointer(unsafe.SliceData(l.settled))
	option := l.spans[int(k/nodeSize)-len(l.sizes)]
	updates := l.updates
	for m := option.first; m < option.end; m += nodeSize {
		if x := a.at(m); m != k && !*(*bool)(unsafe.Add(settled, x.item)) {
			up, down := x.up, x.down
			a.at(up).down = down
			a.at(down).up = up
			*a.size(x.item)--
			updates++
		}
	}
	l.updates = updates
	return end + 1
}

// uncoverTinted undoes the entries of the trail from start to end, last first.
func (l *links) uncoverTinted(start, end int) {
	a := l.arena
	settled := unsafe.Pointer(unsafe.SliceData(l.settled))
	rings := link(len(l.sizes)) * nodeSize
	for end > start {
		end--
		k := *a.trail(end)
		if k < rings {
			l.settled[k/nodeSize] = false
			continue
		}
		option := l.spans[int(k/nodeSize)-len(l.sizes)]
		for m := option.first; m < option.end; m += nodeSize {
			if x := a.at(m); m != k && !*(*bool)(unsafe.Add(settled, x.item)) {
				a.at(x.up).down = m
				a.at(x.down).up = m
				*a.size(x.item)++
			}
		}
	}
}

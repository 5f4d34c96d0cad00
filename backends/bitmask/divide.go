package bitmask

import (
	"slices"

	"nqueens"
	"nqueens/backends/internal/relax"
)

// Where probing closes squares of a board it closes many more once a piece stands, and with some pieces the
// relaxation has no solution: so of three of four boards of 30 ranks with trees of 2·10¹⁰ to 7·10¹⁰ nodes. So such a
// tree is divided by the squares of the line that the search would fill first, each part is probed by
// itself, and divided again where it is as large.

const (
	// dividing is how many nodes a tree to be divided has for each line.
	dividing = 50_000_000
	// closedShare is one part of how many squares are closed then.
	closedShare = 64
)

// worthDividing reports whether a tree with so many nodes left is to be divided once so many squares are closed.
func (x *relaxer) worthDividing(nodes float64, closed int64) bool {
	return x.region.kinds == 2 && nodes > x.large && closed*closedShare > int64(len(x.region.open))
}

// divide is the parts, by the squares of a line, of what is left of a region after probing, without those that the
// relaxation refutes, and how many nodes they have together.
func (x *relaxer) divide(whole, left region) (parts []region, nodes float64) {
	for _, s := range left.narrowest() {
		part, closed, possible := x.probed(left.with(s))
		if !possible {
			continue
		}
		// With fewer squares the search fills other lines, and the tree may be larger.
		before := whole.with(s)
		within, size := []region{part}, x.size(part)
		if n := x.size(before); n < size {
			within, size = []region{before}, n
		}
		if x.worthDividing(size, closed) {
			if smaller, n := x.divide(before, part); n < size {
				within, size = smaller, n
			}
		}
		parts, nodes = append(parts, within...), nodes+size
	}
	return parts, nodes
}

// size is about how many nodes the search of a region takes.
func (x *relaxer) size(r region) float64 { return r.pack().estimate(descents, 1, x.stop) }

// narrowest is the squares of the first of the lines with the fewest.
func (r region) narrowest() (fewest []nqueens.Square) {
	chains := r.chains()
	for i, l := range r.lines {
		var along []nqueens.Square
		for s := range chains[l.kind].squares(l.index) {
			along = append(along, r.open[s])
		}
		if i == 0 || len(along) < len(fewest) {
			fewest = along
		}
	}
	return fewest
}

// with is what is left of the region with a piece on one of its squares.
func (r region) with(s nqueens.Square) region {
	chains := r.chains()
	gone := make([]bool, len(r.open))
	for other := range r.attacked(slices.Index(r.open, s), chains) {
		gone[other] = true
	}
	left := r.keeping(func(i int) bool { return !gone[i] })
	left.lines = slices.DeleteFunc(slices.Clone(r.lines), func(l line) bool { return chains[l.kind].key(s) == l.index })
	left.given = append(slices.Clone(r.given), nqueens.Placement{Square: s})
	return left
}

// keeping is the region with those of its open squares, by number, that are to stay.
func (r region) keeping(stays func(int) bool) region {
	open := make([]nqueens.Square, 0, len(r.open))
	for i, s := range r.open {
		if stays(i) {
			open = append(open, s)
		}
	}
	r.open = open
	return r
}

// without is the region less the squares on which its relaxation has no piece.
func (r region) without(of *relax.Relaxation) region {
	return r.keeping(func(i int) bool { return !of.Fixed(i) })
}

// probed is what probing leaves of a part, as long as it pays, and how many squares it closed, unless the
// relaxation refutes the part.
func (x *relaxer) probed(part region) (left region, closed int64, possible bool) {
	of := relax.New(part.relaxation())
	of.Solver.Stop = x.stop.Load
	before := x.looked.probes
	defer func() { x.within += of.Solver.Pivots }()
	if _, _, refuted := of.Solve(); refuted {
		return part, 0, false
	}
	whole := x.size(part)
	if whole == 0 { // a line has no square left, which takes the search no time
		return part, 0, true
	}
	smaller, known, ended := whole, closed, false
	enough := func() bool {
		if ended = ended || x.stop.Load(); ended {
			return true
		}
		if x.looked.probes++; (x.looked.probes-before)%atOnce == 0 {
			if known < closed {
				known, smaller = closed, x.size(part.without(of))
			}
			ended = x.nodesFor(of.Solver.Pivots) > x.affordable(whole, closed, smaller/whole)
		}
		return ended
	}
	for again := true; again && !ended; {
		_, again = of.Probe(enough, func(int, relax.Refutation) { closed++; x.looked.removed++ })
		if again {
			if _, _, refuted := of.Solve(); refuted {
				return part, closed, false
			}
		}
	}
	return part.without(of), closed, true
}

// nodesFor is how many nodes the time of so many pivots is worth.
func (x *relaxer) nodesFor(pivots int64) float64 {
	return float64(x.cost) / float64(x.rows()) * float64(pivots)
}

package bitmask

import (
	"iter"
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

// along is the open squares of each line.
func (r region) along() iter.Seq[[]nqueens.Square] {
	chains := r.chains()
	return func(yield func([]nqueens.Square) bool) {
		for _, l := range r.lines {
			var along []nqueens.Square
			for s := range chains[l.kind].squares(l.index) {
				along = append(along, r.open[s])
			}
			if !yield(along) {
				return
			}
		}
	}
}

// narrowest is the squares of the first of the lines with the fewest.
func (r region) narrowest() (fewest []nqueens.Square) {
	first := true
	for along := range r.along() {
		if first || len(along) < len(fewest) {
			first, fewest = false, along
		}
	}
	return fewest
}

// dead reports whether a line has no square left.
func (r region) dead() bool { return len(r.lines) > 0 && len(r.narrowest()) == 0 }

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
	if part.dead() { // which takes the search no time
		return part, 0, true
	}
	var whole, smaller float64
	known, before := int64(0), x.looked.probes
	left, closed, possible = x.probing(part, func(of *relax.Relaxation, closed int64) bool {
		if x.stop.Load() {
			return true
		}
		if whole == 0 {
			whole = x.size(part)
			smaller = whole
		}
		if (x.looked.probes-before)%atOnce != 0 {
			return false
		}
		if known < closed {
			known, smaller = closed, x.size(part.without(of))
		}
		return x.nodesFor(of.Solver.Pivots) > x.affordable(whole, closed, smaller/whole)
	})
	x.looked.removed += closed
	return left, closed, possible
}

// probing is what probes leave of a part until one is enough, after each of which it is asked, or nothing more
// closes, and how many squares they closed, unless the relaxation refutes the part.
func (x *relaxer) probing(part region, enough func(of *relax.Relaxation, closed int64) bool) (left region, closed int64, possible bool) {
	of := relax.New(part.relaxation())
	of.Solver.Stop = x.stop.Load
	defer func() { x.within += of.Solver.Pivots }()
	_, _, refuted := of.Solve()
	ended := false
	for again := true; again && !ended && !refuted; {
		_, again = of.Probe(func() bool {
			if !ended {
				x.looked.probes++
				ended = enough(of, closed)
			}
			return ended
		}, func(int, relax.Refutation) { closed++ })
		if again {
			_, _, refuted = of.Solve()
		}
	}
	if refuted {
		return part, closed, false
	}
	return part.without(of), closed, true
}

// nodesFor is how many nodes the time of so many pivots is worth.
func (x *relaxer) nodesFor(pivots int64) float64 {
	return float64(x.cost) / float64(x.rows()) * float64(pivots)
}

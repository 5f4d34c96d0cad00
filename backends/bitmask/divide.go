package bitmask

import (
	"iter"
	"slices"

	"nqueens"
	"nqueens/backends/internal/relax"
)

// On some boards probing closes few squares at first, but many more once a piece stands, and the
// relaxation is infeasible with some pieces. This was so on three of four boards of 30 ranks with
// trees of 2·10¹⁰ to 7·10¹⁰ nodes. Such a tree is divided by the squares of the line that the
// search would fill first. Each part is probed separately, and divided again if it is still large.

const (
	// dividing is the minimum size of a tree to be divided: its number of nodes divided by the
	// number of lines to fill.
	dividing = 50_000_000
	// A tree is only divided if probing closed more than 1/closedShare of the open squares.
	closedShare = 64
)

// worthDividing reports whether a tree with the given number of remaining nodes should be divided
// after the given number of squares was closed.
func (x *relaxer) worthDividing(nodes float64, closed int64) bool {
	return x.region.kinds == 2 && nodes > x.large && closed*closedShare > int64(len(x.region.open))
}

// divide divides a region after probing into parts, one for each open square of the line with the
// fewest squares. It returns the parts that the relaxation does not refute, and their total number
// of nodes. whole is the region before probing, left the region after it.
func (x *relaxer) divide(whole, left region) (parts []region, nodes float64) {
	for _, s := range left.narrowest() {
		part, closed, possible := x.probed(left.with(s))
		if !possible {
			continue
		}
		// The part as it was before probing: with fewer squares the search fills other lines, and
		// the tree may be larger.
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

// size returns an estimate of the number of nodes of the search of a region.
func (x *relaxer) size(r region) float64 { return r.pack().estimate(descents, 1, x.stop) }

// along iterates over the open squares of each line.
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

// narrowest returns the squares of the first line with the fewest squares.
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

// with returns the region that is left after placing a piece on one of its squares.
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

// keeping returns the region with only those open squares, by number, for which stays returns true.
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

// without returns the region without the squares on which no solution of the relaxation has a
// piece.
func (r region) without(of *relax.Relaxation) region {
	return r.keeping(func(i int) bool { return !of.Fixed(i) })
}

// probed probes a part as long as that is worthwhile. It returns the remaining region, the number
// of squares closed, and false if the relaxation refutes the part.
func (x *relaxer) probed(part region) (left region, closed int64, possible bool) {
	if part.dead() { // the search finds that out at once
		return part, 0, true
	}
	var whole, smaller float64
	known, before := int64(0), x.relaxStats.probes
	left, closed, possible = x.probing(part, func(of *relax.Relaxation, closed int64) bool {
		if x.stop.Load() {
			return true
		}
		if whole == 0 {
			whole = x.size(part)
			smaller = whole
		}
		if (x.relaxStats.probes-before)%atOnce != 0 {
			return false
		}
		if known < closed {
			known, smaller = closed, x.size(part.without(of))
		}
		return x.nodesFor(of.Solver.Pivots) > x.affordable(whole, closed, smaller/whole)
	})
	x.relaxStats.removed += closed
	return left, closed, possible
}

// probing probes a part until enough returns true or nothing more can be closed. It calls enough
// after each probe. It returns the remaining region, the number of squares closed, and false if the
// relaxation refutes the part.
func (x *relaxer) probing(part region, enough func(of *relax.Relaxation, closed int64) bool) (left region, closed int64, possible bool) {
	of := relax.New(part.relaxation())
	of.Solver.Stop = x.stop.Load
	defer func() { x.within += of.Solver.Pivots }()
	_, _, refuted := of.Solve()
	ended := false
	for again := true; again && !ended && !refuted; {
		_, again = of.Probe(func() bool {
			if !ended {
				x.relaxStats.probes++
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

// nodesFor returns the number of nodes that the search visits in the time of the given number of
// pivots.
func (x *relaxer) nodesFor(pivots int64) float64 {
	return float64(x.cost) / float64(x.rows()) * float64(pivots)
}

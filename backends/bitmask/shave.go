package bitmask

import (
	"nqueens"
	"nqueens/backends/internal/relax"
)

// A square that probing leaves open may still be refuted: with a piece on it, probing closes other
// squares, and then more, until none is left. This is shaving, a term of P. Martin and D. Shmoys
// for time intervals (A new approach to computing optimal schedules for the job-shop scheduling
// problem, 1996). Testing one square takes as many relaxations as there are squares, which is
// worthwhile for trees of 10¹¹ nodes and more: a tree of 8·10¹² nodes on 34 ranks, 3·10¹² after
// probing, was reduced to 8·10¹⁰.

// A square that was tried is tried again only after at least 1/again of the squares that were open
// at that time have been closed.
const again = 16

// shave closes squares of the region after probing as long as worth returns true for the estimated
// size of the remaining tree. spent returns the cost so far in nodes. shave returns an estimate of
// the number of nodes that the search then takes. Squares on lines with few squares come first,
// because they close most.
func (x *relaxer) shave(smaller float64, spent func() float64, worth func(smaller float64) bool) float64 {
	tried := make(map[nqueens.Square]int) // number of open squares when the square was tried
	wanted := func(s nqueens.Square) bool {
		open, before := tried[s]
		return !before || (open-len(x.left.open))*again >= open
	}
	for gained := spent(); worth(smaller) && spent()-gained <= smaller/gain; {
		s, ok := x.left.narrow(wanted)
		if !ok {
			break
		}
		if tried[s] = len(x.left.open); x.possible(x.left.with(s)) {
			continue
		}
		left, closed, possible := x.probing(x.left.keeping(func(i int) bool { return x.left.open[i] != s }), x.patient)
		if x.relaxStats.removed += 1 + closed; !possible {
			x.refuted()
			return 0
		}
		x.left, smaller, gained = left, x.size(left), spent()
	}
	return smaller
}

// possible reports whether complete probing does not refute a part.
func (x *relaxer) possible(part region) bool {
	if part.dead() {
		return false
	}
	_, _, possible := x.probing(part, x.patient)
	return possible
}

// patient is a condition for probing that ends it only if the search is stopped.
func (x *relaxer) patient(*relax.Relaxation, int64) bool { return x.stop.Load() }

// narrow returns an open square for which wanted returns true, on a line with as few squares as
// possible.
func (r region) narrow(wanted func(nqueens.Square) bool) (narrow nqueens.Square, ok bool) {
	fewest := len(r.open) + 1
	for along := range r.along() {
		if len(along) >= fewest {
			continue
		}
		for _, s := range along {
			if wanted(s) {
				narrow, ok, fewest = s, true, len(along)
				break
			}
		}
	}
	return narrow, ok
}

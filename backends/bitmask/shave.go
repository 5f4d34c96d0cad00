package bitmask

import (
	"nqueens"
	"nqueens/backends/internal/relax"
)

// What probing leaves open may still be refuted: with a piece on such a square probing closes others, and once those are closed
// more, until nothing is left (shaving, as P. Martin and D. Shmoys call it of intervals of time: A new approach to computing
// optimal schedules for the job-shop scheduling problem, 1996). That takes as many relaxations as there are squares
// for one of them, and pays for trees of 10¹¹ nodes and more: of 34 ranks a tree of 8·10¹² nodes, 3·10¹² after probing, came to 8·10¹⁰.

// again is which part of the squares must have been closed since a square was tried for another try.
const again = 16

// shave closes squares of what is left after probing as long as that pays, by what has been spent, in nodes, and
// returns about how many nodes the search then takes. Squares on narrow lines come first: they close most.
func (x *relaxer) shave(smaller float64, spent func() float64, worth func(smaller float64) bool) float64 {
	tried := make(map[nqueens.Square]int) // how many squares were open then
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
		if x.looked.removed += 1 + closed; !possible {
			x.refuted()
			return 0
		}
		x.left, smaller, gained = left, x.size(left), spent()
	}
	return smaller
}

// possible reports whether probing to its end does not refute a part.
func (x *relaxer) possible(part region) bool {
	if part.dead() {
		return false
	}
	_, _, possible := x.probing(part, x.patient)
	return possible
}

// patient ends probing only if the search is stopped.
func (x *relaxer) patient(*relax.Relaxation, int64) bool { return x.stop.Load() }

// narrow is an open square that is wanted, on a line with as few of all as can be.
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

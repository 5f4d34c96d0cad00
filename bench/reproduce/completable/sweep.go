package completable

import (
	"math/bits"
	"slices"
)

// sweep looks at the placements with two queens more than the prefix.
func (w *surveyor) sweep(l *level, solutions []uint32, mates int) bool {
	if w.stopped() {
		return false
	}
	w.file(solutions)
	free := w.levels[w.k-2].free
	for i, word := range l.free {
		for ; word != 0; word &= word - 1 {
			p := i<<6 | bits.TrailingZeros64(word)
			w.after(free, l.free, p)
			w.count(free, mates, p)
			w.strike(free, p)
			for j := range free {
				for free[j] != 0 {
					q := j<<6 | bits.TrailingZeros64(free[j])
					w.prefix = append(w.prefix, int(w.squares[p]), int(w.squares[q]))
					goOn := w.complete()
					w.prefix = w.prefix[:len(w.prefix)-2]
					if !goOn {
						return false
					}
					w.addFound(free)
				}
			}
		}
	}
	return true
}

// file makes the sets of solutions with a queen on each place.
func (w *surveyor) file(solutions []uint32) {
	places := len(w.squares)
	w.filed = len(solutions)
	chunks := (w.filed + 63) / 64
	w.with = slices.Grow(w.with[:0], chunks*places)[:chunks*places]
	clear(w.with)
	for i, at := range solutions {
		chunk, bit := w.with[i/64*places:(i/64+1)*places], uint64(1)<<(i%64)
		for _, p := range w.queens[at:] {
			if p == end {
				break
			}
			chunk[p] |= bit
		}
	}
}

// strike takes from a set of places those that stand in a solution together
// with p.
func (w *surveyor) strike(free []uint64, p int) {
	places := len(w.squares)
	for from := 0; from < len(w.with); from += places {
		chunk := w.with[from : from+places]
		with := chunk[p]
		if with == 0 {
			continue
		}
		left := uint64(0)
		for i := p >> 6; i < len(free); i++ {
			word := free[i]
			for m := word; m != 0; m &= m - 1 {
				bit := bits.TrailingZeros64(m)
				both := chunk[i<<6|bit] & with
				word &^= (both | -both) >> 63 << bit // without a branch: it would be a guess
			}
			free[i] = word
			left |= word
		}
		if left == 0 {
			return
		}
	}
}

// addFound files the solution just found, and takes its queens from the set.
func (w *surveyor) addFound(free []uint64) {
	places := len(w.squares)
	if w.filed%64 == 0 {
		w.with = append(w.with, make([]uint64, places)...)
	}
	chunk, bit := w.with[w.filed/64*places:], uint64(1)<<(w.filed%64)
	w.filed++
	for _, s := range w.search.queens[:w.n] {
		if p := w.place[s]; p >= 0 {
			chunk[p] |= bit
			free[p>>6] &^= 1 << (p & 63)
		}
	}
}

// count tallies the placements of the prefix, a queen on p and one on a free
// place after it.
func (w *surveyor) count(free []uint64, mates, p int) {
	if p < w.same {
		mates++
		for q := p + 1; q < w.same; q++ {
			if free[0]>>q&1 != 0 {
				w.tally[mates+1]++
				w.tally[mates]--
			}
		}
	}
	for _, word := range free {
		w.tally[mates] += uint64(bits.OnesCount64(word))
	}
}

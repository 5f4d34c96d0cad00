package completable

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/internal/journal"
)

// surveyor examines the placements with a given root: those with a queen on the root and none on a
// square of an earlier orbit. Every placement has an image that some root covers: the root of the
// earliest orbit on which the placement has a queen. The remaining squares are numbered; the
// numbers are called places: first the rest of the root's orbit, then the other squares.
type surveyor struct {
	*search
	k      int
	pool   *pool
	result part

	squares []int16  // the square at each place
	place   []int16  // the place of each square; −1 for squares left out
	same    int      // number of places in the root's orbit
	words   int      // machine words of a set of places
	clear   []uint64 // for each place, the places that a queen on it does not attack

	// queens has the places of each solution of the pool with a queen on the root, in order, each followed by
	// the mark end. A solution is identified by the index in queens where its queens after the prefix begin.
	queens []uint16
	near   []uint16 // queens of the solutions with the first two queens of the prefix
	nearAt []uint32
	levels []level
	// with has, for each place, a bit set of up to 64 solutions with the prefix that have a queen there.
	// filed is the number of these solutions.
	with   []uint64
	filed  int
	prefix []int    // squares of the placed queens, the root first
	tally  []uint64 // number of examined placements, by their number of queens in the root's orbit
}

const end = 1<<16 - 1

// level is the state for one queen of the prefix.
type level struct {
	free []uint64 // later places that the prefix does not attack
	// Bucket p has the solutions with a queen on place p: found[from[p]:from[p+1]].
	from, found []uint32
}

func newSurveyor(ctx context.Context, b *board, k int, p *pool) *surveyor {
	return &surveyor{search: newSearch(ctx, b), k: k, pool: p, levels: make([]level, k)}
}

// survey examines the placements with the root. If the context has ended, only a counterexample in the result
// is valid.
func (w *surveyor) survey(root int, seed uint64) part {
	w.random = rand.NewPCG(seed, uint64(root)+1)
	w.nodes = 0
	w.result = part{}
	w.tally = make([]uint64, w.k+1)
	w.prefix = append(w.prefix[:0], root)
	w.number(root)
	all := w.gather(root)
	free := w.levels[0].free
	for p, s := range w.squares {
		if !w.attack(root, int(s)) {
			free[p>>6] |= 1 << (p & 63)
		}
	}
	w.extend(0, all, 1)
	for m, count := range w.tally[1:] {
		w.result.Looked += count
		w.result.Placements += count * uint64(w.orbitSize(root)) / uint64(m+1)
	}
	w.result.Nodes = w.nodes
	return w.result
}

// extend examines the placements that begin with the present prefix. depth is the number of queens of
// the prefix minus one; mates is how many of them stand on squares to which a symmetry maps that of
// the first queen; solutions are the numbers of the solutions that contain the prefix. It returns
// false to stop.
func (w *surveyor) extend(depth int, solutions []uint32, mates int) bool {
	l := &w.levels[depth]
	switch w.k - len(w.prefix) {
	case 0:
		w.tally[mates]++
		return w.complete()
	case 2:
		if len(w.pool.squares) > 0 {
			return w.sweep(l, solutions, mates)
		}
	}
	w.sort(l, solutions)
	next := &w.levels[depth+1]
	for i, word := range l.free {
		for ; word != 0; word &= word - 1 {
			p := i<<6 | bits.TrailingZeros64(word)
			w.after(next.free, l.free, p)
			m := mates
			if p < w.same {
				m++
			}
			w.prefix = append(w.prefix, int(w.squares[p]))
			solutions := l.found[l.from[p]:l.from[p+1]]
			far := w.queens
			if depth == 0 {
				solutions = w.bringNear(solutions)
			}
			goOn := w.extend(depth+1, solutions, m)
			w.queens = far
			w.prefix = w.prefix[:len(w.prefix)-1]
			if !goOn {
				return false
			}
		}
	}
	return true
}

// complete searches a solution with the prefix, and reports whether there is one. If there is none,
// the prefix becomes the counterexample.
func (w *surveyor) complete() bool {
	w.result.Completed++
	if !w.decide(w.prefix) {
		if !w.gaveUp {
			w.result.Counterexample = w.board.squares(w.prefix)
		}
		return false
	}
	return true
}

// sweep examines the placements with two queens more than the prefix. It returns false to stop.
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

// file computes the set of solutions with a queen on each place.
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

// strike removes from a set of places those that are in a solution together with p.
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
				word &^= (both | -both) >> 63 << bit // without a branch, which could not be predicted
			}
			free[i] = word
			left |= word
		}
		if left == 0 {
			return
		}
	}
}

// addFound adds the solution just found to the sets of solutions by place, and removes its queens
// from the set free.
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

// count adds the placements of the prefix, a queen on p and one on a free place after it to the tally.
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

// number assigns places to the squares.
func (w *surveyor) number(root int) {
	w.squares = w.squares[:0]
	for s := range w.n * w.n {
		if int(w.orbit[s]) >= root && s != root {
			w.squares = append(w.squares, int16(s))
		}
	}
	slices.SortStableFunc(w.squares, func(s, t int16) int { return int(w.orbit[s]) - int(w.orbit[t]) })
	w.place = slices.Repeat([]int16{-1}, w.n*w.n)
	w.same = 0
	for p, s := range w.squares {
		w.place[s] = int16(p)
		if int(w.orbit[s]) == root {
			w.same++
		}
	}
	w.words = len(w.squares)/64 + 1
	w.clear = make([]uint64, len(w.squares)*w.words)
	for p, s := range w.squares {
		for q, t := range w.squares {
			if !w.attack(int(s), int(t)) {
				w.clear[p*w.words+q>>6] |= 1 << (q & 63)
			}
		}
	}
	for i := range w.levels {
		w.levels[i].free = make([]uint64, w.words)
	}
}

// gather returns the images of the pool's solutions that have a queen on the root.
func (w *surveyor) gather(root int) []uint32 {
	w.queens = w.queens[:0]
	var all []uint32
	for i := range w.pool.len() {
		solution := w.pool.solution(i)
		for _, q := range solution {
			if int(w.orbit[q]) != root {
				continue
			}
			for g := range w.image {
				if int(w.image[g][q]) != root {
					continue
				}
				from := len(w.queens)
				all = append(all, uint32(from))
				for _, s := range solution {
					if p := w.place[w.image[g][s]]; p >= 0 {
						w.queens = append(w.queens, uint16(p))
					}
				}
				slices.Sort(w.queens[from:])
				w.queens = append(w.queens, end)
			}
		}
	}
	return all
}

// after sets to to the free places after p that a queen on p does not attack.
func (w *surveyor) after(to, free []uint64, p int) {
	clear := w.clear[p*w.words : (p+1)*w.words]
	for i := range to {
		to[i] = free[i] & clear[i]
		if i < p>>6 {
			to[i] = 0
		}
	}
	to[p>>6] &= ^uint64(0) << (p & 63)
}

// sort puts the solutions into the buckets of the level, by their next queens.
func (w *surveyor) sort(l *level, solutions []uint32) {
	places := len(w.squares)
	l.from = append(l.from[:0], make([]uint32, places+2)...)
	for _, at := range solutions {
		for ; w.queens[at] != end; at++ {
			l.from[w.queens[at]+2]++
		}
	}
	for p := range places {
		l.from[p+2] += l.from[p+1]
	}
	// from[p+1] is the index of the next solution of bucket p, until all are sorted.
	total := int(l.from[places+1])
	l.found = slices.Grow(l.found[:0], total)[:total]
	for _, at := range solutions {
		for ; w.queens[at] != end; at++ {
			p := w.queens[at]
			l.found[l.from[p+1]] = at + 1
			l.from[p+1]++
		}
	}
}

// bringNear copies the remaining parts of the solutions together, so that they stay in the processor's cache,
// into w.near, and uses it as w.queens.
func (w *surveyor) bringNear(solutions []uint32) []uint32 {
	w.near, w.nearAt = w.near[:0], w.nearAt[:0]
	for _, at := range solutions {
		last := at
		for w.queens[last] != end {
			last++
		}
		w.nearAt = append(w.nearAt, uint32(len(w.near)))
		w.near = append(w.near, w.queens[at:last+1]...)
	}
	w.queens = w.near
	return w.nearAt
}

// Journal is a file in which an exhaustion stores each finished part, so that it can be resumed. A part is
// all placements with a queen on a given square and none on squares of an earlier orbit. A nil Journal stores
// nothing.
type Journal = journal.Results[partKey, part]

// partKey identifies a part. Its result is the same on every machine.
type partKey struct {
	N      int    `json:"n"`
	Queens int    `json:"queens"`
	Seed   uint64 `json:"seed"`
	Root   int    `json:"root"` // rank·n + file
}

// part is the result of one root.
type part struct {
	partKey
	Looked         uint64           `json:"looked"`
	Placements     uint64           `json:"placements"`
	Completed      uint64           `json:"completed"`
	Nodes          uint64           `json:"nodes"`
	Counterexample nqueens.Solution `json:"counterexample,omitempty"`
}

// OpenJournal opens or creates the file. It removes a truncated last line, and returns an error for any other
// invalid line.
func OpenJournal(path string) (*Journal, error) {
	return journal.OpenResults(path, "part of an exhaustion", func(p part) partKey { return p.partKey })
}

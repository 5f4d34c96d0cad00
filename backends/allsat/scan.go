package allsat

import "math/bits"

// scanned is what a scan found.
type scanned struct {
	dead   bool  // a clause has no literal left, or two disagree on what follows
	left   int   // clauses not yet satisfied
	best   int32 // of these, the first of those with the fewest free literals
	free   int32 // how many it has
	forced int   // literals that clauses forced
	looks  int   // clauses that were looked at
}

// advance adds a row to the state from, which leads to the state to, and scans
// that.
func (b *bitFormula) advance(from, row, to []uint64, in, out []int32) scanned {
	if b.masks == nil || len(in) == 0 {
		copy(to, from)
		if !assume(to, row) {
			return scanned{dead: true}
		}
		return b.scan(to, in, out)
	}
	var r scanned256
	scan256(&r, &from[0], &row[0], &to[0], &b.masks[0], &b.assign[0], &in[0], len(in), &out[0])
	return scanned{
		dead: r.dead != 0, left: int(r.left), best: int32(r.best), free: int32(r.best >> 32),
		forced: int(r.forced), looks: int(r.looks),
	}
}

// cost is the effort of a scan: about how many nanoseconds it took where it was
// measured, but the same with and without scan256.
func (b *bitFormula) cost(looks int) int64 {
	if b.words <= 4 {
		return 80 + int64(looks)*7/2
	}
	return int64(80 + 12*looks + 2*b.words)
}

// scan brings a state to its fixpoint: where a clause has one literal left, it
// becomes true with all that follows. A clause without any is a dead end. In
// lists the clauses to look at, and out receives those that remain unsatisfied;
// they may be the same memory. The choice among clauses with equally few
// literals is the first, so that it depends on the state alone.
func (b *bitFormula) scan(state []uint64, in, out []int32) (s scanned) {
	isTrue, isFalse := state[:b.words], state[b.words:2*b.words]
	for {
		again := false
		n := 0
		s.best, s.free = -1, 1<<30
		s.looks += len(in)
	clauses:
		for _, clause := range in {
			free := int32(0)
			var only uint64
			var at int32
			for _, p := range b.parts[b.starts[clause]:b.starts[clause+1]] {
				if p.mask&isTrue[p.word] != 0 {
					continue clauses
				}
				if x := p.mask &^ isFalse[p.word]; x != 0 {
					only, at = x, p.word
					free += int32(bits.OnesCount64(x))
				}
			}
			if free > 1 {
				out[n] = clause
				n++
				if free < s.free {
					s.best, s.free = clause, free
				}
				continue
			}
			if free == 0 {
				s.dead = true
				return s
			}
			s.forced++
			again = true
			row := b.row(2 * (at*64 + int32(bits.TrailingZeros64(only))))
			if !assume(state, row) {
				s.dead = true
				return s
			}
		}
		s.left = n
		if !again {
			return s
		}
		in = out[:n]
	}
}

// assume adds what follows from an assignment to the state, and reports
// whether it fits.
func assume(state, row []uint64) bool {
	words := len(row) / 2
	state = state[:2*words]
	clash := uint64(0)
	for i, x := range row[:words] {
		state[i] |= x
		state[words+i] |= row[words+i]
		clash |= state[i] & state[words+i]
	}
	return clash == 0
}

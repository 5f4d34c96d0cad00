package allsat

import (
	"iter"
	"math"
	"math/bits"
)

// bitFormula is a formula laid out for the bit-set search. A bit stands for a
// literal that occurs in a long clause, so a variable has one bit, or two if
// it occurs both ways. A projected variable that occurs in none has one too. A
// state is a pair of sets of bits: those whose literal is true, and those
// whose literal is false.
type bitFormula struct {
	variables int
	words     int
	literal   []lit    // of each bit
	assign    []uint64 // assign[2b]: what follows from bit b true: words that become true, then words that become false; [2b+1]: from bit b false

	// Long clauses, each a list of the words that it has bits in.
	parts  []part
	starts []int32  // where each clause begins in parts, and where the last ends
	masks  []uint64 // the same, all words of each, for scan256; nil if that cannot be used

	projected     []uint64 // one bit for each projected variable
	projectedBits []uint64 // all bits of projected variables
	dependent     []uint64 // those of projected whose value has consequences
	emptyRow      []uint64 // a row without consequences

	auxiliary bool // some variables are not projected
}

type part struct {
	word int32
	mask uint64
}

// maxListed bounds the lists of unsatisfied clauses of all levels, of four bytes an entry.
const maxListed = 1 << 27

// fitsBits reports whether a formula can be searched with bit sets: whether its
// implications are closed, and the lists of unsatisfied clauses of all levels
// fit in memory.
func fitsBits(f *formula) bool {
	return f.closed != nil && f.variables*len(f.long) < maxListed
}

// newBitFormula lays out a formula whose implications are closed.
func newBitFormula(f *formula) *bitFormula { return layOut(f, hasScan256()) }

// layOut lays out a formula for scan256 if allowed.
func layOut(f *formula, vectors bool) *bitFormula {
	b := &bitFormula{variables: f.variables, auxiliary: f.auxiliary > 0}
	occurs := make([]bool, 2*f.variables)
	for _, clause := range f.long {
		for _, l := range clause {
			occurs[l] = true
		}
	}
	bit := make([]int32, 2*f.variables) // of each literal, −1 if it has none
	for l := range lit(2 * f.variables) {
		bit[l] = -1
		if occurs[l] || f.projected[l.variable()] && l.sign() == 0 && !occurs[l.not()] {
			bit[l] = int32(len(b.literal))
			b.literal = append(b.literal, l)
		}
	}
	b.words = max(1, (len(b.literal)+63)/64)
	vectors = vectors && b.words <= 4
	if vectors {
		b.words = 4
	}
	b.emptyRow = make([]uint64, 2*b.words)
	b.layRows(f, bit)
	b.layClauses(f, bit, vectors)
	return b
}

func (b *bitFormula) layRows(f *formula, bit []int32) {
	b.assign = make([]uint64, 2*len(b.literal)*2*b.words)
	b.projected, b.projectedBits, b.dependent = make([]uint64, b.words), make([]uint64, b.words), make([]uint64, b.words)
	for i, own := range b.literal {
		consequences := 0
		for sign := range lit(2) {
			row := b.row(int32(2*i) + int32(sign))
			for l := range members(f.closed.row(own ^ sign)) {
				consequences++
				if j := bit[l]; j >= 0 {
					mark(row[:b.words], int(j))
				}
				if j := bit[l^1]; j >= 0 {
					mark(row[b.words:], int(j))
				}
			}
		}
		if !f.projected[own.variable()] {
			continue
		}
		mark(b.projectedBits, i)
		if own.sign() == 0 || bit[own.not()] < 0 {
			mark(b.projected, i)
			if consequences > 2 { // more than itself, either way
				mark(b.dependent, i)
			}
		}
	}
}

func (b *bitFormula) layClauses(f *formula, bit []int32, vectors bool) {
	b.starts = append(b.starts, 0)
	mask := make([]uint64, b.words)
	for _, clause := range f.long {
		clear(mask)
		for _, l := range clause {
			mark(mask, int(bit[l]))
		}
		if vectors {
			b.masks = append(b.masks, mask...)
		}
		for w, x := range mask {
			if x != 0 {
				b.parts = append(b.parts, part{int32(w), x})
			}
		}
		b.starts = append(b.starts, int32(len(b.parts)))
	}
}

func (b *bitFormula) clauses() int { return len(b.starts) - 1 }

// row is what follows from an assignment of a bit.
func (b *bitFormula) row(assignment int32) []uint64 {
	return b.assign[int(assignment)*2*b.words:][:2*b.words]
}

func mark(set []uint64, i int) { set[i/64] |= 1 << (i % 64) }

// members iterates over a set in ascending order.
func members(set []uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range set {
			for ; x != 0; x &= x - 1 {
				if !yield(64*w + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// scanned is what a scan found. scan256 knows its fields by their places.
type scanned struct {
	dead   bool   // a clause has no literal left, or two disagree on what follows
	left   int    // clauses not yet satisfied
	best   uint64 // of these, the first of those with the fewest free literals: free << 32 | clause
	forced int    // literals that clauses forced
	looks  int    // clauses that were looked at
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
	var r scanned
	scan256(&r, &from[0], &row[0], &to[0], &b.masks[0], &b.assign[0], &in[0], len(in), &out[0])
	return r
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
		s.best = math.MaxUint64
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
				if uint64(free) < s.best>>32 {
					s.best = uint64(free)<<32 | uint64(clause)
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

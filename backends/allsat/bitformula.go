package allsat

import (
	"iter"
	"math"
	"math/bits"
)

// bitFormula is a formula in the representation of the bit-set search. A bit stands for a literal
// that occurs in a long clause, so a variable has one bit, or two if it occurs with both signs. A
// projected variable that occurs in no long clause has one, too. A state is a pair of sets of bits:
// those whose literal is true, and those whose literal is false.
type bitFormula struct {
	variables int
	words     int
	literal   []lit    // by bit
	assign    []uint64 // assign[2b] has the consequences of bit b being true: a row of words that become true, then a row that become false; [2b+1] has those of bit b being false

	// Long clauses, each a list of the words in which it has bits.
	parts  []part
	starts []int32  // by clause, its start in parts, and at the end the length of parts
	masks  []uint64 // the same, all words of each clause, for scan256; nil if that cannot be used

	projected     []uint64 // one bit for each projected variable
	projectedBits []uint64 // all bits of projected variables
	dependent     []uint64 // the bits of projected whose value has consequences
	emptyRow      []uint64 // a row without consequences

	auxiliary bool // some variables are not projected
}

type part struct {
	word int32
	mask uint64
}

// maxListed limits the lists of unsatisfied clauses of all levels, in entries of four bytes.
const maxListed = 1 << 27

// fitsBits reports whether a formula can be searched with bit sets. This requires that the
// transitive closure of its implications was computed, and that the lists of unsatisfied clauses,
// one for each level of the search, fit in memory.
func fitsBits(f *formula) bool {
	return f.closed != nil && f.variables*len(f.long) < maxListed
}

// newBitFormula returns the bitFormula of a formula whose implications are closed.
func newBitFormula(f *formula) *bitFormula { return layOut(f, hasScan256()) }

// layOut returns the bitFormula, for scan256 if vectors is set.
func layOut(f *formula, vectors bool) *bitFormula {
	b := &bitFormula{variables: f.variables, auxiliary: f.auxiliary > 0}
	occurs := make([]bool, 2*f.variables)
	for _, clause := range f.long {
		for _, l := range clause {
			occurs[l] = true
		}
	}
	bit := make([]int32, 2*f.variables) // by literal, −1 if it has none
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
			if consequences > 2 { // more than the literal itself, with each sign
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

// row returns the consequences of assignment 2b (bit b is true) or 2b+1 (bit b is false), as in
// assign.
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

// scanned is the result of a scan. scan256 relies on the offsets of its fields.
type scanned struct {
	dead   bool   // a clause has no literal left, or two clauses force opposite literals
	left   int    // number of clauses not yet satisfied
	best   uint64 // the first of these with the fewest free literals: free << 32 | clause
	forced int    // number of literals forced by clauses
	looks  int    // number of clauses visited
}

// advance adds a row to the state from, writes the result to the state to, and scans that.
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

// cost returns the effort of a scan, about the number of nanoseconds as measured on one machine,
// but the same with and without scan256.
func (b *bitFormula) cost(looks int) int64 {
	if b.words <= 4 {
		return 80 + int64(looks)*7/2
	}
	return int64(80 + 12*looks + 2*b.words)
}

// scan propagates a state to its fixpoint: if a clause has one literal left, the literal becomes
// true with all its consequences. A clause without any literal is a dead end. in lists the clauses
// to visit; out receives those that remain unsatisfied, and may be the same memory. Of clauses with
// equally few literals the first is chosen, so that the choice depends only on the state.
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

// assume adds the consequences of an assignment to the state, and reports whether they are
// consistent with it.
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

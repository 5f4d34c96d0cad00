package allsat

import (
	"iter"
	"math/bits"
)

// bitFormula is a formula laid out for the bit-set search. A bit stands for a
// literal that occurs in a long clause, so a variable has one bit, or two if
// it occurs both ways. A wanted variable that occurs in none has one too. A
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

	wanted  []uint64 // one bit for each wanted variable
	either  []uint64 // all bits of wanted variables
	linked  []uint64 // those of wanted whose value has consequences
	nothing []uint64 // a row without consequences

	auxiliary bool // some variables are not wanted
}

type part struct {
	word int32
	mask uint64
}

// fitsBits reports whether a formula can be searched with bit sets: whether its
// implications are closed, and the lists of unsatisfied clauses of all levels
// fit in memory.
func fitsBits(f *formula) bool {
	return f.closed != nil && f.variables*len(f.long) < 1<<27
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
		if occurs[l] || f.wanted[l.index()] && l.negative() == 0 && !occurs[l.not()] {
			bit[l] = int32(len(b.literal))
			b.literal = append(b.literal, l)
		}
	}
	b.words = max(1, (len(b.literal)+63)/64)
	vectors = vectors && b.words <= 4
	if vectors {
		b.words = 4
	}
	b.nothing = make([]uint64, 2*b.words)
	b.layRows(f, bit)
	b.layClauses(f, bit, vectors)
	return b
}

func (b *bitFormula) layRows(f *formula, bit []int32) {
	b.assign = make([]uint64, 2*len(b.literal)*2*b.words)
	b.wanted, b.either, b.linked = make([]uint64, b.words), make([]uint64, b.words), make([]uint64, b.words)
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
		if !f.wanted[own.index()] {
			continue
		}
		mark(b.either, i)
		if own.negative() == 0 || bit[own.not()] < 0 {
			mark(b.wanted, i)
			if consequences > 2 { // more than itself, either way
				mark(b.linked, i)
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

package bitmask

import (
	"math/bits"
	"unsafe"
)

// packed arranges the open squares of a region in words for the explorer and the frontier. Each
// line (a rank, a file or another line that must have a piece) is a field: one bit for each of its
// open squares and above them a guard bit. So a square has one bit for each kind of line. No field
// crosses the end of a word. Fields are in the order of the lines from the middle of the region
// outwards, the kinds in turn.
//
// If all guard bits are set, subtracting the lowest bit of each field clears the guards of exactly
// the empty fields, and an AND with the difference removes the first square of each field. So a few
// operations on words find all lines that have no, one or two squares.
type packed struct {
	region
	n      int      // number of pieces to place
	guards []uint64 // by word
	lows   []uint64 // the lowest bit of each field, or its guard if it has no square
	// attacks has one row of words for each square: the bits of the squares on which no other piece
	// can stand beside a piece on this square, and the guards of its lines, without its own bits.
	attacks []uint64
	squares []packedSquare
	// fields and numbers are indexed by bit. fields has the squares of the field whose guard is the
	// bit, numbers the number of the square that the bit represents. numbers has 64 more elements,
	// for reads past the last bit.
	fields  []uint64
	numbers []uint16
}

// packedSquare is an open square with its bits and the guards of its lines, by kind of line.
type packedSquare struct {
	rank, file int
	words      [maxKinds]int
	bits       [maxKinds]uint64
	guards     [maxKinds]uint64
}

// fewestWords is the minimum number of words of a board.
const fewestWords = 8

// widestField is the maximum number of squares in a field.
const widestField = 63

// pack returns the packed board of a region, whose lines must have at most widestField open squares
// each.
func (r region) pack() *packed {
	p := &packed{region: r, n: len(r.lines) / r.kinds, squares: make([]packedSquare, len(r.open))}
	for i, s := range r.open {
		p.squares[i] = packedSquare{rank: s.Rank, file: s.File}
	}
	chains := r.chains()
	used := 64 // bits of the last word
	for _, l := range r.lines {
		along := chains[l.kind]
		width := 0
		for range along.squares(l.index) {
			width++
		}
		if used+width+1 > 64 {
			p.guards, p.lows = append(p.guards, 0), append(p.lows, 0)
			used = 0
		}
		word := len(p.guards) - 1
		guard := uint64(1) << (used + width)
		p.guards[word] |= guard
		p.lows[word] |= 1 << used
		for square := range along.squares(l.index) {
			sq := &p.squares[square]
			sq.words[l.kind], sq.bits[l.kind], sq.guards[l.kind] = word, 1<<used, guard
			used++
		}
		used++
	}
	p.align()
	p.fields, p.numbers = make([]uint64, 64*len(p.guards)), make([]uint16, 64*len(p.guards)+64)
	p.attacks = aligned(len(p.guards) * len(p.squares))
	for i := range p.squares {
		s := &p.squares[i]
		for kind, word := range s.words[:r.kinds] {
			p.numbers[64*word+bits.TrailingZeros64(s.bits[kind])] = uint16(i)
			p.fields[64*word+bits.TrailingZeros64(s.guards[kind])] |= s.bits[kind]
		}
	}
	p.attack(chains)
	return p
}

// attack fills the rows of attacks with the bits of the lines that each square is on.
func (p *packed) attack(chains []chain) {
	along := make([]uint64, len(p.guards)) // the bits of a line
	for _, c := range chains {
		for key, first := range c.first {
			if first == 0 {
				continue
			}
			clear(along)
			for i := range c.squares(key) {
				s := &p.squares[i]
				for kind, word := range s.words[:p.kinds] {
					along[word] |= s.bits[kind]
				}
			}
			for i := range c.squares(key) {
				row := p.row(i)[:len(along)]
				for word, bits := range along {
					row[word] |= bits
				}
			}
		}
	}
	for i := range p.squares {
		s, row := &p.squares[i], p.row(i)
		for other := range p.leapt(i, chains) {
			for kind, word := range p.squares[other].words[:p.kinds] {
				row[word] |= p.squares[other].bits[kind]
			}
		}
		for kind, word := range s.words[:p.kinds] {
			row[word] = row[word]&^s.bits[kind] | s.guards[kind]
		}
	}
}

// row returns the square's row of attacks.
func (p *packed) row(square int) []uint64 {
	words := len(p.guards)
	return p.attacks[square*words:][:words]
}

// align pads the words to whole vectors of four, and aligns those that workers read to cache lines.
func (p *packed) align() {
	words := max(fewestWords, (len(p.guards)+3)&^3)
	guards, lows := aligned(words), aligned(words)
	copy(guards, p.guards)
	copy(lows, p.lows)
	p.guards, p.lows = guards, lows
}

// aligned allocates words that begin at a cache line.
func aligned(words int) []uint64 {
	const line = 8 // words
	s := make([]uint64, words+line-1)
	skip := -(uintptr(unsafe.Pointer(unsafe.SliceData(s))) / 8) % line
	return s[skip:][:words:words]
}

// full returns the words of the board with all open squares free.
func (p *packed) full() []uint64 {
	free := make([]uint64, len(p.guards))
	for bit, field := range p.fields {
		free[bit>>6] |= field
	}
	return free
}

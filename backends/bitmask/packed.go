package bitmask

import "math/bits"

// packed lays out the open squares of a board in words for the explorer.
// Each line, rank or file, is a field of a bit for each of its open squares
// and above them a guard bit; a square so has two bits. No field runs over the
// end of a word. The fields come in the order of the lines from the middle of
// the board outwards, ranks and files in turn.
//
// With all guard bits set, subtracting the lowest bit of each field at once
// takes away the guard of each empty field and no other, and what is left of
// the squares after an AND is all but the first of each field. So a few
// operations on words find all lines that have no square, one, two.
type packed struct {
	n      int
	guards []uint64 // by word
	lows   []uint64 // the lowest bit of each field; the guard where it has no square
	// attacks has for each square, at its number times the number of words, the
	// bits of the squares where no other piece can stand beside a piece on it.
	attacks []uint64
	squares []packedSquare
	// fields and numbers are indexed by bit: the squares of the field whose
	// guard it is, and the number of the square whose bit it is.
	fields  []uint64
	numbers []uint16
	sift    sifter
}

// packedSquare is an open square and where its lines have their guards.
type packedSquare struct {
	rank, file int
	words      [2]int
	guards     [2]uint64
}

// widestField is how many squares fit in a field.
const widestField = 63

// pack wants a board on which no line has more than widestField open squares.
func (b *board) pack() *packed {
	p := &packed{n: b.n, sift: newSifter()}
	if b.portable {
		p.sift = sift
	}
	number := make([]uint16, b.n*b.n) // by rank·n + file
	for rank, open := range b.open {
		for ; open != 0; open &= open - 1 {
			file := bits.TrailingZeros64(open)
			number[rank*b.n+file] = uint16(len(p.squares))
			p.squares = append(p.squares, packedSquare{rank: rank, file: file})
		}
	}
	places := make([][2]int, len(p.squares)) // the bits of each square
	byFile := transposed(b.open)
	used := 64 // bits of the last word
	for j := range 2 * b.n {
		side, i := j%2, fromMiddle(b.n, j/2)
		open := b.open[i]
		if side == 1 {
			open = byFile[i]
		}
		width := bits.OnesCount64(open)
		if used+width+1 > 64 {
			p.guards, p.lows = append(p.guards, 0), append(p.lows, 0)
			p.fields, p.numbers = append(p.fields, make([]uint64, 64)...), append(p.numbers, make([]uint16, 64)...)
			used = 0
		}
		word := len(p.guards) - 1
		guard := uint64(1) << (used + width)
		p.guards[word] |= guard
		p.lows[word] |= 1 << used
		p.fields[64*word+used+width] = guard - 1<<used
		for ; open != 0; open &= open - 1 {
			at := i*b.n + bits.TrailingZeros64(open)
			if side == 1 {
				at = bits.TrailingZeros64(open)*b.n + i
			}
			s := number[at]
			p.squares[s].words[side], p.squares[s].guards[side] = word, guard
			p.numbers[64*word+used] = s
			places[s][side] = 64*word + used
			used++
		}
		used++
	}
	for len(p.guards)%4 > 0 { // four words are a vector
		p.guards, p.lows = append(p.guards, 0), append(p.lows, 0)
	}
	words := len(p.guards)
	p.attacks = make([]uint64, words*len(p.squares))
	for s, sq := range p.squares {
		attacks := p.attacks[s*words:][:words]
		for rank, open := range b.open {
			attacked := ^uint64(0)
			if rank != sq.rank {
				attacked = b.attacked(sq.rank, sq.file, rank)
			}
			for open &= attacked; open != 0; open &= open - 1 {
				for _, bit := range places[number[rank*b.n+bits.TrailingZeros64(open)]] {
					attacks[bit>>6] |= 1 << (bit & 63)
				}
			}
		}
	}
	return p
}

// fromMiddle lists 0..n-1 from the middle outwards.
func fromMiddle(n, j int) int {
	if j%2 == 1 {
		return (n - 1 - j) / 2
	}
	return (n + j) / 2
}

// full gives the words of the board with all open squares free.
func (p *packed) full() []uint64 {
	free := make([]uint64, len(p.guards))
	for bit, field := range p.fields {
		free[bit>>6] |= field
	}
	return free
}

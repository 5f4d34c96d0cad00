package bitmask

import (
	"math/bits"
	"slices"
	"unsafe"

	"nqueens"
	"nqueens/backends/internal/pext"
)

// part describes how bits of a word of a packed board become bits of a word of a smaller packed
// board: the bits in mask are compressed and then shifted up.
type part struct {
	from, to    uint64 // index of the word in the old and in the new board
	mask, shift uint64
}

// shrunk writes to s the packed board that is left to fill on a living board of a frontier, and
// returns it if it takes fewer words. The fields keep their order; lines that have a piece and
// closed squares are left out. It looks up nothing by rank and file, and reuses the memory of s.
func (p *packed) shrunk(board []uint64, s *packed) *packed {
	parts := p.shrunkLines(board, s)
	if len(s.guards) >= len(p.guards) {
		return nil
	}
	words := len(s.guards)
	// Squares keep their order. Their old places are byte offsets of rows of attacks.
	number := make([]uint16, len(p.squares))
	rows := make([]uint32, 0, len(p.squares))
	s.given = append(s.given[:0], p.given...)
	for i := range p.squares {
		switch q := &p.squares[i]; {
		case board[q.words[0]]&q.bits[0] == 0:
		case board[q.words[0]]&q.guards[0] == 0: // a piece stands there
			s.given = append(s.given, nqueens.Placement{Square: p.open[i]})
		default:
			number[i] = uint16(len(rows))
			rows = append(rows, uint32(8*len(p.guards)*i))
		}
	}
	s.open, s.squares = zeroed(s.open, len(rows)), zeroed(s.squares, len(rows))
	s.fields, s.numbers = zeroed(s.fields, 64*words), zeroed(s.numbers, 64*words+64)
	var line int
	var low, guard uint64
	for _, m := range parts {
		to := m.shift
		for mask := m.mask; mask != 0; mask &= mask - 1 {
			bit := uint64(1) << to
			if low == 0 {
				low = bit
				guard = s.guards[m.to] &^ (bit - 1)
				guard &= -guard
				s.fields[64*m.to+uint64(bits.TrailingZeros64(guard))] = guard - low
			}
			if bit == guard {
				line, low = line+1, 0
			} else {
				old := p.numbers[64*m.from+uint64(bits.TrailingZeros64(mask))]
				q, kind := &s.squares[number[old]], s.lines[line].kind
				q.words[kind], q.bits[kind], q.guards[kind] = int(m.to), bit, guard
				s.numbers[64*m.to+to] = number[old]
				s.open[number[old]] = p.open[old]
			}
			to++
		}
	}
	for i := range s.squares {
		s.squares[i].rank, s.squares[i].file = s.open[i].Rank, s.open[i].File
	}
	if size := words * len(rows); size <= cap(s.attacks) {
		s.attacks = s.attacks[:size]
		clear(s.attacks)
	} else {
		s.attacks = aligned(size + cap(s.attacks))[:size]
	}
	if len(rows) > 0 {
		extractor(p.portable)(unsafe.SliceData(p.attacks), unsafe.SliceData(rows), len(rows), unsafe.SliceData(parts), len(parts), unsafe.SliceData(s.attacks), words)
	}
	return s
}

// shrunkLines arranges the lines without a piece in the words of s. It returns, for each pair of an
// old and a new word, which bits of the old word go to the new one.
func (p *packed) shrunkLines(board []uint64, s *packed) (parts []part) {
	given, lines, open := s.given, s.lines[:0], s.open
	s.region = p.region
	s.given, s.lines, s.open, s.guards, s.lows = given, lines, open, s.guards[:0], s.lows[:0]
	used, at := 64, 0 // bits of the last word
	for word, guards := range p.guards {
		for lows := p.lows[word]; guards != 0; guards, lows, at = guards&(guards-1), lows&(lows-1), at+1 {
			guard, low := guards&-guards, lows&-lows
			if board[word]&guard == 0 {
				continue
			}
			s.lines = append(s.lines, p.lines[at])
			mask := board[word] & (guard<<1 - low)
			width := bits.OnesCount64(mask)
			if used+width > 64 {
				s.guards, s.lows = append(s.guards, 0), append(s.lows, 0)
				used = 0
			}
			to := len(s.guards) - 1
			if n := len(parts); n > 0 && parts[n-1].from == uint64(word) && parts[n-1].to == uint64(to) {
				parts[n-1].mask |= mask
			} else {
				parts = append(parts, part{uint64(word), uint64(to), mask, uint64(used)})
			}
			s.lows[to] |= 1 << used
			used += width
			s.guards[to] |= 1 << (used - 1)
		}
	}
	s.n = len(s.lines) / s.kinds
	s.align()
	return parts
}

// zeroed returns a slice of zeros with the given length, which reuses the memory of s if possible.
func zeroed[E any](s []E, length int) []E {
	s = slices.Grow(s[:0], length)[:length]
	clear(s)
	return s
}

// extract makes count rows of the given number of words at to, which must be zeros. rows has the
// byte offset, after from, of the old row for each new row. A new row consists of the parts of its
// old row.
type extract func(from *uint64, rows *uint32, count int, parts *part, partCount int, to *uint64, words int)

func extractPortable(from *uint64, rows *uint32, count int, parts *part, partCount int, to *uint64, words int) {
	list := unsafe.Slice(parts, partCount)
	masks := make([]pext.Mask, partCount)
	for i := range list {
		masks[i] = pext.New(list[i].mask)
	}
	for i, row := range unsafe.Slice(rows, count) {
		out := unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(to), 8*i*words)), words)
		in := unsafe.Add(unsafe.Pointer(from), row)
		for j := range list {
			m := &list[j]
			out[m.to] |= masks[j].Extract(*(*uint64)(unsafe.Add(in, 8*m.from))) << m.shift
		}
	}
}

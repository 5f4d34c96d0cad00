package bitmask

import (
	"math/bits"
	"unsafe"
)

// option is a piece to place: the byte offset of its board in the level, and the number of its
// square.
type option struct{ board, square uint32 }

// worker does the two steps of a frontier. All workers give the same results.
type worker struct {
	// choose processes boards, the last one first. For each board it lists the squares of the first
	// line with the fewest squares as options. It ends when no board is left or when it has listed
	// at least full options. It returns the number of boards left and of options.
	choose func(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int)
	// place puts the pieces on copies of their boards, and writes to out the copies on which every
	// line has a square. It returns their number.
	place func(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int)
}

// portableWorker is the worker in plain Go.
var portableWorker = worker{choosePortable, placePortable}

// scratchWords returns the number of words of scratch memory that choose needs for a board of the
// given number of words.
func scratchWords(words int) int { return max(64, words) }

func choosePortable(p *packed, boards *uint64, count int, options *option, full int, scratch *uint64) (left, made int) {
	words := len(p.guards)
	all := unsafe.Slice(boards, count*words)
	list := unsafe.Slice(options, full+widestField)
	more := unsafe.Slice(scratch, words)
	guards, lows := p.guards[:len(more)], p.lows[:len(more)]
	for left = count; left > 0 && made < full; {
		left--
		board := all[left*words:][:len(more)]
		for i, b := range board {
			more[i] = b & ((b | guards[i]) - lows[i])
		}
		var line uint64
		word := 0
	search:
		for {
			for i, b := range more {
				t := (b | guards[i]) - lows[i]
				if g := guards[i] & b &^ t; g != 0 {
					line, word = p.fields[64*i+bits.TrailingZeros64(g)]&board[i], i
					break search
				}
				more[i] = b & t
			}
		}
		for ; line != 0; line &= line - 1 {
			list[made] = option{uint32(8 * left * words), uint32(p.numbers[64*word+bits.TrailingZeros64(line)])}
			made++
		}
	}
	return left, made
}

func placePortable(p *packed, boards *uint64, options *option, count int, out *uint64) (alive int) {
	words := len(p.guards)
	guards, lows := p.guards[:words], p.lows[:words]
	for _, o := range unsafe.Slice(options, count) {
		board := unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(boards), o.board)), words)
		row := p.attacks[int(o.square)*words:][:words]
		to := unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(out), 8*alive*words)), words)
		var dead uint64
		for i, b := range board {
			b &^= row[i]
			to[i] = b
			dead |= guards[i] &^ ((b | guards[i]) - lows[i])
		}
		if dead == 0 {
			alive++
		}
	}
	return alive
}

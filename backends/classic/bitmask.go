package classic

import (
	"sync/atomic"

	"nqueens"
)

// BitmaskStack returns the last of the five loops: the occupied lines are bits of words. An
// explicit stack has, for each row, the occupied columns and diagonals of both kinds and the
// squares already tried. The lowest free square comes next. It does not use the symmetry.
//
// What to notice: it examines no attacked square, and finds all others with one instruction. In the
// published measurement it is as slow as [Symmetric]; compiled well, it is faster than the other
// four.
func BitmaskStack() *Method {
	return newMethod("bitmask-stack", "a stack of words for columns, diagonals and squares tried",
		words, bitmaskStack, nqueens.CountAll)
}

// row is the stack's entry for one row.
type row struct{ columns, left, right, tried uint32 }

func bitmaskStack(s *search) {
	full := uint32(1)<<s.n - 1
	var stack [32]row
	nodes := uint64(1)
	for k := uint(0); ; {
		r := &stack[k%32]
		free := full &^ (r.columns | r.left | r.right | r.tried)
		if free == 0 {
			if k == 0 || s.stop.Load() {
				break
			}
			k--
			continue
		}
		square := free & -free
		r.tried |= square
		nodes++
		if r.columns|square == full {
			s.found++
			continue
		}
		k++
		stack[k%32] = row{columns: r.columns | square, left: (r.left | square) << 1, right: (r.right | square) >> 1}
	}
	s.nodes, s.placements = nodes, nodes-1
}

// RecursiveBitmask returns the best-known short program: three words have the squares of the next
// row that are attacked along columns and along either diagonal, and each call shifts the diagonals
// by one. M. Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", 1997
// (UCAM-CL-TR-433); Z. Qiu, SIGPLAN Notices 37(2), 2002, 68–70.
//
// What to notice: nothing is undone. Each call has its own three words, in registers, and drops
// them when it returns; compare [BitmaskStack], which keeps the same words in memory.
func RecursiveBitmask() *Method {
	return newMethod("recursive-bitmask", "the three-word recursion in 32-bit words",
		words, recursiveBitmask, nqueens.CountAll)
}

func recursiveBitmask(s *search) {
	t := &try{stop: &s.stop, full: uint32(1)<<s.n - 1}
	t.queens(0, 0, 0)
	s.found, s.nodes, s.placements = t.found, t.nodes, t.nodes-1
}

// try is the state that all calls share.
type try struct {
	stop         *atomic.Bool
	full         uint32
	found, nodes uint64
}

// queens counts the ways to fill the remaining rows.
func (t *try) queens(columns, left, right uint32) {
	t.nodes++
	if columns == t.full {
		t.found++
		return
	}
	if t.stop.Load() {
		return
	}
	for free := t.full &^ (columns | left | right); free != 0; free &= free - 1 {
		square := free & -free
		t.queens(columns|square, (left|square)<<1, (right|square)>>1)
	}
}

package classic

import "nqueens"

// BitmaskStack is the last of the five: the lines taken are bits of words, and
// an explicit stack has, for each row, the columns and the two kinds of diagonal
// that are taken and the squares already tried. The lowest free square comes
// next. It does without the symmetry.
//
// To notice: no square that is attacked is looked at, and all that are not are
// found by one instruction. The published measurement has it as slow as
// [Symmetric]; compiled well, it outruns all four.
func BitmaskStack() *Method {
	return newMethod("bitmask-stack", "a stack of words for columns, diagonals and squares tried",
		words, bitmaskStack, nqueens.CountAll)
}

// row is what an explicit stack holds for one row.
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

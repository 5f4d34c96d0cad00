package nqueens

// Without, After, Inverse, UpToSymmetry and PiecesOn are for the tests that need families, which are outside this package.

func (m *Model) Without(gone func(Placement) bool) *Model { return m.without(gone) }

func (b Board) After(g, h Symmetry) Symmetry { return b.after(g, h) }

func (b Board) Inverse(g Symmetry) Symmetry { return b.inverse(g) }

func (p Problem) UpToSymmetry(fixed map[Symmetry]*Count) (*Count, error) {
	return p.upToSymmetry(fixed)
}

func (r *Rule) PiecesOn(board Board) (number int, fixed bool) { return r.pieces(board) }

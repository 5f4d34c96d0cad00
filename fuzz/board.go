package fuzz

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// Board is a problem with a board.
type Board struct{ board nqueens.Problem }

// Problem implements Form.
func (b Board) Problem() (nqueens.Problem, error) { return b.board, b.board.Validate() }

// Extension implements Form.
func (b Board) Extension() string { return "" }

// Text implements Form.
func (b Board) Text() []byte { return []byte(b.board.String() + "\n") }

// Size implements Form.
func (b Board) Size() string {
	p := b.board
	return fmt.Sprintf("%v squares, %d given, %d blocked, %d excluded", p.Board(), len(p.Laid()), len(p.Blocked), len(p.Excluded))
}

// Cuts implements Form. On a smaller board, pieces and squares outside of it are removed.
func (b Board) Cuts() []Cut {
	p := b.board
	cuts := []Cut{
		{"the last rank and file", 1, func([]bool) Form { return b.smaller() }},
		{"given pieces", len(p.Given), func(gone []bool) Form {
			q := p
			q.Given = kept(p.Given, gone)
			return Board{q}
		}},
		{"given pieces of other kinds", len(p.Others), func(gone []bool) Form {
			q := p
			q.Others = kept(p.Others, gone)
			return Board{q}
		}},
		{"blocked squares", len(p.Blocked), func(gone []bool) Form {
			q := p
			q.Blocked = kept(p.Blocked, gone)
			return Board{q}
		}},
		{"excluded diagonals", len(p.Excluded), func(gone []bool) Form {
			q := p
			q.Excluded = kept(p.Excluded, gone)
			return Board{q}
		}},
	}
	plain := func(set bool, what string, without func(*nqueens.Problem)) {
		if set {
			cuts = append(cuts, Cut{what, 1, func([]bool) Form {
				q := p
				without(&q)
				return Board{q}
			}})
		}
	}
	plain(p.Symmetric != nqueens.Identity, "the symmetry", func(q *nqueens.Problem) { q.Symmetric = nqueens.Identity })
	plain(p.Pieces != nil, "the number of pieces", func(q *nqueens.Problem) { q.Pieces = nil })
	plain(p.Regions != "", "the division into regions", func(q *nqueens.Problem) { q.Regions = "" })
	plain(len(p.Parameters) > 0, "parameters", func(q *nqueens.Problem) { q.Parameters = nil })
	return cuts
}

// smaller returns the problem on a board with one rank and one file less, or nil if there is none.
func (b Board) smaller() Form {
	q := b.board
	q.N--
	if q.Files > 0 {
		q.Files--
	}
	if q.N < 1 || b.board.Files == 1 || q.Regions != "" {
		return nil
	}
	board := q.Board()
	off := func(s nqueens.Square) bool { return !board.Contains(s) }
	q.Given = slices.DeleteFunc(slices.Clone(q.Given), off)
	q.Blocked = slices.DeleteFunc(slices.Clone(q.Blocked), off)
	q.Others = slices.DeleteFunc(slices.Clone(q.Others), func(at nqueens.Placement) bool { return off(at.Square) })
	q.Excluded = slices.DeleteFunc(slices.Clone(q.Excluded), func(d nqueens.Diagonal) bool {
		return d.Sum && d.Value > board.Files+board.Ranks-2 || !d.Sum && (d.Value > board.Files-1 || d.Value < 1-board.Ranks)
	})
	if q.Validate() != nil {
		return nil
	}
	return Board{q}
}

// formulas returns the board's problem as clauses and as linear constraints, as far as it has such
// forms, and as the clauses that are left after the consequences of given pieces and blocked squares. A solver that
// fails on the board can fail on these too, and they can be shrunk further.
func (b Board) formulas() (forms []Form) {
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		return nil
	}
	clauses := func(m *nqueens.Model) {
		if encode.CheckClauses(m.Outline()) == nil && m.Objective.Goal == nqueens.NoGoal {
			c := clausesOf(encode.FromModel(m, pairwise))
			if len(c.Projection) == c.Variables { // it lists all of them
				c.Projected, c.Projection = false, nil
			}
			forms = append(forms, c)
		}
	}
	if m, err := propagate.Reduced(b.board); err == nil {
		clauses(m)
	}
	m, err := b.board.Model()
	if err != nil {
		return forms
	}
	clauses(m)
	if m.Auxiliaries == 0 {
		forms = append(forms, sumsOf(encode.PBFromModel(m)))
	}
	return forms
}

// image returns the problem after the symmetry: each given piece and each blocked square is
// replaced by its image.
func (b Board) image(g nqueens.Symmetry) Form {
	q, board := b.board, b.board.Board()
	q.Given, q.Blocked, q.Others = nil, nil, nil
	for _, s := range b.board.Given {
		q.Given = append(q.Given, g.Apply(board, s))
	}
	for _, s := range b.board.Blocked {
		q.Blocked = append(q.Blocked, g.Apply(board, s))
	}
	for _, at := range b.board.Others {
		q.Others = append(q.Others, nqueens.Placement{Square: g.Apply(board, at.Square), Kind: at.Kind})
	}
	return Board{q}
}

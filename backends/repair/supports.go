package repair

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens"
)

// Supports implements backends.Backend. It returns an error for pieces other than queens, boards
// that are too large, and problems that obviously have no solution.
func (b Backend) Supports(r nqueens.Request) error {
	p, name := r.Problem, b.description.Name
	if err := cmp.Or(b.description.Accepts(r), p.Validate()); err != nil {
		return err
	}
	if !p.PlacesQueens() {
		return fmt.Errorf("%s places only queens, not the pieces of the family %s", name, p.Family.Name)
	}
	if p.Symmetric != nqueens.Identity {
		return fmt.Errorf("%s does not search for solutions of a given symmetry (%v)", name, p.Symmetric)
	}
	if p.N > b.maxSize {
		return fmt.Errorf("%s takes boards of up to %d squares a side, not %d", name, b.maxSize, p.N)
	}
	if why := unsolvable(p); why != "" {
		return fmt.Errorf("%s can only find solutions, and there is none: %s", name, why)
	}
	return nil
}

// unsolvable returns an obvious reason why a problem has no solution, or "".
func unsolvable(p nqueens.Problem) string {
	if p.N == 2 || p.N == 3 {
		return fmt.Sprintf("%d queens always attack each other", p.N)
	}
	if a, b, attack := attackingGivens(p.Given); attack {
		return fmt.Sprintf("the given queens on %v and %v attack each other", a, b)
	}
	b := newBoard(p)
	for _, s := range p.Given {
		if b.closed(s.File, s.Rank) {
			return fmt.Sprintf("a queen is given on %v, which is closed", s)
		}
	}
	if file, none := b.closedFile(); none {
		return "no square of file " + nqueens.Square{File: file}.FileName() + " is open"
	}
	if rank, none := newBoard(transposed(p)).closedFile(); none {
		return fmt.Sprintf("no square of rank %d is open", rank+1)
	}
	return ""
}

// attackingGivens returns two givens that attack each other, in linear time.
func attackingGivens(given []nqueens.Square) (a, b nqueens.Square, found bool) {
	type line struct{ kind, value int }
	first := map[line]nqueens.Square{}
	for _, s := range given {
		for kind, value := range []int{s.File, s.Rank, s.File + s.Rank, s.File - s.Rank} {
			l := line{kind, value}
			if other, met := first[l]; met && other != s {
				return other, s, true
			}
			first[l] = s
		}
	}
	return a, b, false
}

// closedFile returns a file without an open square.
func (b *board) closedFile() (file int, found bool) {
	most := 0
	for _, ranks := range b.blocked {
		most = max(most, len(ranks))
	}
	// An excluded diagonal closes at most one square of a file.
	for file := 0; file < b.n && most+b.excluded >= b.n; file++ {
		if len(b.blocked[file])+b.excluded >= b.n && b.allClosed(file) {
			return file, true
		}
	}
	return 0, false
}

func (b *board) allClosed(file int) bool {
	for rank := range b.n {
		if !b.closed(file, rank) {
			return false
		}
	}
	return true
}

// transposed returns the problem's closed squares with files and ranks exchanged.
func transposed(p nqueens.Problem) nqueens.Problem {
	t := nqueens.Problem{Family: p.Family, N: p.N, Excluded: slices.Clone(p.Excluded)}
	for _, s := range p.Blocked {
		t.Blocked = append(t.Blocked, nqueens.Transpose.Apply(nqueens.NByN(p.N), s))
	}
	for i, d := range t.Excluded {
		if !d.Sum {
			t.Excluded[i].Value = -d.Value
		}
	}
	return t
}

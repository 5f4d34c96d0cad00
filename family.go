package nqueens

import (
	"fmt"
	"slices"
	"strings"
)

// Family is a kind of problem of any size: pieces of one sort on an n × n
// board, none attacking another. A family is one small file; nothing outside
// it knows what its piece does. Its rules read the same in all eight
// orientations of the board.
type Family struct {
	Name  string
	About string // one line for listings
	Piece byte   // the piece's letter on printed boards

	// Model builds the family's Model for a bare n × n board.
	Model func(n int) *Model
	// Attacks reports whether pieces on two different squares of an n × n
	// board attack each other, by the rules of the piece alone. It is written
	// independently of Model so that each can catch an error in the other.
	Attacks func(n int, a, b Square) bool
	// Pieces is the number of pieces in a solution.
	Pieces func(n int) int
	// Scan starts the family's part of a Problem.Scan of an n × n board.
	Scan func(n int) scan
	// Known lists published counts of the solutions on bare boards.
	Known []Sequence
}

// Families lists every family, the default first.
func Families() []*Family {
	return []*Family{Queens, Torus, Rooks, Superqueens}
}

// FamilyNamed finds a family by its name.
func FamilyNamed(name string) (*Family, error) {
	var names []string
	for _, f := range Families() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("no family is called %q %s", name, Suggest(name, names))
}

// Sequence is a published list of counts for the bare boards of a family.
type Sequence struct {
	OEIS         string   // its number in the On-Line Encyclopedia of Integer Sequences
	UpToSymmetry bool     // counts fundamental solutions: reflections and rotations are one
	Symmetric    Symmetry // counts the solutions that this symmetry maps to themselves
	Published    string   // how far it is known
	// Term is the count for an n × n board, or nil where none is published.
	Term func(n int) *Count
}

// Known is a published answer and where it comes from.
type Known struct {
	Count  *Count
	Source string // "OEIS A000170"
}

// Known returns the published number of solutions of the problem. Only boards
// with nothing laid down beforehand have one.
func (p Problem) Known() (Known, bool) { return p.known(false) }

// KnownUpToSymmetry returns the published number of fundamental solutions.
func (p Problem) KnownUpToSymmetry() (Known, bool) { return p.known(true) }

func (p Problem) known(upToSymmetry bool) (Known, bool) {
	if !p.SymmetricUnder(Identity).Bare() {
		return Known{}, false
	}
	for _, s := range p.Family.Known {
		if s.UpToSymmetry != upToSymmetry || s.Symmetric != p.Symmetric && s.Symmetric != p.Symmetric.Inverse() {
			continue
		}
		if c := s.Term(p.N); c != nil {
			return Known{Count: c, Source: "OEIS " + s.OEIS}, true
		}
	}
	return Known{}, false
}

// terms is a Sequence's Term for a list that starts at n = 1.
func terms(values ...uint64) func(n int) *Count {
	return func(n int) *Count {
		if n < 1 || n > len(values) {
			return nil
		}
		return NewCount(values[n-1])
	}
}

// factorial is n!, OEIS A000142, for numbers that take no time to multiply.
func factorial(n int) *Count {
	if n > 10_000 {
		return nil
	}
	c := new(Count)
	c.n.MulRange(1, int64(n))
	return c
}

func identity(n int) int { return n }

// board returns the squares of an n × n board row by row: the square with
// file f and rank r has index r·n + f.
func board(n int) []Square {
	squares := make([]Square, 0, n*n)
	for rank := range n {
		for file := range n {
			squares = append(squares, Square{File: file, Rank: rank})
		}
	}
	return squares
}

// ranksAndFiles gives every rank and every file of an n × n board a line with
// exactly one piece. They come in organ-pipe order: from the middle outwards,
// the rank before the file. Middle lines meet the longest diagonals, so a
// search does well to branch on them first.
func ranksAndFiles(n int) []Line {
	lines := make([]Line, 0, 2*n)
	for j := range n {
		t := (n + j) / 2
		if j%2 == 1 {
			t = (n - 1 - j) / 2
		}
		rank := Line{Name: fmt.Sprintf("rank %d", t+1), Min: 1, Max: 1}
		file := Line{Name: "file " + strings.TrimRight(Square{File: t}.String(), "0123456789"), Min: 1, Max: 1}
		for i := range n {
			rank.Placements = append(rank.Placements, t*n+i)
			file.Placements = append(file.Placements, i*n+t)
		}
		lines = append(lines, rank, file)
	}
	return lines
}

// group collects the squares of an n × n board that share a key, for each
// key from lowest to highest, into lines of at most one piece.
func group(n int, name string, key func(Square) int) []Line {
	byKey := map[int][]int{}
	for i, s := range board(n) {
		k := key(s)
		byKey[k] = append(byKey[k], i)
	}
	keys := make([]int, 0, len(byKey))
	for k := range byKey {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	lines := make([]Line, 0, len(keys))
	for _, k := range keys {
		lines = append(lines, Line{Name: fmt.Sprintf("%s %d", name, k), Max: 1, Placements: byKey[k]})
	}
	return lines
}

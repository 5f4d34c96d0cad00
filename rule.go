package nqueens

import (
	"errors"
	"fmt"
	"slices"
)

// Rule states as data what a family's pieces do: the number of pieces on each line of the board,
// and the leaps over which no two pieces may face each other. The Model, the scan of a list of
// ranks, native engines and the models in other languages are all made from it.
type Rule struct {
	Lines []Bound // at most one for each direction
	Leaps []Leap
	// Wrap joins opposite edges of the board: diagonals and leaps continue around it.
	Wrap bool
}

// Bound states how many pieces stand on each line of a direction: at least Min and at most Max. On
// a rectangle where both ranks and files must have pieces, the lines of the direction with more of
// them only have the maximum: a board of m × n has one queen on each line of the shorter direction,
// which is the largest possible number (OEIS A269133).
type Bound struct {
	Along    Direction
	Min, Max int
}

// Direction is one of the four directions of lines on a board.
type Direction uint8

const (
	Ranks Direction = iota
	Files
	Sums  // diagonals along which file + rank is constant
	Diffs // diagonals along which file − rank is constant
)

// String returns the name of a line of the direction: "rank".
func (d Direction) String() string { return [...]string{"rank", "file", "sum", "diff"}[d&3] }

// Leap is a leaper's move by the given numbers of files and ranks, in all directions and also with
// the two numbers exchanged. The numbers of a knight are one and two.
type Leap struct {
	Name         string // the leaper's name: "knight"
	Files, Ranks int
}

// QueenRule returns the rule of queens: one in each rank and file, at most one on a diagonal.
func QueenRule() *Rule {
	return &Rule{Lines: []Bound{{Ranks, 1, 1}, {Files, 1, 1}, {Sums, 0, 1}, {Diffs, 0, 1}}}
}

// TorusRule returns the rule of queens on a board whose opposite edges are joined.
func TorusRule() *Rule {
	r := QueenRule()
	r.Wrap = true
	return r
}

// Bound returns the rule's bound for a direction; ok is false if it has none.
func (r *Rule) Bound(d Direction) (b Bound, ok bool) {
	if i := slices.IndexFunc(r.Lines, func(b Bound) bool { return b.Along == d }); i >= 0 {
		return r.Lines[i], true
	}
	return Bound{}, false
}

// on returns the rule adapted to the shape of the board.
func (r *Rule) on(b Board) *Rule {
	ranks, _ := r.Bound(Ranks)
	files, _ := r.Bound(Files)
	if b.IsSquare() || ranks.Min == 0 || files.Min == 0 {
		return r
	}
	shaped := *r
	shaped.Lines = slices.Clone(r.Lines)
	for i, l := range r.Lines {
		if l.Along == Ranks && b.Ranks > b.Files || l.Along == Files && b.Files > b.Ranks {
			shaped.Lines[i].Min = 0
		}
	}
	return &shaped
}

// AtMostOne reports whether a line of the direction has at most one piece.
func (r *Rule) AtMostOne(d Direction) bool {
	b, ok := r.Bound(d)
	return ok && b.Max <= 1
}

// Permutes reports whether every solution is a permutation: each rank and each file has exactly one
// piece.
func (r *Rule) Permutes() bool {
	return r.OneAFile() && slices.Contains(r.Lines, Bound{Ranks, 1, 1})
}

// OneAFile reports whether every solution has one piece in each file, so that the ranks of the
// pieces in file order define it.
func (r *Rule) OneAFile() bool { return r != nil && slices.Contains(r.Lines, Bound{Files, 1, 1}) }

// Equal reports whether two rules are equivalent. It is false if one of them is nil.
func (r *Rule) Equal(s *Rule) bool {
	if r == nil || s == nil {
		return false
	}
	leaps := func(r *Rule) []Square {
		offsets := r.Offsets()
		slices.SortFunc(offsets, Square.Compare)
		return offsets
	}
	return r.bounds() == s.bounds() && r.wraps() == s.wraps() && slices.Equal(leaps(r), leaps(s))
}

// bounds returns the bounds of the four directions; said is false for a direction without one.
func (r *Rule) bounds() (all [4]struct {
	said     bool
	min, max int
}) {
	for _, b := range r.Lines {
		to := &all[b.Along&3]
		to.said, to.min, to.max = true, b.Min, b.Max
	}
	return all
}

// wraps reports whether joining the edges makes a difference.
func (r *Rule) wraps() bool {
	return r.Wrap && (len(r.Leaps) > 0 || slices.ContainsFunc(r.Lines, func(b Bound) bool { return b.Along >= Sums }))
}

// Symmetries returns the symmetries of the board that keep the rule. Leaps, which go in all
// directions, are always kept.
func (r *Rule) Symmetries() []Symmetry {
	return slices.DeleteFunc(Symmetries(), func(g Symmetry) bool {
		from, to := r.bounds(), r.bounds()
		for d := range to {
			to[d] = from[g.direction(Direction(d))]
		}
		return from != to
	})
}

// direction returns the direction to which the symmetry maps lines of a direction.
func (g Symmetry) direction(d Direction) Direction {
	switch {
	case d < Sums && g&4 != 0, d >= Sums && (g&1 != 0) != (g&2 != 0):
		return d ^ 1
	}
	return d
}

// Forbids reports whether pieces on two different squares rule each other out.
func (r *Rule) Forbids(board Board, a, b Square) bool {
	return slices.ContainsFunc(r.Lines, func(l Bound) bool {
		return l.Max <= 1 && r.line(board, l.Along, a) == r.line(board, l.Along, b)
	}) || slices.ContainsFunc(r.Offsets(), func(by Square) bool {
		to, ok := r.add(board, a, by)
		return ok && to == b
	})
}

// line returns the value that is the same for all squares of a line.
func (r *Rule) line(b Board, d Direction, s Square) int {
	value := s.File - s.Rank
	switch d {
	case Ranks:
		return s.Rank
	case Files:
		return s.File
	case Sums:
		value = s.File + s.Rank
	}
	if r.Wrap {
		value = (value + b.Files) % b.Files
	}
	return value
}

// Offsets returns the differences between two squares that a leap connects, for all leaps.
func (r *Rule) Offsets() []Square {
	var all []Square
	for _, l := range r.Leaps {
		for _, to := range l.offsets() {
			if !slices.Contains(all, to) {
				all = append(all, to)
			}
		}
	}
	return all
}

// offsets returns the up to eight squares that the leap reaches from a1. The first half goes up, or
// right in the same rank; the second half has their negatives.
func (l Leap) offsets() []Square {
	a, b := max(l.Files, -l.Files), max(l.Ranks, -l.Ranks)
	if a > b {
		a, b = b, a
	}
	var list []Square
	for _, s := range []Square{{a, b}, {b, a}, {-a, b}, {-b, a}} {
		if back := (Square{-s.File, -s.Rank}); !slices.Contains(list, s) && !slices.Contains(list, back) {
			list = append(list, s)
		}
	}
	for _, s := range slices.Clone(list) {
		list = append(list, Square{-s.File, -s.Rank})
	}
	return list
}

// add returns the square that a leap from s reaches; ok is false if there is none.
func (r *Rule) add(b Board, s, by Square) (Square, bool) {
	to := Square{File: s.File + by.File, Rank: s.Rank + by.Rank}
	if r.Wrap {
		to = Square{File: ((to.File % b.Files) + b.Files) % b.Files, Rank: ((to.Rank % b.Ranks) + b.Ranks) % b.Ranks}
	}
	return to, b.Contains(to) && to != s
}

// Attackers returns, for each square of a board, the squares from which a piece attacks it along a
// line or over a leap. A square from which it does so in several ways is listed several times.
func (r *Rule) Attackers(board Board) [][]int {
	squares := board.Squares()
	by := make([][]int, len(squares))
	for _, b := range r.Lines {
		lines := map[int][]int{}
		for i, s := range squares {
			value := r.line(board, b.Along, s)
			lines[value] = append(lines[value], i)
		}
		for i, s := range squares {
			for _, j := range lines[r.line(board, b.Along, s)] {
				if i != j {
					by[i] = append(by[i], j)
				}
			}
		}
	}
	for _, offset := range r.Offsets() {
		for i, s := range squares {
			if from, ok := r.add(board, s, offset); ok {
				by[i] = append(by[i], board.Index(from))
			}
		}
	}
	return by
}

// pieces returns the number of pieces on a board; fixed is false if the rule alone does not
// determine it.
func (r *Rule) pieces(board Board) (number int, fixed bool) {
	for _, b := range r.on(board).Lines {
		switch {
		case b.Min != b.Max || b.Along >= Sums && !r.Wrap:
		case b.Along == Ranks:
			return board.Ranks * b.Max, true
		default:
			return board.Files * b.Max, true
		}
	}
	return 0, false
}

// validate returns an error for a rule that is empty or contradicts itself.
func (r *Rule) validate() error {
	for i, b := range r.Lines {
		switch {
		case b.Along > Diffs:
			return fmt.Errorf("a board's lines run in four directions, numbered from 0, and none has the number %d", b.Along)
		case b.Min < 0 || b.Max < b.Min:
			return fmt.Errorf("its rule wants %d to %d pieces on each %v", b.Min, b.Max, b.Along)
		case slices.ContainsFunc(r.Lines[:i], func(c Bound) bool { return c.Along == b.Along }):
			return fmt.Errorf("its rule bounds each %v twice", b.Along)
		}
	}
	for _, l := range r.Leaps {
		if l.Files == 0 && l.Ranks == 0 {
			return errors.New("a leap of its rule leads nowhere")
		}
	}
	return nil
}

// Model returns the rule's Model for a board, without a bound on the number of pieces other than
// the rule's own.
func (r *Rule) Model(board Board) *Model { return r.model(board, 0, false) }

// model returns the rule's Model for a board. If the rule does not determine the number of pieces
// and known is set, a further line does.
func (r *Rule) model(board Board, pieces int, known bool) *Model {
	squares := board.Squares()
	m := &Model{Placements: Placed(squares), Lines: r.on(board).ranksAndFiles(board)}
	for _, b := range r.Lines {
		if b.Along >= Sums {
			m.Lines = append(m.Lines, r.diagonals(board, b)...)
		}
	}
	if _, fixed := r.pieces(board); known && !fixed {
		all := Line{Name: "board", Min: pieces, Max: pieces}
		for i := range m.Placements {
			all.Placements = append(all.Placements, i)
		}
		m.Lines = append(m.Lines, all)
	}
	m.Clauses = r.leaps(board, squares)
	return m
}

// ranksAndFiles returns the lines of ranks and files from the centre outwards, a rank before a
// file. Lines in the centre meet the longest diagonals, so a search should branch on them first.
func (r *Rule) ranksAndFiles(board Board) []Line {
	var lines []Line
	for j := range board.Side() {
		for _, b := range r.Lines {
			l := Line{Min: b.Min, Max: b.Max}
			switch {
			case b.Along == Ranks && j < board.Ranks:
				rank := organPipe(board.Ranks, j)
				l.Name = fmt.Sprintf("rank %d", rank+1)
				for file := range board.Files {
					l.Placements = append(l.Placements, board.Index(Square{file, rank}))
				}
			case b.Along == Files && j < board.Files:
				file := organPipe(board.Files, j)
				l.Name = "file " + Square{File: file}.FileName()
				for rank := range board.Ranks {
					l.Placements = append(l.Placements, board.Index(Square{file, rank}))
				}
			default:
				continue
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// organPipe returns the index of the line at position j, from 0, of n lines from the centre
// outwards.
func organPipe(n, j int) int {
	if j%2 == 1 {
		return (n - 1 - j) / 2
	}
	return (n + j) / 2
}

// diagonals returns the lines of the diagonals of a direction, sorted by value.
func (r *Rule) diagonals(board Board, b Bound) []Line {
	low := board.Ranks
	byValue := make([][]int, board.Files+2*low) // index 0 is for the value −low
	for i, s := range board.Squares() {
		value := r.line(board, b.Along, s) + low
		byValue[value] = append(byValue[value], i)
	}
	var lines []Line
	for value, on := range byValue {
		if on != nil {
			lines = append(lines, Line{Name: fmt.Sprintf("%v %d", b.Along, value-low), Min: b.Min, Max: b.Max, Placements: on})
		}
	}
	return lines
}

// leaps returns a clause for each two squares that are a leap apart: not both have a piece. On a
// small torus, where several leaps connect two squares, it returns several.
func (r *Rule) leaps(board Board, squares []Square) []Clause {
	ways := make([][]Square, len(r.Leaps)) // half of the offsets of each leap, one for each pair of squares
	for k, l := range r.Leaps {
		offsets := l.offsets()
		ways[k] = offsets[:len(offsets)/2]
	}
	var clauses []Clause
	for i, s := range squares {
		for k, l := range r.Leaps {
			for _, by := range ways[k] {
				if to, ok := r.add(board, s, by); ok {
					clauses = append(clauses, Clause{
						Name:     fmt.Sprintf("%s %v %v", l.Name, s, to),
						Literals: []Literal{NotChosen(i), NotChosen(board.Index(to))},
					})
				}
			}
		}
	}
	return clauses
}

// outline returns the outline of the rule's Model for a board.
func (r *Rule) outline(board Board, pieces int, known bool) Outline {
	o := Outline{Placements: board.Size()}
	for _, b := range r.on(board).Lines {
		if b.Along == Ranks {
			o.Lines = append(o.Lines, Lines{board.Ranks, board.Files, b.Min, b.Max})
			continue
		}
		if b.Along == Files || r.Wrap {
			o.Lines = append(o.Lines, Lines{board.Files, board.Ranks, b.Min, b.Max})
			continue
		}
		shorter := min(board.Files, board.Ranks)
		for length := 1; length < shorter; length++ {
			o.Lines = append(o.Lines, Lines{2, length, b.Min, b.Max})
		}
		o.Lines = append(o.Lines, Lines{board.Side() - shorter + 1, shorter, b.Min, b.Max})
	}
	if _, fixed := r.pieces(board); known && !fixed {
		o.Lines = append(o.Lines, Lines{1, board.Size(), pieces, pieces})
	}
	for _, by := range r.Offsets() {
		switch {
		case by.Rank < 0 || by.Rank == 0 && by.File < 0: // the reverse of another offset
		case r.Wrap:
			o.Clauses += board.Size()
		default:
			o.Clauses += max(0, board.Files-max(by.File, -by.File)) * max(0, board.Ranks-by.Rank)
		}
	}
	o.Literals = 2 * o.Clauses
	return o
}

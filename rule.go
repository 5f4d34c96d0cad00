package nqueens

import (
	"errors"
	"fmt"
	"slices"
)

// Rule says what a family's pieces do, as data: how many of them each line of
// the board holds, and over which leaps none may face another. The Model, the
// scan of a list of ranks, native engines and the statements in other languages
// are all made from it.
type Rule struct {
	Lines []Bound // at most one for each direction
	Leaps []Leap
	// Wrap joins opposite edges of the board: diagonals and leaps go on round it.
	Wrap bool
}

// Bound says how many pieces stand on each line of a direction: at least Min
// and at most Max. On a rectangle where both ranks and files must have pieces, those
// lines of which there are more are held to Max alone: m × n queens are as many as
// fit, one on each line of the shorter direction (OEIS A269133).
type Bound struct {
	Along    Direction
	Min, Max int
}

// Direction is one of the four ways in which the lines of a board run.
type Direction uint8

const (
	Ranks Direction = iota
	Files
	Sums  // the diagonals on which file + rank is the same
	Diffs // those on which file − rank is
)

// String is what the lines of the direction are called: "rank".
func (d Direction) String() string { return [...]string{"rank", "file", "sum", "diff"}[d&3] }

// Leap is a leaper's move, to squares so many files and ranks away, in whatever
// direction and either way round: one and two are the knight's.
type Leap struct {
	Name         string // the leaper's: "knight"
	Files, Ranks int
}

// QueenRule is the queens' rule: one in each rank and file, at most one on a
// diagonal.
func QueenRule() *Rule {
	return &Rule{Lines: []Bound{{Ranks, 1, 1}, {Files, 1, 1}, {Sums, 0, 1}, {Diffs, 0, 1}}}
}

// TorusRule is the queens' rule on a board whose opposite edges are joined.
func TorusRule() *Rule {
	r := QueenRule()
	r.Wrap = true
	return r
}

// Bound is what the rule says of a direction, if it says anything.
func (r *Rule) Bound(d Direction) (b Bound, ok bool) {
	if i := slices.IndexFunc(r.Lines, func(b Bound) bool { return b.Along == d }); i >= 0 {
		return r.Lines[i], true
	}
	return Bound{}, false
}

// on is the rule as the board's shape has it.
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

// AtMostOne reports whether a line of the direction holds one piece at most.
func (r *Rule) AtMostOne(d Direction) bool {
	b, ok := r.Bound(d)
	return ok && b.Max <= 1
}

// Permutes reports whether every solution is a permutation: each rank and each
// file holds exactly one piece.
func (r *Rule) Permutes() bool {
	return r.OneAFile() && slices.Contains(r.Lines, Bound{Ranks, 1, 1})
}

// OneAFile reports whether every solution has one piece in each file, so that the
// ranks of the pieces in file order tell it.
func (r *Rule) OneAFile() bool { return r != nil && slices.Contains(r.Lines, Bound{Files, 1, 1}) }

// Equal reports whether two rules say the same. No rule equals none.
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

// bounds are those of the four directions, nothing where nothing is said.
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

// wraps reports whether it makes a difference that edges are joined.
func (r *Rule) wraps() bool {
	return r.Wrap && (len(r.Leaps) > 0 || slices.ContainsFunc(r.Lines, func(b Bound) bool { return b.Along >= Sums }))
}

// Symmetries are those of the board under which the rule reads the same. Leaps,
// which go in all directions, always do.
func (r *Rule) Symmetries() []Symmetry {
	return slices.DeleteFunc(Symmetries(), func(g Symmetry) bool {
		from, to := r.bounds(), r.bounds()
		for d := range to {
			to[d] = from[g.direction(Direction(d))]
		}
		return from != to
	})
}

// direction is where the lines of a direction go.
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

// line is the value that the squares of a line share.
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

// Offsets are the differences between two squares of all leaps.
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

// offsets are the up to eight squares that the leap leads to from a1, those
// above it, or beside it to the right, first: they are each other's negatives.
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

// add is the square that a leap from s leads to, if there is one.
func (r *Rule) add(b Board, s, by Square) (Square, bool) {
	to := Square{File: s.File + by.File, Rank: s.Rank + by.Rank}
	if r.Wrap {
		to = Square{File: ((to.File % b.Files) + b.Files) % b.Files, Rank: ((to.Rank % b.Ranks) + b.Ranks) % b.Ranks}
	}
	return to, b.Contains(to) && to != s
}

// Attackers returns, for each square of a board, the squares from which a piece attacks it along a line or over a
// leap. A square that does so in several ways is listed several times.
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

// pieces is how many pieces the rule asks for on a board, if it alone fixes their
// number.
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

// validate refuses what says nothing or two things.
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

// Model returns the rule's Model for a board, with no more pieces than the rule itself asks for.
func (r *Rule) Model(board Board) *Model { return r.model(board, 0, false) }

// model is the rule's Model for a board. Where the rule does not fix the
// number of pieces and one is known, a last line does.
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

// ranksAndFiles gives ranks and files their lines in organ-pipe order: from the
// middle outwards, the rank before the file. Middle lines meet the longest
// diagonals, so a search does well to branch on them first.
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

// organPipe is which of n lines comes after j others.
func organPipe(n, j int) int {
	if j%2 == 1 {
		return (n - 1 - j) / 2
	}
	return (n + j) / 2
}

// diagonals gives the diagonals of a direction their lines, by their value.
func (r *Rule) diagonals(board Board, b Bound) []Line {
	low := board.Ranks
	byValue := make([][]int, board.Files+2*low) // from −low
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

// leaps says for each two squares a leap apart that not both have a piece; on a small
// torus, where several leaps lead from one to the other, several times.
func (r *Rule) leaps(board Board, squares []Square) []Clause {
	ways := make([][]Square, len(r.Leaps)) // of each leap, one of each two
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

// outline is that of the rule's Model for a board.
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
		case by.Rank < 0 || by.Rank == 0 && by.File < 0: // the way back
		case r.Wrap:
			o.Clauses += board.Size()
		default:
			o.Clauses += max(0, board.Files-max(by.File, -by.File)) * max(0, board.Ranks-by.Rank)
		}
	}
	o.Literals = 2 * o.Clauses
	return o
}

package nqueens

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Shift returns the symmetry that moves each square by the given numbers of files and ranks, from 0
// to 65535 each, around a board whose edges are joined.
func Shift(files, ranks int) Symmetry { return Symmetry(files&0xffff)<<8 | Symmetry(ranks&0xffff)<<24 }

// Axes returns the symmetry that exchanges and reverses the coordinates of a board of up to six dimensions.
// Coordinates are numbered from 1: the rank first, then the digits of the file, see family.Queens3D. from has
// for each coordinate the coordinate that replaces it, negative if it is reversed: 2, −1, 3 is a quarter turn
// of each layer.
func Axes(from ...int) Symmetry {
	var g Symmetry
	for i, c := range from {
		source, reversed := max(c, -c)-1, 0
		if c < 0 {
			reversed = 8
		}
		g |= Symmetry((source^i)&7|reversed) << (40 + 4*i) // 0 if nothing changes
	}
	return g
}

const maxDimensions = 6

// turns reports whether the symmetry is one of the constants, those of the square.
func (g Symmetry) turns() bool { return g < 8 }

// shift returns how far the symmetry moves squares after its turn.
func (g Symmetry) shift() Square { return Square{int(g >> 8 & 0xffff), int(g >> 24 & 0xffff)} }

// axis returns the coordinate that coordinate i comes from, both counted from 0.
func (g Symmetry) axis(i int) (source int, reversed bool) {
	code := int(g >> (40 + 4*i) & 15)
	return code&7 ^ i, code&8 != 0
}

// axes returns the arguments of Axes up to the last coordinate that changes, at least two.
func (g Symmetry) axes() (from []int) {
	for i := range maxDimensions {
		if i > 1 && g>>(40+4*i) == 0 {
			break
		}
		source, reversed := g.axis(i)
		if source++; reversed {
			source = -source
		}
		from = append(from, source)
	}
	return from
}

// beyond returns the name of a symmetry that is not one of the square: "shift:2:0",
// "half-turn:shift:1:3", "axes:2:-1".
func (g Symmetry) beyond() string {
	var parts []string
	if turn := g & 7; turn != Identity {
		parts = append(parts, turn.String())
	}
	if by := g.shift(); by != (Square{}) {
		parts = append(parts, fmt.Sprintf("shift:%d:%d", by.File, by.Rank))
	}
	if g>>40 != 0 {
		parts = append(parts, "axes:"+strings.Trim(strings.ReplaceAll(fmt.Sprint(g.axes()), " ", ":"), "[]"))
	}
	return strings.Join(parts, ":")
}

// parseBeyond parses what beyond returns.
func parseBeyond(name string) (g Symmetry, ok bool) {
	words := strings.Split(name, ":")
	if i := slices.Index(symmetryNames[:], words[0]); i > 0 {
		g, words = Symmetry(i), words[1:]
	}
	if len(words) < 3 {
		return 0, false
	}
	var numbers []int
	for _, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, false
		}
		numbers = append(numbers, n)
	}
	switch words[0] {
	case "shift":
		g |= Shift(numbers[0], numbers[len(numbers)-1])
	case "axes":
		if len(numbers) > maxDimensions {
			return 0, false
		}
		g |= Axes(numbers...)
	}
	return g, g.beyond() == name // nothing is left out, and no coordinate occurs twice
}

// applyBeyond applies the axes and the shift to a square that was turned already.
func (g Symmetry) applyBeyond(b Board, s Square) Square {
	if g>>40 != 0 {
		from := b.coordinates(s)
		to := slices.Clone(from)
		for i := range to {
			source, reversed := g.axis(i)
			if to[i] = from[source]; reversed {
				to[i] = b.Ranks - 1 - to[i]
			}
		}
		s = b.at(to)
	}
	by := g.shift()
	return Square{(s.File + by.File) % b.Files, (s.Rank + by.Rank) % b.Ranks}
}

// coordinates returns the rank and the digits of the file in base b.Ranks.
func (b Board) coordinates(s Square) []int {
	if b.Ranks == 1 {
		return make([]int, maxDimensions)
	}
	list := []int{s.Rank}
	for size, file := 1, s.File; size < b.Files; size, file = size*b.Ranks, file/b.Ranks {
		list = append(list, file%b.Ranks)
	}
	return list
}

// at returns the square with the given coordinates.
func (b Board) at(coordinates []int) (s Square) {
	s.Rank = coordinates[0]
	for _, c := range slices.Backward(coordinates[1:]) {
		s.File = s.File*b.Ranks + c
	}
	return s
}

// after returns the symmetry that applies h first and then g, on a board that has both. If one of
// them has axes, the other must have neither a turn nor a shift.
func (b Board) after(g, h Symmetry) Symmetry {
	if g>>40 != 0 || h>>40 != 0 {
		from := make([]int, maxDimensions)
		for i := range from {
			middle, once := g.axis(i)
			source, again := h.axis(middle)
			if from[i] = source + 1; once != again {
				from[i] = -from[i]
			}
		}
		return Axes(from...)
	}
	turn := (g & 7).After(h & 7)
	return turn | b.shiftTo(turn, g.Apply(b, h.Apply(b, Square{})))
}

// inverse returns the inverse of g.
func (b Board) inverse(g Symmetry) Symmetry {
	if g>>40 != 0 {
		from := make([]int, maxDimensions)
		for i := range from {
			source, reversed := g.axis(i)
			if from[source] = i + 1; reversed {
				from[source] = -from[source]
			}
		}
		return Axes(from...)
	}
	turn := (g & 7).Inverse()
	back := turn.Apply(b, g.Apply(b, Square{})) // the inverse must map this square to a1
	return turn | Shift((b.Files-back.File)%b.Files, (b.Ranks-back.Rank)%b.Ranks)
}

// shiftTo returns the shift that moves a1, after the turn, to the given square.
func (b Board) shiftTo(turn Symmetry, to Square) Symmetry {
	at := turn.Apply(b, Square{})
	return Shift((to.File-at.File+b.Files)%b.Files, (to.Rank-at.Rank+b.Ranks)%b.Ranks)
}

// WithShifts returns the symmetries of a board whose opposite edges are joined, as on a torus. Each
// is one of the given symmetries of the square, followed by a cyclic shift of the files and the
// ranks.
func WithShifts(turns []Symmetry, b Board) (group []Symmetry) {
	for _, g := range turns {
		for files := range b.Files {
			for ranks := range b.Ranks {
				group = append(group, g|Shift(files, ranks))
			}
		}
	}
	return group
}

// AllAxes returns the symmetries of a board of the given number of dimensions: 8 of the square, 48
// of the cube.
func AllAxes(dimensions int) (group []Symmetry) {
	var from []int
	var choose func()
	choose = func() {
		if len(from) == dimensions {
			group = append(group, Axes(from...))
			return
		}
		for c := 1; c <= dimensions; c++ {
			if !slices.Contains(from, c) && !slices.Contains(from, -c) {
				for _, signed := range []int{c, -c} {
					from = append(from, signed)
					choose()
					from = from[:len(from)-1]
				}
			}
		}
	}
	choose()
	return group
}

// Group returns all symmetries that map the problem's solutions to its solutions: those of
// Symmetries, the shifts of a board whose edges are joined, and the exchanges of the axes of a
// board of more dimensions.
func (p Problem) Group() []Symmetry { return p.kept(p.Family.group(p)) }

// group returns the family's symmetries on a bare board. On a board that is not square they may
// include some that do not map it to itself.
func (f *Family) group(p Problem) []Symmetry {
	switch {
	case f.Group != nil:
		return f.Group(p)
	case f.Rule != nil && f.Rule.wraps():
		return WithShifts(f.Rule.Symmetries(), p.Board())
	}
	return p.Empty().Symmetries()
}

// Classes returns one symmetry of Group for each class of conjugates, the identity first. All
// symmetries of a class map the same number of solutions to themselves.
func (p Problem) Classes() (first []Symmetry) {
	for _, class := range p.classes() {
		first = append(first, class[0])
	}
	return first
}

func (p Problem) classes() (list [][]Symmetry) {
	group, board := p.Group(), p.Board()
	seen := map[Symmetry]bool{}
	for _, g := range group {
		if seen[g] {
			continue
		}
		var class []Symmetry
		for _, k := range group {
			if c := board.after(board.after(k, g), board.inverse(k)); !seen[c] {
				seen[c], class = true, append(class, c)
			}
		}
		list = append(list, class)
	}
	return list
}

// keepsSymmetric reports whether g maps solutions with the symmetry h that the problem requires to
// solutions with the same symmetry, which holds if ghg⁻¹ is h or its inverse.
func (p Problem) keepsSymmetric(g Symmetry) bool {
	h, board := p.Symmetric, p.Board()
	if h == Identity {
		return true
	}
	same, inverse := true, true
	for _, s := range board.Squares() {
		to := g.Apply(board, s)
		same = same && g.Apply(board, h.Apply(board, s)) == h.Apply(board, to)
		inverse = inverse && h.Apply(board, g.Apply(board, h.Apply(board, s))) == to
	}
	return same || inverse
}

// Keeps reports whether the symmetry of the board maps each line, clause and sum of the model to
// one of the model.
func (m *Model) Keeps(b Board, g Symmetry) bool {
	index := make(map[Placement]int, len(m.Placements))
	for i, at := range m.Placements {
		index[at] = i
	}
	image := make([]int, len(m.Placements))
	for i, at := range m.Placements {
		if at.Variable == 0 {
			at.Square = g.Apply(b, at.Square)
		}
		to, there := index[at]
		if !there {
			return false
		}
		image[i] = to
	}
	times := map[string]int{} // how often a constraint occurs, minus how often it occurs as an image
	count := func(least, most int64, terms []Term, by int) {
		slices.SortFunc(terms, func(a, b Term) int { return int(a.Literal - b.Literal) })
		key := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(least)), uint64(most))
		for _, t := range terms {
			key = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(key, uint64(t.Weight)), uint64(t.Literal))
		}
		times[string(key)] += by
	}
	both := func(least, most int64, terms []Term) {
		images := slices.Clone(terms)
		for i, t := range terms {
			if images[i].Literal = NotChosen(image[t.Literal.Placement()]); t.Literal.Positive() {
				images[i].Literal = Chosen(image[t.Literal.Placement()])
			}
		}
		count(least, most, slices.Clone(terms), 1)
		count(least, most, images, -1)
	}
	weighed := func(literals []Literal) (terms []Term) {
		for _, l := range literals {
			terms = append(terms, Term{1, l})
		}
		return terms
	}
	chosen := func(placements []int) (literals []Literal) {
		for _, i := range placements {
			literals = append(literals, Chosen(i))
		}
		return literals
	}
	const clause, sum, objective = -1, -2, -3 // no line has such a maximum
	for _, l := range m.Lines {
		both(int64(l.Min), int64(l.Max), weighed(chosen(l.Placements)))
	}
	for _, c := range m.Clauses {
		both(1, clause, weighed(c.Literals))
	}
	for _, s := range m.Sums {
		both(s.Min, sum, s.Terms)
	}
	both(int64(m.Objective.Goal), objective, weighed(chosen(m.Objective.Over)))
	for _, n := range times {
		if n != 0 {
			return false
		}
	}
	return true
}

// maxVerified is the maximum number of entries of a problem's Model with which its group is
// verified.
const maxVerified = 1 << 20

// verifyGroup applies generators of the family's group on the bare board to its Model, and returns
// an error if one does not keep it.
func (p Problem) verifyGroup() error {
	bare := p.Empty()
	if o, err := bare.Outline(); err != nil || o.Auxiliaries > 0 || o.Entries() > maxVerified {
		return err
	}
	m, err := bare.Model()
	if err != nil {
		return err
	}
	one := []Symmetry{0, Shift(1, 0), Shift(0, 1)}
	for _, g := range bare.Group() {
		if shift := g >> 8 << 8 & (1<<40 - 1); (slices.Contains(one, shift) && (g&7 == 0 || shift == 0)) && !m.Keeps(p.Board(), g) {
			return fmt.Errorf("%v: the family states the symmetry %v, but that symmetry changes the Model", bare, g)
		}
	}
	return nil
}

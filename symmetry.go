package nqueens

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nqueens/internal/suggest"
)

// Symmetry maps a board to itself; its zero value is the identity. The constants are the eight
// symmetries of the square, the dihedral group D4. Boards whose edges are joined also have Shifts,
// and those of more dimensions have Axes.
type Symmetry uint64 // the bits from 3 on are defined in group.go

// The symmetries of the square: bit 2 first transposes (exchanges files and ranks), then bit 1
// reverses the ranks and bit 0 the files.
const (
	Identity Symmetry = iota
	MirrorFiles
	MirrorRanks
	HalfTurn
	Transpose
	QuarterTurn     // anticlockwise: a1 moves to the former place of h1
	QuarterTurnBack // clockwise
	AntiTranspose   // exchanges a1 and h8
)

// Symmetries returns all eight symmetries of the square.
func Symmetries() []Symmetry {
	return []Symmetry{Identity, MirrorFiles, MirrorRanks, HalfTurn, Transpose, QuarterTurn, QuarterTurnBack, AntiTranspose}
}

// symmetryNames are indexed by Symmetry.
var symmetryNames = [...]string{
	"identity", "mirror-files", "mirror-ranks", "half-turn",
	"transpose", "quarter-turn", "quarter-turn-back", "anti-transpose",
}

// String returns the name of the symmetry: "half-turn".
func (g Symmetry) String() string {
	if g.turns() {
		return symmetryNames[g]
	}
	return g.beyond()
}

// ParseSymmetry parses the name of a symmetry.
func ParseSymmetry(name string) (Symmetry, error) {
	if g, ok := parseBeyond(name); ok {
		return g, nil
	}
	i := slices.Index(symmetryNames[:], name)
	switch {
	case i < 0 && strings.HasPrefix(name, "shift"):
		return Identity, fmt.Errorf("no symmetry is called %q: a shift is by files and ranks, as in shift:1:2", name)
	case i < 0 && strings.HasPrefix(name, "axes"):
		return Identity, fmt.Errorf("no symmetry is called %q: axes say where each coordinate comes from, as in axes:2:-1:3", name)
	case i < 0:
		return Identity, fmt.Errorf("no symmetry is called %q %s", name, suggest.Among(name, symmetryNames[:]))
	}
	return Symmetry(i), nil
}

// After returns the symmetry that applies h first and then g, both of the square.
func (g Symmetry) After(h Symmetry) Symmetry {
	asymmetric := Square{File: 0, Rank: 1} // on a board of 4 all its eight images differ
	image := g.Apply(NByN(4), h.Apply(NByN(4), asymmetric))
	for _, k := range Symmetries() {
		if k.Apply(NByN(4), asymmetric) == image {
			return k
		}
	}
	panic("the symmetries of the square are a group")
}

// Inverse returns the inverse of g, which must be a symmetry of the square.
func (g Symmetry) Inverse() Symmetry {
	switch g {
	case QuarterTurn:
		return QuarterTurnBack
	case QuarterTurnBack:
		return QuarterTurn
	}
	return g
}

// Transposes reports whether files become ranks, so that only square boards are mapped to
// themselves.
func (g Symmetry) Transposes() bool { return g&4 != 0 }

// Apply returns the image of a square of a board. The board must be square if the symmetry
// transposes.
func (g Symmetry) Apply(b Board, s Square) Square {
	if g&4 != 0 {
		s.File, s.Rank = s.Rank, s.File
	}
	if g&2 != 0 {
		s.Rank = b.Ranks - 1 - s.Rank
	}
	if g&1 != 0 {
		s.File = b.Files - 1 - s.File
	}
	if g.turns() {
		return s
	}
	return g.applyBeyond(b, s)
}

// Image returns the image of the solution, in file order.
func (s Solution) Image(b Board, g Symmetry) Solution {
	image := make(Solution, len(s))
	for i, p := range s {
		image[i] = Placement{Square: g.Apply(b, p.Square), Kind: p.Kind}
	}
	image.Sort()
	return image
}

// Orbit returns the different images of the solution of an n × n board under all eight symmetries,
// in lexicographic order. There are 1, 2, 4 or 8; the first represents the class.
func (s Solution) Orbit(n int) []Solution { return s.OrbitUnder(NByN(n), Symmetries()) }

// OrbitUnder returns the different images under a group of symmetries, in lexicographic order.
func (s Solution) OrbitUnder(b Board, group []Symmetry) []Solution {
	var images []Solution
	for _, g := range group {
		images = append(images, s.Image(b, g))
	}
	slices.SortFunc(images, Solution.Compare)
	return slices.CompactFunc(images, func(a, b Solution) bool { return slices.Equal(a, b) })
}

// Fundamental reports whether the solution, in file order, represents its orbit, which means that
// no image comes before it.
func (s Solution) Fundamental(n int) bool {
	return slices.Equal(s.Orbit(n)[0], s)
}

// FirstOf reports whether the solution, in file order, is the first of its orbit under a group of
// symmetries.
func (s Solution) FirstOf(b Board, group []Symmetry) bool {
	return !slices.ContainsFunc(group, func(g Symmetry) bool { return s.Image(b, g).Compare(s) < 0 })
}

// Has reports whether the symmetry maps the solution to itself. The squares may be in any order.
func (s Solution) Has(b Board, g Symmetry) bool {
	if g == Identity {
		return true
	}
	stands := func(p Placement) bool { return slices.Contains(s, p) }
	if len(s) > 64 {
		squares := make(map[Placement]bool, len(s))
		for _, p := range s {
			squares[p] = true
		}
		stands = func(p Placement) bool { return squares[p] }
	}
	return !slices.ContainsFunc(s, func(p Placement) bool { return !stands(Placement{Square: g.Apply(b, p.Square), Kind: p.Kind}) })
}

// Compare compares solutions in file order lexicographically by their placements.
func (s Solution) Compare(t Solution) int { return slices.CompareFunc(s, t, comparePlacements) }

// Symmetries returns the symmetries of the square that map the problem's solutions to its solutions
// because they keep the family's rules, the given pieces and the other constraints. They are a
// group.
func (p Problem) Symmetries() []Symmetry {
	group := Symmetries()
	switch f := p.Family; {
	case f.Group != nil:
		group = slices.DeleteFunc(f.Group(p), func(g Symmetry) bool { return !g.turns() })
	case f.Rule != nil:
		group = f.Rule.Symmetries()
	}
	return p.kept(group)
}

// kept returns those of the family's symmetries that keep the board, the given pieces and the other
// constraints.
func (p Problem) kept(group []Symmetry) []Symmetry {
	board := p.Board()
	if !board.IsSquare() {
		group = slices.DeleteFunc(group, Symmetry.Transposes)
	}
	var closed []bool
	var squares []Square // the squares to compare: none if there are no constraints
	if p.laidDown() > 0 {
		closed, squares = p.Closed(), board.Squares()
	}
	laid := p.Laid()
	return slices.DeleteFunc(group, func(g Symmetry) bool {
		if !p.keepsSymmetric(g) {
			return true
		}
		for i, s := range squares {
			if j := board.Index(g.Apply(board, s)); closed[i] != closed[j] {
				return true
			}
		}
		return !laid.Has(board, g)
	})
}

// CountUpToSymmetry counts the classes of solutions in which those that a symmetry of the problem
// maps to each other are one. It calls count to get the number of solutions that each symmetry maps
// to themselves, with the problem restricted to these, and also returns these numbers. For
// symmetries that must have the same number it calls count once.
func (p Problem) CountUpToSymmetry(count func(Problem) (*Count, error)) (classes *Count, fixed map[Symmetry]*Count, err error) {
	if p.Goal() != NoGoal {
		return nil, nil, fmt.Errorf("%v up to symmetry: first say how many pieces there are: those of a symmetry may have fewer or more", p.Short())
	}
	if err := p.verifyGroup(); err != nil {
		return nil, nil, err
	}
	fixed = map[Symmetry]*Count{}
	none := false // there is no solution, and so no symmetric one
	for _, class := range p.classes() {
		g, c := class[0], NewCount(0)
		if !none {
			if c, err = count(p.SymmetricUnder(g)); err != nil {
				return nil, fixed, err
			}
		}
		none = none || g == Identity && c.Cmp(NewCount(0)) == 0
		for _, k := range class { // conjugates have the same number
			fixed[k] = c
		}
	}
	classes, err = p.upToSymmetry(fixed)
	return classes, fixed, err
}

// upToSymmetry returns the number of classes of solutions in which those that a symmetry of the
// problem maps to each other are one. By Burnside's lemma it is the mean, over the symmetries g of
// p (see Problem.Group), of the number of solutions that g maps to themselves. fixed has that
// number for each g; the identity maps all solutions to themselves.
func (p Problem) upToSymmetry(fixed map[Symmetry]*Count) (*Count, error) {
	group := p.Group()
	sum := NewCount(0)
	for _, g := range group {
		c := fixed[g]
		if c == nil {
			return nil, fmt.Errorf("%v up to symmetry: the number of solutions symmetric under %v is missing", p.Short(), g)
		}
		sum = sum.Plus(c)
	}
	mean, rest := new(Count), new(big.Int)
	mean.n.QuoRem(&sum.n, big.NewInt(int64(len(group))), rest)
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("%v up to symmetry: the counts add up to %v, which is no multiple of the %d symmetries: one of them is wrong", p.Short(), sum, len(group))
	}
	return mean, nil
}

package familytest

import (
	"errors"
	"fmt"
	"slices"

	"nqueens"
)

// A game is a second definition of a problem of a family. It uses neither a Model nor a Rule, nor
// the family's own Check and Attacks.
type game struct {
	kinds []byte // letters, 0 for the first kind; nil means only that kind
	// meets reports whether a piece cannot be put on a square because of the pieces that were
	// placed before it. Pieces are placed in file order.
	meets func(pos *position, at nqueens.Placement) bool
	// wasted reports whether the placed pieces cannot lead to a solution after a file is complete;
	// nil means never.
	wasted func(pos *position, file int) bool
	// whole reports whether pieces that do not meet are a solution; nil means always.
	whole func(pos *position) bool
	// counts reports whether a piece counts for the number of pieces; nil means always.
	counts func(at nqueens.Placement) bool
	goal   nqueens.Goal
	// number is the number of counted pieces if the problem does not set it; nil means any number.
	number *nqueens.Range
	of     map[byte]nqueens.Range // the number of pieces of a kind
}

// newGame returns the game of the family. For a family without a game, it returns one made from the
// family's Check and Attacks.
func newGame(p nqueens.Problem, pos *position) (game, error) {
	if rules, told := games[p.Family.Name]; told {
		return rules(p, pos), nil
	}
	f := p.Family
	if f.Attacks == nil && f.Check == nil {
		return game{}, fmt.Errorf("the family %s has no Check and no Attacks: only its Model defines its solutions", f.Name)
	}
	g := game{goal: f.Objective, counts: f.Counts, kinds: []byte{0}}
	for _, k := range f.Kinds {
		g.kinds = append(g.kinds, k.Letter)
	}
	g.meets = func(pos *position, at nqueens.Placement) bool {
		return f.Attacks != nil && slices.ContainsFunc(pos.pieces, func(o nqueens.Placement) bool { return f.Attacks(pos.board, o.Square, at.Square) })
	}
	g.whole = func(pos *position) bool {
		if n, known := p.NumberOfPieces(); known && n != len(pos.pieces) {
			return false
		}
		return f.Check == nil || f.Check(p, pos.pieces) == nil
	}
	return g, nil
}

// Kinds returns the letters of the kinds that may be on the problem's board, 0 for the first kind.
func Kinds(p nqueens.Problem) ([]byte, error) {
	g, err := newGame(p, newPosition(p.Board()))
	if g.kinds == nil {
		g.kinds = []byte{0}
	}
	return g.kinds, err
}

// ErrTooMany is the error of a search with too many steps or solutions.
var ErrTooMany = errors.New("too many for brute force")

// Solutions returns every solution of a problem, or the best ones if it has an objective. It places
// pieces square by square and checks the position by the rules of the game.
func Solutions(p nqueens.Problem) ([]nqueens.Solution, error) {
	found, err := SolutionsWithin(p, 1<<24, 1<<20)
	if err != nil {
		err = fmt.Errorf("%v: %w", p, err)
	}
	return found, err
}

// SolutionsWithin does what Solutions does, with limits on the steps and the number of solutions.
func SolutionsWithin(p nqueens.Problem, steps, most int) ([]nqueens.Solution, error) {
	pos := newPosition(p.Board())
	g, err := newGame(p, pos)
	if err != nil {
		return nil, err
	}
	s := newSearch(p, g, pos)
	s.steps, s.most = steps, most
	if s.goal != nqueens.Fewest {
		s.place(0)
		return s.found, s.err
	}
	for fewest := 0; fewest <= len(pos.on) && s.found == nil && s.err == nil; fewest++ {
		s.number = *nqueens.Exactly(fewest)
		s.place(0)
	}
	return s.found, s.err
}

// Holds reports whether the pieces, in file order, are a solution by the rules of the game. It does
// not check an objective.
func Holds(p nqueens.Problem, solution nqueens.Solution) (bool, error) {
	pos := newPosition(p.Board())
	g, err := newGame(p, pos)
	if err != nil {
		return false, err
	}
	s := newSearch(p, g, pos)
	rest := solution
	for i := range pos.on {
		var put []nqueens.Placement
		for len(rest) > 0 && rest[0].Square == pos.square(i) {
			put, rest = append(put, rest[0]), rest[1:]
		}
		if len(put) > 1 || len(put) == 0 && s.must[i] != nil {
			return false, nil
		}
		for _, at := range put {
			if !s.may(i, at) {
				return false, nil
			}
			s.put(at)
		}
	}
	return len(rest) == 0 && s.whole(), nil
}

// A search tries every way to place pieces.
type search struct {
	game   game
	pos    *position
	goal   nqueens.Goal
	number nqueens.Range // of counted pieces
	closed []bool
	must   []*byte // the kind that is given on a square
	never  bool    // two kinds are given on one square
	image  func(nqueens.Square) nqueens.Square
	steps  int // remaining
	most   int

	counted int
	of      map[byte]int
	found   []nqueens.Solution
	err     error
}

func newSearch(p nqueens.Problem, g game, pos *position) *search {
	s := &search{game: g, pos: pos, goal: g.goal, number: nqueens.Range{Min: 0, Max: nqueens.Unbounded}, of: map[byte]int{}}
	if g.number != nil {
		s.number = *g.number
	}
	if p.Pieces != nil {
		s.number, s.goal = *p.Pieces, nqueens.NoGoal
	}
	if g.kinds == nil {
		s.game.kinds = []byte{0}
	}
	s.closed, s.must = make([]bool, len(pos.on)), make([]*byte, len(pos.on))
	for i := range s.closed {
		at := pos.square(i)
		s.closed[i] = slices.Contains(p.Blocked, at) || slices.ContainsFunc(p.Excluded, func(d nqueens.Diagonal) bool {
			if d.Sum {
				return at.File+at.Rank == d.Value
			}
			return at.File-at.Rank == d.Value
		})
	}
	for _, at := range append(nqueens.Placed(p.Given), p.Others...) {
		given := &s.must[pos.index(at.Square)]
		s.never = s.never || *given != nil && **given != at.Kind
		*given = &at.Kind
	}
	if p.Symmetric != nqueens.Identity {
		s.image = imageOf(p.Symmetric, pos.board)
	}
	return s
}

// imageOf returns the mapping of squares by a symmetry.
func imageOf(g nqueens.Symmetry, board nqueens.Board) func(nqueens.Square) nqueens.Square {
	return func(s nqueens.Square) nqueens.Square {
		files, ranks := board.Files-1-s.File, board.Ranks-1-s.Rank
		switch g {
		case nqueens.MirrorFiles:
			return nqueens.Square{File: files, Rank: s.Rank}
		case nqueens.MirrorRanks:
			return nqueens.Square{File: s.File, Rank: ranks}
		case nqueens.HalfTurn:
			return nqueens.Square{File: files, Rank: ranks}
		case nqueens.Transpose:
			return nqueens.Square{File: s.Rank, Rank: s.File}
		case nqueens.QuarterTurn:
			return nqueens.Square{File: ranks, Rank: s.File}
		case nqueens.QuarterTurnBack:
			return nqueens.Square{File: s.Rank, Rank: files}
		case nqueens.AntiTranspose:
			return nqueens.Square{File: ranks, Rank: files}
		}
		return g.Apply(board, s)
	}
}

// may reports whether the piece can be put on the square.
func (s *search) may(i int, at nqueens.Placement) bool {
	return !s.closed[i] && (s.must[i] == nil || *s.must[i] == at.Kind) && slices.Contains(s.game.kinds, at.Kind) && !s.game.meets(s.pos, at)
}

func (s *search) count(at nqueens.Placement, by int) {
	s.of[at.Kind] += by
	if s.game.counts == nil || s.game.counts(at) {
		s.counted += by
	}
}

func (s *search) put(at nqueens.Placement) {
	s.pos.put(at)
	s.count(at, 1)
}

func (s *search) back() {
	s.count(s.pos.pieces[len(s.pos.pieces)-1], -1)
	s.pos.back()
}

// hopeless reports whether there are too many pieces, or will be too few with this many squares
// left.
func (s *search) hopeless(left int) bool {
	if s.counted > s.number.Max || s.counted+left < s.number.Min || s.never {
		return true
	}
	for kind, r := range s.game.of {
		if n := s.of[kind]; n > r.Max || n+left < r.Min {
			return true
		}
	}
	return false
}

// whole reports whether the placed pieces are a solution.
func (s *search) whole() bool {
	if s.hopeless(0) || s.game.whole != nil && !s.game.whole(s.pos) {
		return false
	}
	return s.image == nil || !slices.ContainsFunc(s.pos.pieces, func(at nqueens.Placement) bool {
		return s.pos.on[s.pos.index(s.image(at.Square))] != at.Kind
	})
}

// place tries every piece, and no piece, on square i and recursively on the squares after it.
func (s *search) place(i int) {
	left, ranks := len(s.pos.on)-i, s.pos.board.Ranks
	switch s.steps--; {
	case s.err != nil:
		return
	case s.steps < 0:
		s.err = ErrTooMany
		return
	case s.hopeless(left) || s.game.wasted != nil && i > 0 && i%ranks == 0 && s.game.wasted(s.pos, i/ranks-1):
		return
	case left == 0 && s.whole():
		if s.goal == nqueens.Most && s.counted > s.number.Min { // number.Min is the most so far
			s.number.Min, s.found = s.counted, nil
		}
		if s.found = append(s.found, slices.Clone(s.pos.pieces)); len(s.found) > s.most {
			s.err = ErrTooMany
		}
		return
	case left == 0:
		return
	}
	for _, kind := range s.game.kinds {
		at := nqueens.Placement{Square: s.pos.square(i), Kind: kind}
		if s.may(i, at) {
			s.put(at)
			s.place(i + 1)
			s.back()
		}
	}
	if s.must[i] == nil {
		s.place(i + 1)
	}
}

package family

import (
	"fmt"
	"math"
	"slices"

	"nqueens"
)

// QueensPawns requires n + k queens that do not attack each other, and k pawns, which block the
// lines they stand on and attack nothing. There are thus more queens than ranks. Solutions exist if
// n is large compared with k (R. D. Chatham, M. Doyle, G. H. Fricke, J. Reitmann, R. D. Skaggs and
// M. Wolff, "Independence and domination separation on chessboard graphs", Journal of Combinatorial
// Mathematics and Combinatorial Computing 68; the case of one pawn is in Chatham, Fricke and
// Skaggs, "The queens separation problem", Utilitas Mathematica 69, 2006). The Known numbers of all
// solutions were counted by one backend here, and those up to n = 11 for one pawn, and up to n = 9
// for two and three, by several. Problem.Pieces sets the number of queens instead; the number of
// pawns stays the same.
//
// On a rectangle there are k more queens than the shorter side has squares.
var QueensPawns = &nqueens.Family{
	Name:       "queens-pawns",
	About:      "n + k queens and k pawns, which block lines; no queen attacks another",
	Piece:      'Q',
	Kinds:      []nqueens.Kind{pawn},
	Parameters: []nqueens.Parameter{{Name: "pawns", About: "how many pawns, and how many queens more than ranks", Default: 1}},
	Rectangles: true,
	Build:      func(p nqueens.Problem) *nqueens.Model { return withPawns(p, aLong, aLong) },
	Blocking: func(p nqueens.Problem) *nqueens.Blocking {
		k := p.Parameter("pawns")
		return &nqueens.Blocking{Rule: nqueens.QueenRule(), Pieces: aLine(p) + k, Blocker: pawn.Letter, Blockers: k}
	},
	Validate: roomForPawns,
	Counts:   ofTheFirstKind,
	Pieces:   func(p nqueens.Problem) int { return aLine(p) + 2*p.Parameter("pawns") },
	Check:    amongPawns(queenAttacks),
	Known: []nqueens.Sequence{
		{OEIS: "A103330", Published: "one pawn, n = 1..23; 1..14 listed", Term: terms(
			0, 0, 0, 0, 0, 16, 20, 128, 396, 2288, 11152, 65712, 437848, 3118664)},
		{OEIS: "A103331", UpToSymmetry: true, Published: "one pawn, n = 1..17; 1..13 listed", Term: terms(
			0, 0, 0, 0, 0, 2, 3, 16, 52, 286, 1403, 8214, 54756)},
		{OEIS: "A129551", Published: "two pawns, n = 7..16; 7..12 listed", Term: from(7, termsWith(map[string]int{"pawns": 2},
			0, 0, 0, 0, 0, 0, 4, 44, 280, 1304, 12452, 105012, 977664))},
		{OEIS: "A129553", Published: "three pawns, n = 8..14; 8..12 listed", Term: from(8, termsWith(map[string]int{"pawns": 3},
			0, 0, 0, 0, 0, 0, 0, 8, 44, 528, 5976, 77896))},
	},
}

var pawn = nqueens.Kind{Name: "pawn", Letter: 'P'}

// roomForPawns returns an error if the board has no room for the pawns. It accepts one pawn on a
// single square, for which there are no solutions, as in the OEIS.
func roomForPawns(p nqueens.Problem) error {
	if k, size := p.Parameter("pawns"), p.Board().Size(); k > 1 && k > (size-aLine(p))/2 {
		return fmt.Errorf("pawns=%d: a board of %v squares has no room for so many and %d other pieces", k, p.Board(), aLine(p)+k)
	}
	return nil
}

// amongPawns returns a check of the number of pawns, and that no two of the other pieces attack
// each other.
func amongPawns(attacks func(board nqueens.Board, a, b nqueens.Square) bool) func(p nqueens.Problem, s nqueens.Solution) error {
	return func(p nqueens.Problem, s nqueens.Solution) error {
		if pawns := number(s, pawn); pawns != p.Parameter("pawns") {
			return fmt.Errorf("%s, not %d", onBoard(pawns, "pawn"), p.Parameter("pawns"))
		}
		return unseen(p, s, attacks)
	}
}

// unseen returns an error if two pieces other than pawns attack each other.
func unseen(p nqueens.Problem, s nqueens.Solution, attacks func(board nqueens.Board, a, b nqueens.Square) bool) error {
	return eachSeen(s, p.Board(), func(by, seen nqueens.Placement) bool {
		return by.Kind == 0 && seen.Kind == 0 && attacks(p.Board(), by.Square, seen.Square)
	})
}

// aLong is the range of a piece without a limit.
const aLong = math.MaxInt

// withPawns returns the model of k pawns and k more pieces than a line has squares. The arguments
// are the ranges of the pieces along ranks and files, and along diagonals.
func withPawns(p nqueens.Problem, straight, diagonal int) *nqueens.Model {
	board, k := p.Board(), p.Parameter("pawns")
	m := onEachSquare(board, 0, pawn.Letter)
	if p.Pieces == nil {
		m.Lines = append(m.Lines, numbered(m, "pieces", 0, aLine(p)+k))
	}
	m.Lines = append(m.Lines, numbered(m, "pawns", pawn.Letter, k))
	blocked(m, board, straight, diagonal)
	if p.Pieces == nil {
		alternate(m, board)
	}
	return m
}

// alternate adds redundant clauses, which help a search, for k pawns and k more pieces than the
// shorter side has squares. A line of that direction has at most one piece more than pawns, so each
// line has exactly one more, and pieces and pawns alternate along it. On a square board this makes
// an alternating sign matrix, where 1 is a piece and -1 a pawn. There is no clause that a line
// without pawns has a piece: it follows from the number of pieces, and a search need not branch on
// it.
func alternate(m *nqueens.Model, board nqueens.Board) {
	if board.Ranks <= board.Files {
		for rank := range board.Ranks {
			takeTurns(m, board, nqueens.Square{Rank: rank}, nqueens.Square{File: 1})
		}
	}
	if board.Files <= board.Ranks {
		for file := range board.Files {
			takeTurns(m, board, nqueens.Square{File: file}, nqueens.Square{Rank: 1})
		}
	}
}

// takeTurns adds the clauses that there is a piece between two pawns, and between a pawn and an
// edge, in the direction of step from an edge. All pieces are listed before all pawns.
func takeTurns(m *nqueens.Model, board nqueens.Board, edge, step nqueens.Square) {
	size := board.Size()
	var pieces []nqueens.Literal
	for s := edge; board.Contains(s); s = plus(s, step) {
		pieces = append(pieces, nqueens.Chosen(board.Index(s)))
	}
	piece := func(between []nqueens.Literal, ends ...int) {
		c := nqueens.Clause{Name: "a piece beside", Literals: slices.Clone(between)}
		for _, i := range ends {
			pawn := size + pieces[i].Placement()
			c.Name += " " + m.Placements[pawn].String()
			c.Literals = append(c.Literals, nqueens.NotChosen(pawn))
		}
		m.Clauses = append(m.Clauses, c)
	}
	for i := range pieces {
		piece(pieces[:i], i)
		piece(pieces[i+1:], i)
		for j := range i {
			piece(pieces[j+1:i], j, i)
		}
	}
}

// blocked adds the clauses for pieces, which are listed before all pawns: if two of them can reach
// each other, one is not chosen or a pawn between them is.
func blocked(m *nqueens.Model, board nqueens.Board, straight, diagonal int) {
	size := board.Size()
	for i, s := range board.Squares() {
		m.Clauses = append(m.Clauses, apart(m, i, size+i))
		for _, step := range []nqueens.Square{{File: 1, Rank: 0}, {File: 0, Rank: 1}, {File: 1, Rank: 1}, {File: 1, Rank: -1}} {
			reach := diagonal
			if step.File*step.Rank == 0 {
				reach = straight
			}
			between := []nqueens.Literal{}
			for t := plus(s, step); board.Contains(t) && len(between) < reach; t = plus(t, step) {
				two := apart(m, i, board.Index(t))
				two.Literals = append(two.Literals, between...)
				m.Clauses = append(m.Clauses, two)
				between = append(between, nqueens.Chosen(size+board.Index(t)))
			}
		}
	}
}

// DragonKingsPawns requires n + k pieces that move as a rook and as a king and do not attack each
// other, and k pawns, which block the lines they stand on. Solutions exist if n > k + 5 (R. D.
// Chatham, "Reflections on the n + k dragon kings problem", Recreational Mathematics Magazine 5,
// 2018). Problem.Pieces sets the number of dragon kings instead.
//
// We know of no published counts: the Known numbers were counted by backends here.
var DragonKingsPawns = &nqueens.Family{
	Name:       "dragon-kings-pawns",
	About:      "n + k dragon kings and k pawns, which block lines; no dragon king attacks another",
	Piece:      DragonKings.Piece,
	Kinds:      []nqueens.Kind{pawn},
	Parameters: []nqueens.Parameter{{Name: "pawns", About: "how many pawns, and how many dragon kings more than ranks", Default: 1}},
	Rectangles: true,
	Build:      func(p nqueens.Problem) *nqueens.Model { return withPawns(p, aLong, 1) },
	Validate:   roomForPawns,
	Counts:     ofTheFirstKind,
	Pieces:     func(p nqueens.Problem) int { return aLine(p) + 2*p.Parameter("pawns") },
	Check:      amongPawns(dragonKingAttacks),
	Known: []nqueens.Sequence{
		{Unpublished: true, Published: "one pawn, n = 1..9", Term: terms(0, 0, 0, 0, 0, 32, 762, 14412, 250326)},
		{Unpublished: true, Published: "two pawns, n = 6..8", Term: from(6, termsWith(map[string]int{"pawns": 2}, 0, 0, 0, 0, 0, 0, 124, 9056))},
	},
}

// FewestPawns requires as few pawns as possible that allow n + k queens on the board such that none
// attacks another. Problem.Pieces sets the number of pawns instead.
//
// We know of no publication: the Known numbers were found by backends here. On a board of size 4 no
// number of pawns is sufficient.
var FewestPawns = &nqueens.Family{
	Name:       "fewest-pawns",
	About:      "as few pawns as let n + k queens stand on the board, none attacking another",
	Piece:      'Q',
	Kinds:      []nqueens.Kind{pawn},
	Parameters: []nqueens.Parameter{{Name: "more", About: "how many queens more than ranks", Default: 1}},
	Rectangles: true,
	Objective:  nqueens.Fewest,
	Counts:     func(p nqueens.Placement) bool { return p.Kind == pawn.Letter },
	Build: func(p nqueens.Problem) *nqueens.Model {
		m := onEachSquare(p.Board(), 0, pawn.Letter)
		m.Lines = append(m.Lines, numbered(m, "queens", 0, aLine(p)+p.Parameter("more")))
		blocked(m, p.Board(), aLong, aLong)
		return m
	},
	Validate: func(p nqueens.Problem) error {
		// One more is allowed on a single square too, as with a given number of pawns.
		if k := p.Parameter("more"); k > 1 && aLine(p)+k > p.Board().Size() {
			return fmt.Errorf("more=%d: a board of %v squares has no room for %d queens", k, p.Board(), aLine(p)+k)
		}
		return nil
	},
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		if queens := number(s, nqueens.Kind{}); queens != aLine(p)+p.Parameter("more") {
			return fmt.Errorf("%s, not %d", onBoard(queens, "queen"), aLine(p)+p.Parameter("more"))
		}
		return unseen(p, s, queenAttacks)
	},
	Known: []nqueens.Sequence{
		{Optimum: true, Unpublished: true, Published: "one queen more, n = 5..10", Term: from(5, terms(0, 0, 0, 0, 3, 1, 1, 1, 1, 1))},
		{Optimum: true, Unpublished: true, Published: "two queens more, n = 5..8", Term: from(5, termsWith(map[string]int{"more": 2}, 0, 0, 0, 0, 4, 3, 2, 2))},
		{Optimum: true, Unpublished: true, Published: "three queens more, n = 5..8", Term: from(5, termsWith(map[string]int{"more": 3}, 0, 0, 0, 0, 7, 6, 4, 3))},
		{Unpublished: true, Published: "one queen more, n = 5..8", Term: from(5, terms(0, 0, 0, 0, 132, 16, 20, 128))},
	},
}

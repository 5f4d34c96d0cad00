package family

import (
	"fmt"
	"math"
	"slices"

	"nqueens"
)

// QueensPawns asks for n + k queens, none attacking another, and k pawns, which block the
// lines that they stand on and attack nobody: more queens than ranks. They exist wherever
// n is large against k (R. D. Chatham, M. Doyle, G. H. Fricke, J. Reitmann, R. D. Skaggs and
// M. Wolff, "Independence and domination separation on chessboard graphs", Journal of
// Combinatorial Mathematics and Combinatorial Computing 68; begun with one pawn in Chatham,
// Fricke and Skaggs, "The queens separation problem", Utilitas Mathematica 69, 2006).
// The Known numbers of all solutions have been counted by a backend here, those to n = 11 for
// one pawn, and to n = 9 for two and three, by several. Problem.Pieces is how many queens there are instead; the pawns stay.
//
// On a rectangle there are k queens more than the shorter side has squares.
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

// roomForPawns lets one pawn stand on a single square too: no way, as the OEIS has it.
func roomForPawns(p nqueens.Problem) error {
	if k, size := p.Parameter("pawns"), p.Board().Size(); k > 1 && k > (size-aLine(p))/2 {
		return fmt.Errorf("pawns=%d: a board of %v squares has no room for so many and %d other pieces", k, p.Board(), aLine(p)+k)
	}
	return nil
}

// amongPawns checks the number of pawns, and that no two of the others see and attack each other.
func amongPawns(attacks func(board nqueens.Board, a, b nqueens.Square) bool) func(p nqueens.Problem, s nqueens.Solution) error {
	return func(p nqueens.Problem, s nqueens.Solution) error {
		if pawns := number(s, pawn); pawns != p.Parameter("pawns") {
			return fmt.Errorf("%s, not %d", onBoard(pawns, "pawn"), p.Parameter("pawns"))
		}
		return unseen(p, s, attacks)
	}
}

// unseen checks that no two pieces beside the pawns see and attack each other.
func unseen(p nqueens.Problem, s nqueens.Solution, attacks func(board nqueens.Board, a, b nqueens.Square) bool) error {
	return eachSeen(s, p.Board(), func(by, seen nqueens.Placement) bool {
		return by.Kind == 0 && seen.Kind == 0 && attacks(p.Board(), by.Square, seen.Square)
	})
}

// aLong is how far a piece reaches that nothing stops.
const aLong = math.MaxInt

// withPawns is the model of k pawns and k more pieces than a line has squares, which reach so
// far along ranks and files, and along diagonals.
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

// alternate adds clauses that follow from the others where k pawns leave room for k more pieces
// than the shorter side has squares, so that a search sees it: a line of that direction with some
// pawns has at most one piece more, so each has, and along it pieces and pawns take turns. On a
// square board that makes it an alternating sign matrix, 1 a piece and -1 a pawn. That a line
// without pawns has a piece is left to their number, as no search needs to begin there.
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

// takeTurns adds the clauses that from an edge in this direction, between two pawns and between a
// pawn and an edge, there is a piece. All pieces are listed before all pawns.
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

// blocked adds the clauses of pieces, listed before all pawns: of two that reach each other one is
// not chosen, or a pawn between them is.
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

// DragonKingsPawns asks for n + k pieces that move as rook and as king, none attacking another,
// and k pawns, which block the lines that they stand on: they exist wherever n > k + 5
// (R. D. Chatham, "Reflections on the n + k dragon kings problem", Recreational Mathematics
// Magazine 5, 2018). Problem.Pieces is how many dragon kings there are instead.
//
// No published counts are known to us: the Known numbers were counted by backends here.
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

// FewestPawns asks for as few pawns as let n + k queens stand on the board, none attacking another.
// Problem.Pieces is how many pawns there are instead.
//
// No publication is known to us: the Known numbers were found by backends here. On a board of 4 no
// number of pawns does it.
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
		// One more makes sense on a single square too, as with pawns that are counted.
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

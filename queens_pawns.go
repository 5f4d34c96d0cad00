package nqueens

import "fmt"

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
var QueensPawns = &Family{
	Name:       "queens-pawns",
	About:      "n + k queens and k pawns, which block lines; no queen attacks another",
	Piece:      'Q',
	Kinds:      []Kind{pawn},
	Parameters: []Parameter{{Name: "pawns", About: "how many pawns, and how many queens more than ranks", Default: 1}},
	Rectangles: true,
	Build:      queensAndPawns,
	Blocking: func(p Problem) *Blocking {
		k := p.Parameter("pawns")
		return &Blocking{Rule: QueenRule(), Pieces: aLine(p) + k, Blocker: pawn.Letter, Blockers: k}
	},
	Validate: func(p Problem) error {
		// One pawn makes sense on a single square too: no way, as the OEIS has it.
		if k, size := p.Parameter("pawns"), p.Board().Size(); k > 1 && k > (size-aLine(p))/2 {
			return fmt.Errorf("pawns=%d: a board of %v squares has no room for so many and %d queens", k, p.Board(), aLine(p)+k)
		}
		return nil
	},
	Counts: ofTheFirstKind,
	Pieces: func(p Problem) int { return aLine(p) + 2*p.Parameter("pawns") },
	Check: func(p Problem, s Solution) error {
		if pawns := s.number(pawn); pawns != p.Parameter("pawns") {
			return fmt.Errorf("%d pawns stand on the board, not %d", pawns, p.Parameter("pawns"))
		}
		return s.eachSeen(p.Board(), func(queen, seen Placement) bool { return queen.Kind == 0 && seen.Kind == 0 })
	},
	Known: []Sequence{
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

// Blocking says that so many pieces keep to the Rule's maxima, not to its minima, on each
// stretch of a line between blockers: pieces of the kind of that letter, so many, which
// attack nobody and are attacked by nobody.
type Blocking struct {
	Rule     *Rule
	Pieces   int
	Blocker  byte
	Blockers int
}

// Blocking is the family's for the problem. It is nil for numbers of pieces that are not
// as by default.
func (p Problem) Blocking() *Blocking {
	if p.Family.Blocking == nil || p.Pieces != nil {
		return nil
	}
	return p.Family.Blocking(p)
}

var pawn = Kind{Name: "pawn", Letter: 'P'}

// from is a Sequence's Term without the boards below a size.
func from(least int, term func(p Problem) *Count) func(p Problem) *Count {
	return func(p Problem) *Count {
		if p.N < least {
			return nil
		}
		return term(p)
	}
}

// queensAndPawns lists all queens before the pawns. Of two queens on a line one is not
// chosen, or a pawn between them is.
func queensAndPawns(p Problem) *Model {
	board, k := p.Board(), p.Parameter("pawns")
	m := onEachSquare(board, 0, pawn.Letter)
	size := board.Size()
	if p.Pieces == nil {
		m.Lines = append(m.Lines, m.numbered("queens", 0, aLine(p)+k))
	}
	m.Lines = append(m.Lines, m.numbered("pawns", pawn.Letter, k))
	for i, s := range board.Squares() {
		m.Clauses = append(m.Clauses, m.apart(i, size+i))
		for _, step := range []Square{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			between := []Literal{}
			for t := s.plus(step); board.Contains(t); t = t.plus(step) {
				two := m.apart(i, board.Index(t))
				two.Literals = append(two.Literals, between...)
				m.Clauses = append(m.Clauses, two)
				between = append(between, Chosen(size+board.Index(t)))
			}
		}
	}
	return m
}

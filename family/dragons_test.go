package family

import "nqueens"

// Dragons are rooks that move as kings too: shogi's promoted rooks.
var Dragons = &nqueens.Family{
	Name: "dragons", About: "n pieces that move as rook and as king", Piece: 'D',
	Rule: &nqueens.Rule{
		Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 1, Max: 1}, {Along: nqueens.Files, Min: 1, Max: 1}},
		Leaps: []nqueens.Leap{{Name: "king", Files: 1, Ranks: 1}},
	},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files == 0 || ranks == 0 || files*files == 1 && ranks*ranks == 1
	},
}

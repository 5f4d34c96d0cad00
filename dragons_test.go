package nqueens

// Dragons are rooks that move as kings too: shogi's promoted rooks.
var Dragons = &Family{
	Name: "dragons", About: "n pieces that move as rook and as king", Piece: 'D',
	Rule: &Rule{
		Lines: []Bound{{Ranks, 1, 1}, {Files, 1, 1}},
		Leaps: []Leap{{"king", 1, 1}},
	},
	Attacks: func(_ Board, a, b Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files == 0 || ranks == 0 || files*files == 1 && ranks*ranks == 1
	},
}

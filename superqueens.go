package nqueens

import "fmt"

// Superqueens asks for n pieces that move as queen and as knight (amazons),
// none attacking another. Lines alone do not say it: a knight's leap is a
// clause.
var Superqueens = &Family{
	Name:    "superqueens",
	About:   "n pieces that move as queen and as knight",
	Piece:   'S',
	Model:   superqueensModel,
	Attacks: superqueenAttacks,
	Pieces:  identity,
	Scan:    superqueensScan,
	Known: []Sequence{
		{OEIS: "A051223", Published: "n = 1..18 here", Term: terms(
			1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516, 202900, 1330622, 8924976)},
		{OEIS: "A051224", UpToSymmetry: true, Published: "n = 1..18 here", Term: terms(
			1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 22, 239, 653, 4089, 25411, 166463, 1115871)},
	},
}

func superqueensModel(n int) *Model {
	m := queensModel(n)
	for i, s := range m.Placements {
		for _, leap := range []Square{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}} {
			to := Square{File: s.File + leap.File, Rank: s.Rank + leap.Rank}
			if to.File < 0 || to.File >= n || to.Rank >= n {
				continue
			}
			m.Clauses = append(m.Clauses, Clause{
				Name:     fmt.Sprintf("knight %v %v", s, to),
				Literals: []Literal{NotChosen(i), NotChosen(to.Rank*n + to.File)},
			})
		}
	}
	return m
}

func superqueenAttacks(n int, a, b Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return queenAttacks(n, a, b) || files*files+ranks*ranks == 5
}

func superqueensScan(n int) scan {
	queens := queensScan(n)
	last := [2]int{-9, -9} // ranks one and two files ago
	return func(file, rank int) string {
		line := queens(file, rank)
		for i, leap := range []int{2, 1} {
			if d := rank - last[i]; line == "" && (d == leap || d == -leap) {
				line = "a knight's leap"
			}
		}
		last[0], last[1] = rank, last[0]
		return line
	}
}

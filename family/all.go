package family

import "nqueens"

// All returns all families of this package, the default family first, followed by the families in
// more.
func All(more ...*nqueens.Family) nqueens.Catalogue {
	return append(nqueens.Catalogue{
		Queens, Torus, Rooks, Superqueens, Bishops, Knights, Kings, DragonKings, LatinQueens, DisjointQueens, Magic,
		QueensPawns, DragonKingsPawns, FewestPawns, Peaceable, Peaceable3, QueensKnights,
		SemiQueens, TorusMax, NoThreeInLine, Costas, Queens3D,
		Domination, IndependentDomination, TotalDomination, TorusDomination,
		KingDomination, RookDomination, BishopDomination, KnightDomination,
		Regions,
	}, more...)
}

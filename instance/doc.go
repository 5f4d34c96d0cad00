// Package instance generates random problems of n-queens completion, and reads and writes the file
// formats in which such problems are published.
//
// Deciding whether 8 queens fit on a board is easy; deciding whether a partial placement can be
// completed is NP-complete. Three kinds of random instances have been studied (I. P. Gent, C.
// Jefferson, P. Nightingale, Complexity of n-Queens Completion, JAIR 59, 2017):
//
//	completion           some queens are placed            easy at random
//	excluded-diagonals   some diagonals have no queen      hard at the transition
//	blocked              some squares have no queen        hard at the transition
//
// Two more kinds show the effect of learning from conflicts: corner hides a small board without a
// solution in the corner of a larger one; structured connects the two by a few open squares, or has
// rows that share too few columns.
//
// A [Recipe] generates one instance for each seed, the same on every machine. With Published it
// generates exactly the authors' files. It calls the generators [RandomCompletion],
// [RandomDiagonals], [RandomBlocked], [RandomCorner] and [RandomStructured], which accept any
// [Random].
//
// [Read] reads an instance in any of the [Formats], which it detects by its content. [Format.Write]
// writes one. [Each] visits all instances of a folder or an archive.
//
// [ToCompletion] turns excluded diagonals into queens on a larger board, [ToDiagonals] is the
// inverse, and a [Translation] maps solutions both ways.
//
// Rows are ranks and columns are files: row 0, or 1 where a format counts from 1, is the lowest
// rank of a printed board.
package instance

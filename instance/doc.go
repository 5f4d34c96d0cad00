// Package instance makes random problems of n-queens completion and reads and
// writes the file formats that such problems are published in.
//
// Deciding whether 8 queens fit on a board is easy; deciding whether those that
// stand there already can be completed is NP-complete. Three kinds of random
// instances are studied (I. P. Gent, C. Jefferson, P. Nightingale, Complexity
// of n-Queens Completion, JAIR 59, 2017):
//
//	completion           some queens are placed            easy at random
//	excluded-diagonals   some diagonals have no queen      hard at the transition
//	blocked              some squares have no queen        hard at the transition
//
// Two more are to see what learning from conflicts is good for: corner hides a small board
// without a solution in the corner of a larger one, structured connects the two by a few open
// squares, or has rows that share too few columns.
//
// A [Recipe] makes any number of them, one for each seed, the same everywhere;
// with Published it makes the very files that the authors used. The generators
// behind it, [RandomCompletion], [RandomDiagonals], [RandomBlocked] and
// [RandomCorner], [RandomStructured], take any [Random].
//
// [Read] takes an instance in any of the [Formats] and tells by its content
// which it is; [Write] writes one, so that the two together convert. [Each] goes
// through all instances of a folder or an archive.
//
// [ToCompletion] turns excluded diagonals into queens on a larger board,
// [ToDiagonals] goes back, and the [Translation] maps solutions both ways.
//
// Rows are ranks and columns are files: row 0, or 1 where a format counts from
// 1, is the lowest rank of a printed board.
package instance

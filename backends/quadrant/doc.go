// Package quadrant counts the solutions of n queens by meeting in the middle.
//
// It only counts the solutions of bare boards of 4 to 28 squares a side. It is faster than a search
// that places one queen after the other, because it constructs no single solution: it compares some
// two hundred pairs of half-boards in a nanosecond. It does not support given queens.
//
// # Method
//
// The board is divided into four quadrants. Choose the rows whose queens are in the east half. Then
// the halves are independent except for the diagonals that cross the middle: the solutions for this
// choice are the pairs of an east and a west half-board that have no such diagonal in common. A
// half-board in turn is a placement in its north quadrant and one in its south quadrant that divide
// the columns between them and share no diagonal. Placements are tabulated by their rows and
// columns. Half-boards are made from these tables when needed; each is only a set of diagonals, its
// pattern. Pairs are counted hundreds at a time. Long lists are first split by diagonals that many
// half-boards have, since two half-boards that share one need no comparison. Then up to 512
// half-boards are transposed into a table, so that a few look-ups find how many of them have no
// diagonal in common with another half-board.
//
// The eight symmetries of the board are used: on even boards by omitting choices of rows that
// mirror others, and by weights that depend on whether queens are on the main diagonals; on odd
// boards by the positions of the queens of the middle row and column. README.md in the package's
// folder explains the method in detail, with pictures.
//
// The inner loops are in assembly for AVX2 and AVX-512, with a portable form for other processors.
// All give the same results.
//
// # Terms
//
// A choice is a set of rows whose queens are in the east half; the queens of all other rows are in
// the west half. A pattern is a set of diagonals, one bit each; it represents a half-board. A pair of
// an eastern and a western half-board fits if their patterns have no diagonal in common.
//
// A class is the set of western half-boards with the queen of one column in the same row. On even
// boards this is the column next to the middle, on odd boards the middle column. The taken diagonals
// of a class are the two diagonals of that queen, which all half-boards of the class share. Its deciding diagonals
// are the others that half-boards of the class may share with an eastern half-board.
//
// The axes of an odd board are its middle row and its middle column.
//
// # Parts of a count
//
// A count is divided into independent tasks, one for each choice of rows. The results of all tasks
// add up to the number of solutions, wherever and in whatever order they are counted. [Backend.Run]
// counts all of them, [Backend.CountTasks] some, and package checkpoint stores the results.
package quadrant

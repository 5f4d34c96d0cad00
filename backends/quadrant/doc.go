// Package quadrant counts the solutions of n queens by meeting in the middle.
//
// It answers one question, how many solutions the bare board has, for boards of
// 4 to 28 squares a side, and answers it sooner than a search that places queen
// after queen, as it looks at no solution on its own: some two hundred pairs of halves are
// compared in a nanosecond. It takes no given queens.
//
// # Method
//
// The board is cut in four quadrants. Choose the rows whose queens stand in the
// east half. Then the halves are independent but for the diagonals that cross
// the middle: the solutions for this choice are the pairs of an east and a west
// half-board that have none of those diagonals in common. A half-board in turn is
// a placement in its north quadrant and one in its south quadrant that split
// the columns between them and share no diagonal. Placements are tabulated by
// their rows and columns, half-boards made from the tables as they are needed,
// each no more than a set of diagonals, its pattern. Pairs are counted hundreds at a time:
// long lists are split by diagonals that many have, since two half-boards
// that have the same one need no comparing; then up to 512 half-boards are turned on
// their side, so that a few look-ups tell with which of them another one has no
// diagonal in common.
//
// The eight symmetries of the board are used up: on even boards by leaving out choices of
// rows that mirror others, and by weights that depend on whether queens stand on the
// main diagonals; on odd ones by where the queens of the middle row and column stand.
// README.md in the package's folder tells all of this at length, with pictures.
//
// The inner loops are in assembly for AVX2 and AVX-512, with a portable form for other
// processors. All give the same results.
//
// # Parts of a count
//
// A count is cut in independent tasks, a choice of rows each. What all tasks find adds
// up to the number of solutions, wherever and in whatever order they are done.
// [Backend.Run] does all of them at once, [Backend.CountTasks] some, and package
// checkpoint keeps what was found.
package quadrant

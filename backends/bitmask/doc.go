// Package bitmask is the native backend: depth-first searches whose state is
// a few machine words, one bit for each square that matters.
//
// # Counting on open boards
//
// Where most of the board is open, and the pieces are queens, it counts inside
// rings. A ring is the queens on the first and last rank and the first and
// last file, which every solution has. Of the rings that the symmetries of the
// board make of each other one is solved, and what is found there counts once
// for each; the search itself tests no symmetry. The rest of the board is
// filled row by row, in the one of four directions that promises the smallest
// tree. The states with equally many rows filled wait together, and are worked
// on many at a time: with AVX2 16 of them in a vector, a square of the row for
// each, then those are packed together that have a square left on each of the
// next two rows. Boards beyond 18 squares a side take eight a vector, and
// other processors a loop without branches that depend on a state; all walk
// the same tree. T. B. Preußer and M. R. Engelhardt, "Putting Queens in Carry
// Chains, No 27" (2017), place the outer two rings first to the same end.
//
// The other families' pieces are placed rank by rank from the first, a block
// of states at a time. On a bare torus, whose squares are all alike, the first
// piece is fixed and the second tried on one square of each class under the
// torus's linear symmetries.
//
// # Where squares are closed, and for single solutions
//
// The explorer branches on the rank or file with the fewest free squares, the
// one nearest the middle if there are several, and goes back where one has
// none; a line with one square is filled at once. It keeps the free squares of
// all lines side by side in a few words, so that a handful of operations finds
// all the empty lines, and all those with one or two squares. It counts where
// much is closed or a side has more than 32 squares, enumerates, and finds
// first solutions, for which it tries first the square of a line that leaves
// the most others free.
//
// # Threads and effort
//
// Counting takes as many threads as it is given: they share the rings or the
// subtrees below the top.
//
// The statistic "nodes" is the same for any number of threads and on every
// processor. Inside rings it is the number of states that had to wait: rings
// whose rows all have squares, and placements after which the next two rows
// have; two rows before the end no more are counted. Elsewhere it is the
// number of pieces placed while searching, the givens among them.
package bitmask

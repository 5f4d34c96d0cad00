// Package bitmask is the native backend: depth-first searches whose state is
// a few machine words, one bit for each file.
//
// Two searches share the families' rules and the open squares of a board:
//
//   - The counter places pieces rank by rank from the first. A state is the
//     files taken, the squares of the next rank attacked along either
//     diagonal, and the free squares, as in the three-word recursion of
//     M. Richards, "Backtracking algorithms in MCPL using bit patterns and
//     recursion" (1997). It does not recurse state by state, which is held up
//     by mispredicted branches, but places the next piece of a whole block of
//     states at a time, without a branch that depends on a state. Where the
//     board and what is laid down on it are their own mirror image, it counts
//     half of the first rank and doubles.
//   - The explorer keeps the free squares of all ranks, branches on the rank
//     with the fewest, and gives up where a rank or a file has none. It finds
//     first solutions, enumerates, and counts where few squares are open or a
//     side has more than 32.
//
// Except to enumerate, the first piece on a bare torus is fixed, since all its
// squares are alike.
//
// The statistic "nodes" is the number of pieces placed while searching, the
// givens among them. The counter's are the nodes of the plain rank-by-rank
// tree below its root (for 8 queens 8 + 42 + 140 + 344 + 568 + 550 + 312 +
// 92), of which a symmetry that is made use of leaves the part that was
// visited.
package bitmask

// Package repair finds one solution of n queens by local search: it starts from a board with all
// queens on it and removes conflicts.
//
// It has three backends. All support given queens, blocked squares and excluded diagonals, make
// their random choices from the request's seed, and give the same answer for the same seed on every
// 64-bit machine.
//
//   - min-conflicts is the heuristic repair of S. Minton, M. D. Johnston, A. B. Philips and P.
//     Laird, "Minimizing conflicts: a heuristic repair method for constraint satisfaction and
//     scheduling problems", Artificial Intelligence 58 (1992). It moves one queen at a time within
//     its file, and takes about fifty steps for a hundred queens and for a million.
//   - sosic-gu swaps queens of a permutation, after R. Sosič and J. Gu, "Efficient local search
//     with conflict minimization: a case study of the n-queens problem", IEEE Transactions on
//     Knowledge and Data Engineering 6 (1994), and their papers of 1990 and 1991. Its time grows
//     linearly with n.
//   - genetic is a genetic algorithm on permutations. It is here for comparison.
//
// Local search cannot prove that there is no solution: on a board without one it runs until its
// context ends. Problems that obviously have none are refused: 2 and 3 queens, givens that attack
// each other or are on a closed square, a file or a rank without an open square.
//
// An attempt that has not succeeded within its patience is abandoned, and the next starts again.
// The patience of the i-th attempt is the i-th term of the sequence of Luby, Sinclair and Zuckerman
// times a unit: 200 steps for min-conflicts, 100 probes a queen for sosic-gu, 5 generations a queen
// without progress for genetic. The statistic "restarts" is the number of attempts abandoned; the
// others are sums over all attempts unless stated.
//
// Memory, including the solution's 16 bytes a queen, is about 46 bytes a queen for min-conflicts,
// 24 for sosic-gu and 840 for genetic: at the largest sizes 4.6 and 2.4 GB and 84 MB.
package repair

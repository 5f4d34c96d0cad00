// Package orbit is the backend for symmetric solutions: it searches directly
// for the solutions of n queens that equal their own half turn or quarter
// turn. It places a queen together with all its images, an orbit, instead of
// filtering all solutions.
//
// Call two parallel lines that lie equally far from the middle of the board, on
// either side, a pair, and number the pairs from the middle outwards. Ranks,
// files and diagonals come in such pairs. A solution with a symmetry under half
// turns holds both diagonals of a pair or none, so a bit for each pair is
// enough.
//
//   - Under half turns an orbit is two queens. They fill a pair of files and a
//     pair of ranks. The distances of the files and of the ranks from the
//     middle differ, since the two would stand on one diagonal otherwise, and
//     there are two orbits for each choice of both, one the mirror image of the
//     other. A solution is a matching of pairs of files with pairs of ranks.
//   - Under quarter turns an orbit is four queens. They fill the files and ranks
//     of two different pairs. Again there are two orbits for both pairs, but
//     they lie on the same diagonals. So a solution is a perfect matching of
//     the pairs with each other, in which each of its parts is turned either
//     way independently of the others. The search finds the matchings and
//     multiplies.
//   - If n is odd, the queen on the middle file has to be its own image and
//     stands on the central square.
//
// It follows that quarter turns admit no solutions if n leaves the remainder 2
// or 3 when divided by 4: then the number of pairs is odd.
//
// No solution with n > 1 is its own reflection, and the answer takes no search.
// A queen off the axis and its image share a line, and so do two queens on the
// axis.
//
// Both searches branch on the pair that has the fewest orbits left. Only to
// count under half turns where few squares are closed, a third one takes the
// files in their order from the middle outwards and places the next orbit
// of a whole block of states at a time, without a branch that depends on a
// state. It visits more nodes, at a small part of the cost. Where the board's
// mirror image is the board itself, one of the two orbits in the innermost files
// is tried for both.
//
// The statistic "nodes" is the number of orbits placed while searching, two
// that lie on the same lines being one.
package orbit

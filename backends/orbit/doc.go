// Package orbit is the backend for symmetric solutions: it searches directly for the solutions of n
// queens that are invariant under half turns or quarter turns. It places a queen together with all
// its images, an orbit, instead of filtering all solutions.
//
// Two parallel lines on either side of the middle of the board, at the same distance from it, are a
// pair; pairs are numbered from the middle outwards. Ranks, files and diagonals form such pairs. A
// solution that is invariant under half turns occupies both diagonals of a pair or none, so one bit
// for each pair is enough.
//
//   - Under half turns an orbit is two queens. They fill a pair of files and a pair of ranks. The
//     distances of the files and of the ranks from the middle differ, because the two would be on
//     one diagonal otherwise, and there are two orbits for each choice of both pairs, mirror images
//     of each other. A solution is a matching of pairs of files with pairs of ranks.
//   - Under quarter turns an orbit is four queens. They fill the files and ranks of two different
//     pairs. Again there are two orbits for both pairs, but these occupy the same diagonals. So a
//     solution is a perfect matching of the pairs with each other, in which each orbit is
//     independently one of two. The search finds the matchings and multiplies.
//   - If n is odd, the queen on the middle file must be its own image and is on the central square.
//
// It follows that there are no solutions with quarter turns if n mod 4 is 2 or 3: then the number
// of pairs is odd.
//
// No solution with n > 1 is invariant under a reflection, so such a request needs no search. A
// queen off the axis and its image share a line, and so do two queens on the axis.
//
// Both searches branch on the pair with the fewest orbits left. Only for counting under half turns
// with few closed squares, a third search fills the files in order from the middle outwards and
// places the next orbit of a whole block of states at a time, without data-dependent branches. It
// visits more nodes, each at a small part of the cost. If the board is its own mirror image, only
// one of the two orbits in the innermost files is tried.
//
// The statistic "nodes" is the number of orbits placed during the search, where two that occupy the
// same lines count as one.
package orbit

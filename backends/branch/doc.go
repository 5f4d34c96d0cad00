// Package branch is the backend "branch": a native search for whatever a Model can say, so that
// every problem, of pieces that cover a board as of pieces that must not meet, has an
// engine beside the SAT solvers.
//
// A Model comes down to three kinds of constraints. Two placements that are not both
// chosen are a bit in each other's rows. Of a cover at least one is chosen. All
// others (weights of true literals that add up to enough) are counted. The search copies the
// open placements and the waiting covers, a bit each, from level to level, propagates
// until nothing is forced, and branches on the cover with the fewest open placements, or where none
// waits on the first open placement that anything depends on.
//
// Bounds cut it short where many pieces are asked for, or few:
//
//   - So many are demanded: the open placements are partitioned, greedily, into cliques, of which
//     one each can be chosen.
//   - So many are allowed: the waiting covers are held against what the best of the open
//     placements satisfy.
//
// A count remembers what was left open (placements, covers, what the counted constraints still
// need) and how many solutions that had. Keys are whole, so the count stays
// exact; memory is bounded. Where pieces act on squares nearby this makes the search a
// dynamic programme along the board: 25 kings on 10 × 10 have 32572756 placements, found in
// 7000 nodes.
//
// One thread searches. Listing keeps no cache.
package branch

// Package branch is the backend "branch": a native search for whatever a Model can say, so
// that every problem, of pieces that cover a board as of pieces that must not meet, has an
// engine beside the SAT solvers.
//
// A Model comes down to three kinds of constraints. Two placements that are not both
// chosen are a bit in each other's rows. Of a cover at least one is chosen. All others
// (weights of true literals that add up to enough) are counted. The search copies the open
// placements and the waiting covers, a bit each, from level to level, propagates until
// nothing is forced, and branches in one of two orders: on the cover with the fewest open
// placements, or along the board. It tries both in turn and goes on with the one that gets
// on: 63779034 ways for 12 dragon kings took 1850641 steps by the first alone and 87966 by
// the second, 13 queens in 5 × 5 × 5 the other way round 112223 and 178171.
//
// Bounds cut it short where many pieces are asked for, or few:
//
//   - So many are demanded: the open placements are partitioned, greedily, into cliques, of
//     which one each can be chosen. Where all are needed the search branches on the smallest.
//   - Several demands: a placement that would leave one of them too little is closed, and
//     the search branches on what closes the most. Nine queens of each colour at peace on
//     8 × 8 take a twentieth of the steps.
//   - So many are allowed: the waiting covers are held against what the best of the open
//     placements satisfy, and covers that have no open placement in common need one each.
//     Where these take all that is allowed, what is in none of them is closed.
//
// An objective is such a demand or allowance. It begins at what no solution exceeds and is
// lowered, or raised, until there is a solution: the steps before are the proof that it is
// the best.
//
// Two equal armies, as large as can be, are told by what the model says and not searched
// square by square: the search shares out the lines of the board between them. What remains is
// bounded with several weights for the squares of either army, which takes 394253 steps on
// 12 × 12 to 21 queens of each colour and the proof that 22 are too many.
// All that are as large are found likewise, each with the lines on which the one army stands.
//
// Where pieces block the way between others, what is left once these stand becomes a system
// of its own, in which clauses of many literals have become conflicts: ten queens and a pawn on
// 9 × 9 take a tenth of the steps, and less time for each.
//
// Symmetries of the board, the exchange of two kinds of pieces and the translations of a
// torus are tried on the system itself. Near the root a placement below which there is
// nothing takes its images with it; one of which no two images are in one solution is
// searched once for all of them.
//
// Kinds of pieces that may be permuted, as the digits of Latin queens, stand in one order on a
// line where no two of a kind do, and a count is that of all orders: 304819200 pairs of Latin
// squares of seven digits are 12 to be found.
//
// Where such kinds fill a board and nothing is said but of each by itself, it lists the sets of
// squares on which one can stand and covers the board exactly by them: 319334400 ways to
// write eleven digits as Latin queens are 8 covers by 2680 sets, found in 365006 nodes.
//
// But for listing, the search remembers what was left open (placements, covers, what the
// counted constraints still need) and how many solutions that had. Keys are whole, so the
// count stays exact; memory is bounded. Where pieces act on squares nearby this makes the
// search a dynamic programme along the board: 25 kings have 32572756 placements on 10 × 10,
// found in 7000 steps.
//
// One thread searches. Formulas that are hard without learning are for other backends.
package branch

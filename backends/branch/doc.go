// Package branch is the backend "branch": a native search for every Model. Every problem, whether
// its pieces must cover a board or must not attack each other, thus has an engine besides the SAT
// solvers.
//
// A Model is reduced to three kinds of constraints. A conflict is a pair of placements that exclude
// each other; the conflicts of a placement are stored as a bit set. A cover needs at least one of
// its placements; it is waiting as long as none of them is chosen. All other constraints are
// counted: the weights of true literals must reach a minimum. A placement is open until it is
// chosen or closed. The search copies the open placements and the waiting covers, as bit sets, from
// level to level, propagates until nothing is forced, and branches in one of two orders: on the
// cover with the fewest open placements, or along the board. It tries both in turn and continues
// with the better one: the 63779034 solutions for 12 dragon kings took 1850641 steps with the first
// order and 87966 with the second; 13 queens in 5 × 5 × 5, conversely, 112223 and 178171.
//
// Bounds prune the search if many or few pieces are required:
//
//   - For a demand of at least k placements, the open placements are greedily partitioned into
//     cliques: sets of which at most one placement can be chosen. If every clique is needed, the
//     search branches on the smallest.
//   - With several demands, a placement that would leave too few for one of them is closed, and the
//     search branches on the placement that closes the most. For peaceable queens with nine of each
//     colour on 8 × 8 that takes a twentieth of the steps.
//   - For a budget of at most k placements, the number of waiting covers is compared with the number
//     of covers that the best open placements satisfy. Covers without common open placements need one
//     placement each. If these use the whole budget, placements in none of them are closed.
//
// An objective is such a demand or budget. It starts at a bound that no solution exceeds, and is
// lowered or raised until there is a solution: the steps before prove that it is the best.
//
// Peaceable queens (two equal armies, as large as possible) are recognised in the model and not
// searched square by square: the search assigns the lines of the board to the armies. It bounds the
// number of remaining squares with several weights for the squares of the two armies. On 12 × 12
// this takes 394253 steps to find 21 queens of each colour and to prove that 22 are too many. All
// solutions of that size are found in the same way, each from the lines on which the first army has
// pieces.
//
// If pieces block the lines of others, the search places the blocking pieces first. The remaining
// problem then becomes a new system of constraints, in which clauses of many literals have become
// conflicts: ten queens and a pawn on 9 × 9 take a tenth of the steps, and less time for each.
//
// Symmetries of the board, the exchange of two kinds of pieces and the translations of a torus are
// tested on the constraints themselves. Near the root, a placement without solutions below it is
// closed with all its images. If no two images of a placement are in one solution, only one of them
// is searched.
//
// If kinds of pieces may be permuted, like the digits of Latin queens, they are placed in one order
// on a line without equal kinds, and the count is multiplied by the number of orders: of the
// 304819200 pairs of Latin squares of seven digits the search finds 12.
//
// If such kinds fill a board and each constraint concerns only one kind, the search lists the sets
// of squares for one kind and covers the board exactly with these sets: the 319334400 ways to write
// eleven digits as Latin queens are 8 covers by 2680 sets, found in 365006 nodes.
//
// Except for listing, the search caches the number of solutions below a node. The key is complete:
// the open placements, the waiting covers and the weights that the counted constraints still need.
// So the count is exact; memory is limited. If pieces act only on nearby squares, this makes the
// search a dynamic program along the board: the 32572756 placements of 25 kings on 10 × 10 take
// 7000 steps.
//
// The search has one thread. Formulas that are hard without clause learning are for other backends.
package branch

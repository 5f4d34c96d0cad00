// Package bitmask is the native backend: depth-first searches whose state is a few machine words,
// with one bit for each relevant square.
//
// # Counting on open boards
//
// If most of the board is open, and the pieces are queens or superqueens, it counts inside rings. A
// ring is the set of queens on the first and last rank and the first and last file, which every
// solution has. Of the rings that symmetries of the board map to each other only one is solved, and
// the solutions inside it count once for each of them; the search itself tests no symmetry. The
// rest of the board is filled row by row, in the one of four directions with the smallest estimated
// tree. The states with the same number of filled rows are processed together: with AVX2 16 of them
// in a vector, with AVX-512 32. A step places a queen on one square of the row in each state, and
// then compacts the states that have a free square on each of the next two rows. Boards of more
// than 18 squares a side use eight states a vector. On other processors a loop without
// data-dependent branches does the same. All variants walk the same tree. T. B. Preußer and M. R.
// Engelhardt, "Putting Queens in Carry Chains, No 27" (2017), place the outer two rings first for
// the same purpose.
//
// Rooks are placed rank by rank from the first, a block of states at a time.
//
// # Restricted boards and single solutions
//
// If many squares are closed or a side has more than 32 squares, and to enumerate and to find first
// solutions, the search branches on the rank or file with the fewest free squares. If several have
// as few, it chooses the one nearest to the middle. It backtracks if a line has no free square. A
// line with one square is filled at once. The free squares of all lines are packed into a few
// words, so that a few operations find all lines that have no, one or two free squares.
//
// On a torus each diagonal must have a piece and is a line like a rank. On a bare torus, whose
// squares are all equivalent, the first piece is fixed, and the second is tried on one square of
// each class under the linear symmetries of the torus.
//
// The frontier walks that tree at many places at once, some hundred boards at a time, so that the
// processor neither waits for the result of one step before it begins another nor predicts
// branches. With AVX2 a piece takes about a quarter of the time of processing one board at a time;
// with AVX-512, for boards of up to 16 words, less. Subtrees below the top of a large tree are
// packed again if they fit in fewer words.
//
// The explorer is the same search in simple form, one board at a time. It writes proofs. It also
// searches briefly for a first solution before the frontier does: it first tries the square of a
// line that leaves the most other squares free. On most boards with many solutions this finds one
// directly.
//
// When the frontier has searched for a first solution for as long as solving the linear relaxation
// of the board takes, the relaxation is solved, too. If it is infeasible, the board has no
// solution. After a hundred times as long, squares are probed: is the relaxation feasible with a
// piece on the square? Random descents estimate how much of the search is left (Knuth 1975).
// Probing may take at most a hundredth of that, plus a tenth of what the closed squares save. The
// search is restarted without these squares only if that takes less than to continue. For trees of
// 10¹¹ nodes and more, squares are also closed if probing with a piece on them closes other squares
// until none is left (shaving). For a tree of more than about 10⁹ nodes, lines are ordered from
// another middle of the board if the estimate is then smaller. If probing closed squares of such a
// tree, it is divided by the squares of a line, and each part is probed separately. The statistics
// "pivots", "probes" and "removed" report the cost and the results of the relaxation. Proofs are
// written without it.
//
// When sixteen probes in a row close no square, or probing ends, the search is restarted repeatedly
// with the squares of lines in random orders, the same orders in each run. A restart takes 10⁶
// nodes and sometimes more; all of them together take 1/200 of the estimated remaining nodes. On
// all five boards of 26 and 30 ranks whose solution the first order found after 10⁹ to 2·10¹¹
// nodes, a restart found one within 3·10⁸ (results/completion). The statistic "restarts" is their
// number; "nodes" includes their nodes.
//
// If few squares connect some ranks and files to all others, such as a corner with bridges to the
// rest of the board, the search fills these lines first, whatever their numbers of squares. If they
// cannot be filled, it finds that out at once.
//
// Boards of more than 64 squares a side are reduced to the ranks and files without a given. What is
// left may be a small part of the board: completion problems of thousands of squares a side that
// encode a few excluded diagonals of a small board leave only that small board to fill. Supports
// has the limits.
//
// # Pieces that block the lines of others
//
// k pawns divide the ranks into at most k more segments than there are ranks. If the problem asks
// for that many pieces, each pawn must divide a segment of its rank in two, and each segment has
// exactly one piece. So the search enumerates the squares for the pawns, and for each set fills the
// segments rank by rank; past a pawn its file is free again, and so are both its diagonals. On a
// square board each segment of a file has a piece, too, so sets that leave too few of these are
// skipped. Of the sets of pawns that symmetries of the board map to each other, only one is
// searched when counting: the one with the lowest pawns, which prunes most. R. D. Chatham, M.
// Doyle, J. J. Miller, A. M. Rogers, R. D. Skaggs and J. A. Ward, "Algorithm performance for
// chessboard separation problems" (2009), compare other methods.
//
// # Regions
//
// On a board with regions the search branches on the rank, file or region that has the fewest free
// squares beyond the pieces that it lacks: one of these squares has a piece, or it has none. To
// count, it also fills the board row by row, after 16,384 pieces of that search, and both continue
// in turns until one of them is complete. Ways to fill the first rows are merged if the rows above
// depend on them in the same way: the pieces of each file and region, and the squares that touch a
// piece. The 63,779,034 solutions on 12 ranks without a map take 250,000 placed pieces; the search
// alone places 208 million.
//
// # Threads and effort
//
// Counting and the search for a first solution use as many threads as the request allows. The
// threads share the rings, the sets of pawns, or the boards of a frontier; an idle thread gets
// boards from near the root of another thread's tree. A first solution stops all threads.
//
// The statistic "nodes" is the same for any number of threads and on every processor, unless a
// first solution or the relaxation ends the search of several threads. Inside rings it is the
// number of states that were stored: rings whose rows all have free squares, and placements after
// which the next two rows have free squares, without those on the last two rows. Elsewhere it is
// the number of pieces placed during the search, including the givens on boards of up to 64 squares
// a side.
package bitmask

// Package bitmask is the native backend: depth-first searches whose state is
// a few machine words, one bit for each square that matters.
//
// # Counting on open boards
//
// Where most of the board is open, and the pieces are queens or superqueens, it counts inside
// rings. A ring is the queens on the first and last rank and the first and
// last file, which every solution has. Of the rings that the symmetries of the
// board make of each other one is solved, and what is found there counts once
// for each; the search itself tests no symmetry. The rest of the board is
// filled row by row, in the one of four directions that promises the smallest
// tree. The states with equally many rows filled wait together, and are worked
// on many at a time: with AVX2 16 of them in a vector, with AVX-512 32, a square of the row for
// each, then those are packed together that have a square left on each of the
// next two rows. Boards beyond 18 squares a side take eight a vector, and
// other processors a loop without branches that depend on a state; all walk
// the same tree. T. B. Preußer and M. R. Engelhardt, "Putting Queens in Carry
// Chains, No 27" (2017), place the outer two rings first to the same end.
//
// Rooks are placed rank by rank from the first, a block of states at a time.
//
// # Where squares are closed, and for single solutions
//
// Where much is closed or a side has more than 32 squares, and to enumerate and
// find first solutions, it branches on the rank or file with the fewest free
// squares, the one nearest the middle if there are several, and goes back where
// one has none; a line with one square is filled at once. The free squares of all
// lines lie side by side in a few words, so that a handful of operations finds
// all the empty lines, and all those with one or two squares.
//
// On a torus each diagonal must have a piece, and is a line like a rank. On a bare
// one, whose squares are all alike, the first piece is fixed and the second tried on
// one square of each class under the torus's linear symmetries.
//
// The frontier walks that tree at many places at once, some hundred boards at a
// time, so that the processor need not wait for the outcome of one step before it
// begins another, nor guess it. With AVX2 a piece so takes about a quarter of the
// time that one board after the other takes, with AVX-512, for boards of up to 16 words, less. What is left below the top of a
// large tree is packed anew where it then fits in fewer words.
//
// The explorer is the same search in plain form, one board after the other. It
// writes proofs, and looks for a first solution for a moment before the frontier
// does: of a line it tries first the square that leaves the most others free,
// which leads to a solution straight away on most boards that have many.
//
// When the frontier has taken as long to look for a first solution as the linear relaxation
// of the board takes, that is solved too: where it has no solution the board has none. After a
// hundred times as long it is asked of squares whether a piece may stand there. Random descents
// say how much of the search is left (Knuth 1975): a hundredth of that is spent at most, and a tenth of what
// the squares that go save. The search begins again without them only if that takes less than to
// go on. Of trees of 10¹¹ nodes and more squares are closed, too, on which a piece has probing
// close others until nothing is left (shaving). A tree of more than about 10⁹ nodes is searched from another middle of the board if by such
// descents that makes it smaller. One as large of which probing closes squares is divided by the squares of a line, and
// each part probed by itself. The statistics "pivots", "probes" and "removed" say what the relaxation took and gave.
// Proofs are written without it.
//
// As soon as sixteen squares asked of in a row all stay, or no more are asked of, the search begins anew again and again with the squares of lines in random orders,
// the same in each run, for 10⁶ nodes and now and then for longer, with one part in 200 of what is left then in all. On all five
// boards of 26 and 30 ranks whose solution the first order met after 10⁹ to 2·10¹¹ nodes one of these met one within
// 3·10⁸ (results/completion). The statistic "restarts" says how often; "nodes" has theirs too.
//
// Where few squares join some ranks and files with all others, such as a corner with bridges
// to the rest of the board, the search fills these lines first, and does not go by the fewest squares
// before they are full. If they cannot be filled it so sees it at once.
//
// Boards of more than 64 squares a side are reduced to the ranks and files
// without a given. What is left may be a small part of the whole: the completion
// problems of thousands of squares a side that say what a few excluded diagonals
// say on a small board have only that small board to fill. See Supports for how
// much may be left.
//
// # Where pieces block the lines of others
//
// With k pawns there are at most k segments of a rank more than ranks. Where so many more
// pieces are asked for, the pawns stand so that each divides a segment of its rank in two,
// and each segment has exactly one piece. So the search goes through the places for the
// pawns, and for each fills the segments rank by rank; below a pawn its file is free again,
// and both its diagonals. On a square board each segment of a file has a piece too, so nothing is
// searched where a pawn ends one without. Of the sets of pawns that symmetries of the board make of each
// other one is searched when counting, that with the lowest pawns, where this cuts most. R. D. Chatham, M. Doyle,
// J. J. Miller, A. M. Rogers, R. D. Skaggs and J. A. Ward, "Algorithm performance for
// chessboard separation problems" (2009), compare other ways.
//
// # Threads and effort
//
// Counting and looking for a first solution take as many threads as they are
// given: they share the rings, the sets of pawns, or the boards of a frontier, of which a thread
// that has none gets some from far up another's tree. A first solution stops all.
//
// The statistic "nodes" is the same for any number of threads and on every
// processor, unless a first solution or the relaxation ends the search of several threads. Inside
// rings it is the number of states that had to wait: rings whose rows all have
// squares, and placements after which the next two rows have; two rows before the
// end no more are counted. Elsewhere it is the number of pieces placed while
// searching, on boards of up to 64 squares a side the givens among them.
package bitmask

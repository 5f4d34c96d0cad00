// Package cover is the backend "dlx": it writes a board problem as an exact
// cover and lets package dlx, which has never heard of boards, search it.
//
// Ranks and files are primary items, diagonals secondary ones, squares the
// options. The search branches on the rank or file with the fewest squares
// left (MRV), ties in the order of the model's lines, which is Knuth's
// organ-pipe order for the families of this project. So the statistics
// "nodes" and "updates" of a bare board of queens are those that Knuth reports.
//
// Lines with other bounds, covers and clauses are items with multiplicities, which a
// third engine takes whatever the variant (mirror and natural apart). An objective is the
// cost of options: 1 for each piece where there are to be few, −1 where many.
//
// The backend's encodings are its variants. The figures are the nodes, and the
// milliseconds of one core (AMD Zen 3), to count the solutions of 14 queens:
//
//	variant    what is special                            nodes      ms
//	(default)  the faster engine of package dlx         5474542     129
//	dancing    dancing links, which count updates       5474542     540
//	bits       words of bits, which make no updates     5474542     129
//	natural    dancing, ranks before files in order     8770997     928
//	degree     dancing, ties by the most rivals         4564224     751
//	mirror     the default, half of two mirror images   2732810      65
//
// The variant mirror lets the piece of the middle rank stand on the left half
// only and counts every solution twice; if n is odd, it then searches those
// with the piece in the middle, as an exact cover of its own. Where the problem
// is not its own mirror image it searches all of it, as the default does.
//
// All variants but mirror ask for the first solution in the same order of
// squares, with one thread. Otherwise all threads of a request take part.
//
// When the context ends while the exact cover is being written, Run returns at
// once but leaves behind a goroutine that writes it to its end.
package cover

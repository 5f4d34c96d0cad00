// Package cover is the backend "dlx": it encodes a board problem as an exact cover and solves that
// with the general package dlx.
//
// Ranks and files are primary items, diagonals secondary ones, squares the options. The search
// branches on the rank or file with the fewest squares left (minimum remaining values), ties in the
// order of the model's lines, which is Knuth's organ-pipe order for the families of this project.
// So the statistics "nodes" and "updates" of a bare board of queens are those that Knuth reports.
//
// Lines with other bounds, covers and clauses are items with multiplicities, for which a third
// engine is used in every variant (except that mirror and natural keep their meaning). An objective
// is the cost of options: 1 for each piece to minimise, −1 to maximise.
//
// The backend's encodings are its variants. The figures are the nodes, and the milliseconds of one
// core (AMD Zen 3), for counting the solutions of 14 queens:
//
//	variant    method                                       nodes      ms
//	(default)  the faster engine of package dlx           5474542     129
//	dancing    dancing links, which count updates         5474542     540
//	bits       words of bits, without updates             5474542     129
//	natural    dancing, ranks before files in order       8770997     928
//	degree     dancing, ties by the most rivals           4564224     751
//	mirror     the default, half of two mirror images     2732810      65
//
// The variant mirror places the piece of the middle rank only on the left half and counts every
// solution twice. If n is odd, it then searches with the piece in the middle, as a separate exact
// cover. If the problem is not its own mirror image it searches all of it, like the default.
//
// All variants except mirror search for the first solution in the same order of squares, with one
// thread. Other tasks use all threads of a request.
//
// If the context ends while the exact cover is being built, Run returns at once but leaves a
// goroutine that finishes building it.
package cover

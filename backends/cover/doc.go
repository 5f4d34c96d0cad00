// Package cover is the backend "dlx": it writes a board problem as an exact
// cover and lets package dlx, which has never heard of boards, search it.
//
// Ranks and files are primary items, diagonals secondary ones, squares the
// options. The search branches on the rank or file with the fewest squares
// left (MRV), ties in the order of the model's lines, which is Knuth's
// organ-pipe order for the families of this project. So the statistics
// "nodes" and "updates" of a bare board of queens are those that Knuth reports.
//
// When the context ends while the exact cover is being written, Run returns at
// once but leaves behind a goroutine that writes it to its end.
package cover

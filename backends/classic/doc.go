// Package classic has the counters and enumerators of n queens that people
// meet in books and papers, each as published and each as a backend of its
// own. It is for those who teach or learn the subject, to see what each step
// buys, and for those who reproduce published tables.
//
// They are read best in this order, that of [All]:
//
//   - [Naive]: backtracking in one loop, each queen compared with each earlier one.
//   - [Symmetric]: half of the board, doubled. It halves the time, and no more.
//   - [Marks]: an attacked square is known by three looks, however many queens stand.
//   - [Available]: columns that are taken are not even looked at.
//   - [BitmaskStack]: all free squares of a row by one instruction.
//   - [Permutations]: what it costs not to backtrack.
//   - [Place]: Naive as the textbooks write it, with recursion.
//   - [Wirth]: Marks with recursion, to the first solution.
//   - [Dijkstra]: the same arrays earlier, for all solutions, one step at a time.
//   - [RecursiveBitmask]: BitmaskStack with its words in registers.
//   - [Determinant]: algebra of 1874, without a search.
//   - [BitSolver]: with open squares a file, as for n-queens completion.
//   - [Table]: the published numbers, without any work.
//
// All but the table and the bit solver take bare boards of queens, nothing given
// or blocked. None uses more than one thread or knows another's code but the test
// of a square, the turning points of the halved board and what stands around a
// run.
//
// # Statistics
//
// "nodes" is the number of partial placements without a conflict that a run
// visits, from the empty board to the solutions: 2,057 for naive on 8 × 8, by
// rows 1, 8, 42, 140, 344, 568, 550, 312, 92. "placements" is the number of
// squares examined: 15,720 there, all 8 squares above each of the 1,965 that
// are not solutions. Both are those of the part of the tree that is visited,
// not doubled. So for the methods that halve the board: of an even board's
// nodes they visit one half and the empty board, and they examine exactly half
// of the squares on every board of more than one, except that available
// examines half of one more on odd boards. Methods that look only at free
// squares examine one for each node but the first. Permutations and
// Determinant have their own measures, the bit solver has nodes only. A run that
// is stopped has none.
package classic

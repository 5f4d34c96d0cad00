// Package classic has the counters and enumerators of n queens that appear in books and papers,
// each as published and each as a separate backend. It is for teaching and learning the subject, to
// see the effect of each step, and for reproducing published tables.
//
// Read them in the order of [All]:
//
//   - [Naive]: backtracking in one loop, each queen compared with each earlier one.
//   - [Symmetric]: half of the board, doubled. It halves the time, and no more.
//   - [Marks]: three look-ups find out whether a square is attacked, however many queens are
//     placed.
//   - [Available]: occupied columns are not examined at all.
//   - [BitmaskStack]: one instruction finds all free squares of a row.
//   - [Permutations]: the cost of not backtracking.
//   - [Place]: Naive as in textbooks, with recursion.
//   - [Wirth]: Marks with recursion, to the first solution.
//   - [Dijkstra]: the same arrays earlier, for all solutions, one step at a time.
//   - [RecursiveBitmask]: BitmaskStack with its words in registers.
//   - [Determinant]: algebra of 1874, without a search.
//   - [BitSolver]: with open squares for each file, for n-queens completion.
//   - [Table]: the published numbers, without any work.
//
// All except the table and the bit solver support only bare boards of queens, without given or
// blocked squares. None uses more than one thread, or code of another except the test of a square,
// the ends of the rows of the halved board and the code around a run.
//
// # Statistics
//
// "nodes" is the number of partial placements without a conflict that a run visits, from the empty
// board to the solutions: 2,057 for naive on 8 × 8, by rows 1, 8, 42, 140, 344, 568, 550, 312, 92.
// "placements" is the number of squares examined: 15,720 there, all 8 squares above each of the
// 1,965 that are not solutions. Both are for the part of the tree that is visited, not doubled. So
// methods that halve the board visit, on an even board, half of the nodes and the empty board. They
// examine exactly half of the squares on every board of more than one, except that available
// examines half of one more on odd boards. Methods that examine only free squares examine one for
// each node except the first. Permutations and Determinant have their own measures, and the bit
// solver has only nodes. A stopped run has no statistics.
package classic

// Package bdd counts and lists solutions with binary decision diagrams, built by the library
// github.com/dalzilio/rudd. [Backend] is the backend "bdd".
//
// A decision diagram represents all solutions at once (R. Bryant, "Graph-Based Algorithms for
// Boolean Function Manipulation", IEEE Transactions on Computers 35, 1986). Each level decides a
// variable, and equal parts are stored once. There is no search: each line, clause and sum of the
// model becomes a diagram, the diagrams are combined by conjunction, and the result is counted. The
// method therefore shares no idea with exact cover or backtracking, so that its counts confirm
// theirs.
//
// # How a diagram is built
//
// The variables of a board are in the order of the model, rank by rank from a1. For formulas, and
// for models with auxiliary variables, another order can be better: a search breadth first, improved
// by FORCE (F. Aloul, I. Markov and K. Sakallah, GLSVLSI 2003), which brings variables of the same
// constraints together. Lines and sums are counted in the order of the variables, so that they stay
// small. Constraints that share auxiliary variables, such as the clauses of one line, are combined
// first; an auxiliary variable is removed by existential quantification where the last constraint
// that contains it joins. Counts are therefore projected. The rest is sorted by the first variables
// and combined in a balanced tree.
//
// The size of the diagram decides the time. 9 queens take 0.3 s and 50 MiB, 10 queens 2.7 s and
// 310 MiB, 11 queens 40 s and 2 GiB (240 thousand, 1.3 million and 7.5 million nodes). One
// conjunction of all lines after another takes twice as long for 9 queens, and four times for 8
// queens if they are sorted by their first variable.
//
// # Limits of the library
//
// An operation of rudd cannot be interrupted, and a limit on its nodes has no effect. When the
// context ends, or the heap of this process exceeds the memory of the request (4 GiB if it has
// none), Run locks the diagram, so that the operation waits forever and uses no more CPU time. Its
// memory is not released before the process ends; a program that measures should start each run in
// a child process.
//
// Finalizers of rudd lower the reference counts of nodes while operations raise them without a lock.
// This package therefore removes the finalizers: the table of nodes keeps every result. This takes up
// to twice the memory.
//
// Allsat of rudd goes on after its function has returned an error. The list of solutions is
// therefore read from a copy of the diagram.
//
// The build tag buddy of rudd selects another table of nodes, and Stats reports which. No program
// can choose it at run time; this package works with both.
package bdd

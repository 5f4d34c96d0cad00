// Package explain finds out why a problem has no solution, and what its solutions have in common.
//
// [Conflict] returns a minimal set of statements of a problem that contradict each other: given pieces,
// closed squares, the bounds of lines, clauses. It shrinks the set of assumptions that a SAT solver
// refutes by leaving out one statement after the other, in several orders. [Check] verifies that with
// other engines: the set has no solution, and it has one if any statement is left out. [Survey] counts the
// solutions by square.
package explain

// Package cpog writes proofs that a graph of package ddnnf has the models of a formula, in the format CPOG: R. Bryant,
// W. Nawrocki, J. Avigad and M. Heule, "Certified knowledge compilation with application to verified model counting",
// SAT 2023. Package proof checks them.
//
// # What a proof consists of
//
// Each node of the graph becomes a variable with clauses that define it: a product (a conjunction) or a sum (a
// disjunction whose two parts exclude each other). Then one clause is derived for each node, that the formula implies the node
// under the decisions that lead to it. The last of these is the root alone. At the end all clauses are deleted but that one,
// each as a consequence of the remaining ones. The root then implies the formula.
//
// # Shared nodes
//
// A node with several parents gets one derivation, a lemma, that holds under each of them. It cannot refer to the
// decisions of one parent. Where a clause of the formula has lost literals by such decisions, the lemma has a
// variable in its place, which is defined as the conjunction of the negations of what is left of the clause. A use of the lemma first
// derives that what is left of the clause holds.
//
// # What the compiler knew
//
// The compiler's learnt clauses are not recorded. A literal that unit propagation does not give is derived
// by a search of this package, which learns clauses and derives each of them in the proof.
package cpog

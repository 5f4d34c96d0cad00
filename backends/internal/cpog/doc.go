// Package cpog writes proofs that a graph of package ddnnf has the models of a formula, in the format CPOG: R. Bryant,
// W. Nawrocki, J. Avigad and M. Heule, "Certified knowledge compilation with application to verified model counting",
// SAT 2023. Package proof checks them.
//
// # What a proof consists of
//
// Each node of the graph becomes a variable with clauses that define it: a product (a conjunction) or a
// sum (a disjunction whose two parts exclude each other). Then one clause is derived for each node. It
// states that the formula implies the node under the decisions between the root and the node. For the root
// there are no decisions, so that the last clause is the root alone. At the end all other clauses are
// deleted, each as a consequence of the remaining ones. This proves that the root implies the formula. A
// step of the proof that derives or deletes a clause has hints: the numbers of the clauses that unit
// propagation uses, in their order.
//
// # Shared nodes
//
// A node with several parents gets one derivation, a lemma, that holds under each of them. It cannot refer
// to the decisions of one parent. Where such decisions have made some literals of a clause false, the
// lemma uses a residue: the clause without these literals. A residue has a variable, defined as the
// conjunction of the negations of the remaining literals, and the lemma contains that variable. A
// derivation that uses the lemma first derives that the remaining literals hold.
//
// # What the compiler knew
//
// The compiler's learnt clauses are not recorded. If unit propagation does not find a literal that the
// compiler knew, this package searches for a derivation. Its search learns clauses, which it also derives
// in the proof.
package cpog

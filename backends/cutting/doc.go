// Package cutting solves pseudo-Boolean constraints and writes its answers as cutting-planes proofs in the format of VeriPB
// 3.0, which package proof checks. It shares no code with the checker.
//
//   - [Optimum] proves that no solution has a better value of the objective;
//   - [Enumerate] lists all solutions and proves that there are no others.
//
// # The search
//
// The search learns clauses from conflicts (CDCL). It propagates linear constraints as they are. The
// reasons of its assignments are weakened to clauses, so that a learnt clause follows from the constraints by unit propagation.
// In the proof it is one step, rup.
//
// # The lower bound
//
// A lower bound of the objective comes from unsatisfiable cores, with the algorithm OLL (A. Morgado, C. Dodaro and
// J. Marques-Silva, "Core-Guided MaxSAT with Soft Cardinality Constraints", 2014). A core is a clause: at least one of some
// literals of the objective is true. New variables count how many are; they are defined by the rule red. The sum of all cores with
// their weights, the definitions and the constraint that a solution is better is the contradiction, as in B. Bogaerts et al.,
// "Certified core-guided MaxSAT solving", CADE 2023.
package cutting

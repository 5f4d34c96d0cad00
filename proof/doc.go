// Package proof checks proofs that a formula has no model, and that a count of
// solutions is right.
//
// "Unsatisfiable" and "92 solutions" are claims of a program that may be wrong.
// SAT solvers can write down why: [Check] reads a formula and such a proof and
// decides whether the one follows from the other. It takes DRAT, text or binary,
// which cadical, kissat, gophersat and most others write, and no more memory than
// the clauses alive need.
//
// # What a proof is
//
// Each step adds a clause or deletes one. An added clause must follow from the
// clauses alive by unit propagation from its negation (RUP); or be a resolution
// asymmetric tautology (RAT) on the literal written first: each of its resolvents
// on that literal must follow so (Järvisalo, Heule, Biere, Inprocessing Rules,
// 2012; Wetzler, Heule, Hunt, DRAT-trim, 2014). Either leaves a satisfiable
// formula satisfiable, and so does a deletion. When the clauses alive are
// contradictory by unit propagation, the formula is refuted and the proof
// verified; what follows is not read. A formula that is contradictory so from
// the start needs no proof, and takes any.
//
// Clauses are sets: the order of their literals counts for the RAT literal alone,
// and repetitions not at all. Deletion takes out one copy of a clause.
// Variables that the formula does not have may be introduced. Where proofs in the
// wild differ, this is how they are read, as drat-trim does:
//
//   - The deletion of a clause that is not there does nothing. [Result] counts it.
//   - What follows from the clauses by unit propagation alone, before anything is
//     assumed, stays for ever, whatever is deleted later. So the deletion of a unit
//     clause or of one that became unit leaves its literal true; Result counts these
//     too. A proof that relies on forgetting such a literal is refused.
//   - A step in text may go over several lines. A line that begins with c where a
//     step could is a comment.
//
// [CheckPB] does the same for pseudo-Boolean constraints, and proofs by cutting planes in
// the format of VeriPB: constraints are added up, multiplied and divided. What takes
// clauses many steps, that of n + 1 pigeons two share one of n holes, is one sum.
//
// # The formula and the problem
//
// That a formula is unsatisfiable says something of a board only if the formula is
// the board's. [Compare] writes the problem a second time, from the rules of the
// piece alone, and checks that the formula, in whatever encoding, forbids nothing
// that those allow: its auxiliary variables are eliminated by resolution, and what
// is left must follow. That it allows no more than the problem does not matter to
// a proof that there is no solution, and is not asked.
//
// # A certified count
//
// [CountCertificate] writes a folder: the problem's name, its formula, every
// solution, and a proof that the formula with a clause against each solution is
// unsatisfiable. [VerifyCount] reads it and believes none of it. It
//
//   - compares the formula with the rules of the piece (Attacks of its family), as
//     above: so the solutions are not fewer than those of the problem;
//   - checks each listed solution by the rules, and that no two are the same;
//   - adds a clause against each itself, and checks the proof: so there are no others.
//
// What must be trusted for the number to be right: the rules (a family's Attacks
// and Pieces, symmetries, and Problem.Check, which decides whether a list of
// squares is a solution), the readers of problem names, squares and DIMACS, this
// package's fromRules, Compare and Check, and the Go compiler. No solver, no Model, no
// encoding and nothing that made the folder. That the problem is the one meant is
// for the reader of its name to see.
//
// # A certified optimum
//
// [OptimumCertificate] writes a solution and proofs that none has a better number of
// pieces, and [OptimaCertificate] the number of the best as well. Here the formula, of a
// problem with bounded [nqueens.Problem.Pieces], has a counter, whose auxiliaries could
// not be eliminated for a comparison with the rules: [VerifyOptimum] makes it again. So the
// family's Model and the encoding must be trusted too. No solver is, and no symmetry is
// broken. The proof may be split into cubes, decided one after the other: each has no
// model, given that those before have none, and the last is all that is left.
//
// Where few pieces are to cover a board, as in domination, [CoveringCertificate] writes proofs
// by cutting planes instead, by its own search: for 11 × 11 squares 2841 steps. The formula is
// the problem's constraints, which both sides make.
//
// Solutions and proof may come from any solver. [Refute] is the one that
// comes along: a search without learning, enough for a count up to thirteen
// queens.
package proof

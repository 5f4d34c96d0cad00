// Package proof checks proofs that a formula has no model, and that a count of solutions is right.
//
// "Unsatisfiable" and "92 solutions" are claims of a program that may be wrong. SAT solvers can
// write a proof of them. [Check] reads a formula and a proof and decides whether the proof is
// valid. It reads DRAT, text or binary, which cadical, kissat, gophersat and most others write. Its
// memory is proportional to the clauses alive. A clause is alive from its addition to its deletion;
// the clauses of the formula are alive from the start.
//
// # What a proof is
//
// Each step adds a clause or deletes one. An added clause must follow from the clauses alive by
// unit propagation from its negation (RUP); or be a resolution asymmetric tautology (RAT) on the
// literal written first: each of its resolvents on that literal must follow in this way (Järvisalo,
// Heule, Biere, Inprocessing Rules, 2012; Wetzler, Heule, Hunt, DRAT-trim, 2014). Both, and
// deletions, preserve satisfiability. When the clauses alive are contradictory by unit propagation,
// the formula is refuted and the proof is verified; the rest is not read. A formula that is
// contradictory by unit propagation needs no proof, and any proof is accepted.
//
// Clauses are sets: the order of their literals matters only for the RAT literal, and repetitions
// do not matter. A deletion removes one copy of a clause. A proof may introduce variables that the
// formula does not have. In the following cases, where proofs of solvers differ, Check does the
// same as drat-trim:
//
//   - Deleting a clause that does not exist has no effect. [Result] counts these deletions.
//   - A literal that follows by unit propagation without assumptions stays true, whatever is
//     deleted later. Deleting a unit clause, or a clause that became unit, therefore leaves its
//     literal true; Result counts these deletions too. A proof that relies on removing such a
//     literal is rejected.
//   - A step in text may span several lines. A line that begins with c where a step could is a
//     comment.
//
// [CheckPB] does the same for pseudo-Boolean constraints, and cutting-planes proofs in the format
// of VeriPB, which add, multiply and divide constraints. A statement that takes many steps with
// clauses, such as that two of n + 1 pigeons share one of n holes, is a single sum. [ConcludePB]
// also checks proofs of the least value of an objective, and proofs that a list of solutions is
// complete.
//
// # The formula and the problem
//
// An unsatisfiable formula proves something about a board only if it is a formula of the board.
// [Compare] writes a second formula from the rules of the piece alone, and checks that the given
// formula, under any encoding, forbids nothing that the rules allow. It eliminates the auxiliary
// variables by resolution, and the remaining clauses must follow from the rules. Whether the
// formula allows more than the problem does not matter for a proof that there is no solution, and
// is not checked.
//
// # A certified count
//
// [CountCertificate] writes a folder: the problem's name, its formula, every solution, and a proof
// that the formula with a clause against each solution is unsatisfiable. [VerifyCount] trusts none
// of it. It
//
//   - compares the formula with the rules of the piece (Attacks of its family), as above: so no
//     solution of the problem is excluded;
//   - checks each listed solution by the rules, and that no two are equal;
//   - adds a clause against each solution itself, and checks the proof: so there are no others.
//
// What must be trusted for the number to be right: the rules (a family's Attacks and Pieces,
// symmetries, and Problem.Check, which decides whether a list of squares is a solution), the
// readers of problem names, squares and DIMACS, this package's fromRules, Compare and Check, and
// the Go compiler. No solver, Model, encoding or program that made the folder need be trusted. The
// reader must check that the problem's name is the intended one.
//
// # A certified optimum
//
// [OptimumCertificate] writes a solution and proofs that no solution has a better number of pieces.
// [OptimaCertificate] also certifies the number of best solutions. The formula of a problem with
// bounded [nqueens.Problem.Pieces] has a counter whose auxiliaries cannot be eliminated for a
// comparison with the rules, so [VerifyOptimum] makes the formula again and compares the two. The
// family's Model and the encoding must therefore be trusted too. Solvers are not trusted, and no
// symmetry is broken. The proof may be split into cubes, proved one after the other: each cube has
// no model, given that the earlier ones have none, and the last cube is everything that remains.
//
// If a few pieces must cover a board, as in domination, [CoveringCertificate] writes cutting-planes
// proofs instead, by its own search: 2841 steps for 11 × 11 squares. The formula is the problem's
// constraints, which the writer and the checker both make from the problem.
//
// [FormulaOptimumCertificate] does this for a formula with an objective: a copy of the formula's
// text, a solution, and a proof by cutting planes. [VerifyFormulaOptimum] reads the text again. It
// trusts the reader of its format and encode.PBFromModel.
//
// Solutions and proof may come from any solver. [Refute] is a built-in one: a search without
// learning, sufficient for counts up to thirteen queens.
package proof

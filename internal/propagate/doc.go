// Package propagate reduces the model of a problem before an engine searches: it decides the
// placements that follow without a choice, and detects contradictions with their reasons.
//
// It applies three methods, the first two repeatedly until neither decides anything:
//
//   - single lines and clauses: in a rank with one open square that square is chosen, and the
//     squares it attacks are not (unit propagation, [Propagation]);
//   - ranks and files together: squares in no perfect matching are excluded ([Propagation.Match]);
//   - lines that need many placements or allow few, compared with all other lines
//     ([Propagation.Room]).
//
// [Reduced] returns the model after the first method, which proofs can reproduce. [Filtered]
// returns the model after all three, which engines search. Engines can also assume literals during
// a search, and undo that ([Propagation.Assume]).
package propagate

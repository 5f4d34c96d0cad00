// Package propagate is what every engine does before it searches: of a problem's model it decides what follows
// without a choice, and says when that is a contradiction, and why.
//
// Three things are looked at, the first two until neither decides any more:
//
//   - a line or a clause by itself: of a rank with one open square that one is chosen, and what it attacks is
//     not (unit propagation, [Propagation]);
//   - the ranks and files together: squares in no perfect matching of them go ([Propagation.Match]);
//   - lines that want many placements, or allow few, against all the others ([Propagation.Room]).
//
// [Reduced] is what is left after the first, which proofs can follow; [Filtered] after all three, which engines that
// give answers search. Engines that decide as they search assume literals, and undo that ([Propagation.Assume]).
package propagate

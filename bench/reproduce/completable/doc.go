// Package completable finds how many queens can always be completed: the largest k such that any k or fewer
// queens on an n × n board that do not attack each other are part of a solution. This is OEIS A374013, whose
// terms for n = 4 to 20 are published.
//
// [Term] computes a term. It needs two proofs, which can also be computed separately:
//
//   - [Exhaust] examines every placement of k queens, up to the symmetries of
//     the board. Most are part of one of many random solutions or their images. The
//     others are completed one by one by a complete search. Nothing is sampled:
//     the random solutions only save time.
//   - [Refute] searches k + 1 queens that are in no solution, with a heuristic.
//     Any solver can check them: with these queens given there is no solution.
//
// The number of placements shows that none is left out. Exhaust computes it from those that it examined, and
// for up to five queens it is a published sequence.
//
// Glock, Munhá Correia and Sudakov ("The n-queens completion problem", Research in the Mathematical Sciences
// 9, 2022) have shown that for large n the term is between n/60 and 0.241 n. [Chart] draws the terms between
// these bounds.
package completable

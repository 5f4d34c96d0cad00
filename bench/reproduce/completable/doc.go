// Package completable finds how many queens can always be completed: the
// largest k such that k or fewer queens, wherever they stand on an n × n board
// without attacking each other, belong to a solution. This is OEIS A374013, of
// which the terms for n = 4 to 20 are published.
//
// [Term] finds a term. It needs two proofs, which can be had one by one:
//
//   - [Exhaust] looks at every placement of k queens, up to the symmetries of
//     the board. Most stand in one of many random solutions or its images. The
//     others are completed one by one, by a search that stops at nothing but an
//     answer. Nothing is sampled: the random solutions only save time.
//   - [Refute] finds k + 1 queens that no solution has, without looking at all,
//     as far as it can. They can be checked with any solver: as givens they leave
//     no solution.
//
// That no placement is left out is seen from their number, which Exhaust works
// out from those it looked at: for up to five queens it is a published
// sequence.
//
// Glock, Munhá Correia and Sudakov ("The n-queens completion problem", Research
// in the Mathematical Sciences 9, 2022) have shown that for large n the term is
// between n/60 and 0.241 n. [Chart] draws the terms between these bounds.
package completable

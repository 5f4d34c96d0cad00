// Package fuzz looks for wrong answers of a solver, and makes a small reproducer of each.
//
// A [Fuzzer] makes random instances of many kinds, each from the run's seed and the number of its trial.
// It gives them to the solvers under test and to reference engines that share no code with them. The
// answers are judged as those of a benchmark are: each solution is checked by the rules of its problem,
// and counts and optima are compared by package judge. A relation, such as the sum of the counts with a
// variable true and false, compares answers of one solver with each other where no other answer is known.
//
// A wrong answer becomes a [Finding]. [Fuzzer] shrinks it by delta debugging until no single removal
// keeps the failure: clauses, literals and variables, squares and the side of a board, and the solver's
// options. A [Folder] holds the result: the input, the command, the answers, the evidence, and a README
// that can be pasted into an issue.
package fuzz

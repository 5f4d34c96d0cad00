// Package sat solves board problems with two SAT solvers written in Go, gini and gophersat. Its
// backends are
//
//	gini                      on clauses, any encoding
//	gophersat                 on clauses, any encoding
//	gophersat-pb              on native cardinality constraints, no auxiliary variables
//	gophersat-models          the library's own CountModels and Enumerate, which are wrong
//	gophersat-cutting-planes  gophersat-pb with cutting planes, whose "unsatisfiable" is wrong
//	cores                     best solutions by unsatisfiable cores, with gini
//	gophersat-maxsat          best solutions by gophersat's package maxsat
//
// gophersat-models and gophersat-cutting-planes are here so that a harness can detect them. gini,
// gophersat and gophersat-pb find all solutions with repeated calls of the solver. They never add a
// clause that excludes a solution: each call has assumptions, and no data grows with the number of
// solutions.
//
//   - The solutions are split into cubes, by the positions of the pieces of a few lines, those with
//     the fewest positions left first, until a third of the placements is open. Unit propagation on
//     the model determines what a cube forces, and each cube gets a new solver for the remaining
//     model. Formulas have such lines, too: clauses whose literals exclude each other by
//     propagation. 12 queens from a file of pairwise clauses take 1.3 times as long with gini as
//     from the board, 1.1 with gophersat (12 and 21 times without).
//   - The solver finds a first solution of the cube. A few of its placements force the others by
//     unit propagation. The last of these is flipped, and the solver is called with it and the ones
//     before as assumptions. If there is a solution, the search continues below it in the same way;
//     if not, the placement before is flipped. Unit propagation alone answers a third of these
//     calls. Auxiliary variables are never assumed, so counts are projected on placements.
//
// Gophersat can also prove that there is no solution: see Prover.
//
// For the task first there is one cube: the solver gets the whole problem, without what the given
// pieces force.
//
// The statistics show how much of the tree this package searches itself. For 12 queens 2 832 cubes
// fix about 4 pieces each; the solver then finds the 14 200 solutions in 22 254 calls, 1.6 for each
// solution; the other 8 054 calls have no solution. CPU seconds for that count, compared with .59
// for clasp 3.3.5 (-n 0 -q, pairwise) in the same minutes:
//
//	              pairwise  product  commander  bimander  sequential  ladder
//	gini          .57       .55      .53        .70       .88         .99
//	gophersat     .72       .74      .75        .94       1.17        1.46
//	gophersat-pb  .62, without an encoding
//
// Gini with pairwise clauses takes 6.6 without cubes, .75 with cubes that leave half of the
// placements open, .62 with a third and .63 with a quarter (clasp: .55). Clauses that exclude the
// solutions found, in place of assumptions, took as long with such cubes, and half as long again
// with larger ones, for which they also fill the memory. BenchmarkEncodings and BenchmarkCubes
// measure this for 11 queens:
//
//	go test -run - -bench 'Encodings|Cubes' ./backends/sat
//
// Gini stops within milliseconds when the context ends. Gophersat cannot be stopped: Run returns at
// once, but leaves a goroutine that runs until its current search ends. Moreover, gophersat's
// solvers share memory, so that only one of them may search at a time, and the next run with
// gophersat in the same process waits for that goroutine. A program that limits the time of a run
// should therefore start each run in a child process that it can kill. So should a program that
// must survive an internal error of gini, which ends the process.
//
// An objective is improved step by step. Each step is a separate formula that counts its pieces
// with a totalizer. Compared with the sequential counter, both measured in turn on a busy machine,
// the totalizer takes 1.8 times less CPU for domination 8 and 1.3 for torus-max 10 with gini, 1.3
// and 1.2 with gophersat, and as much for kings 8 and peaceable 6 with gini. In Hilbert's order
// (--order hilbert) domination 8 takes another 2.9 and 2.3 times less, torus-max 10 3.2 and 3.1
// times more.
//
// A single incremental solver for all steps was also measured. Gini kept its learnt clauses, and a
// totalizer was widened when a bound needed it. Each bound was an assumption or, because bounds are
// never loosened, a clause; these differed by a factor of less than two either way. CPU seconds of
// one run each, with clauses and with steps with the same totalizer: domination 8 1.72 and 1.26, 9
// 3.36 and 3.18, torus-max 10 .12 and .14; in Hilbert's order .53 and .47, 1.28 and 1.23, .50 and
// .47. Peaceable 6 took 2.5 times as long, because its Model is stronger if the number of pieces is
// known. Gophersat panics if variables are added after a search; with the complete counter from the
// start and assumptions it took as long as steps for domination 8, and 1.2 and 1.6 times as long
// for torus-max 10 and 9. Gophersat's Minimize was measured on cardinality constraints and a busy
// machine, one run each: domination 7, 8 and 9 took 0.22 s, 18.5 s and more than 25 s, compared
// with 0.16, 16.3 and 15.4 s for the steps. It was faster only for problems of milliseconds (5 × 5
// kings), panics without weights, and cannot be stopped. For these reasons the package uses steps.
package sat

// Package sat solves board problems with two SAT solvers written in Go, gini
// and gophersat. Its backends are
//
//	gini                      on clauses, any encoding
//	gophersat                 on clauses, any encoding
//	gophersat-pb              on native cardinality constraints, no auxiliary variables
//	gophersat-models          the library's own CountModels and Enumerate, which are wrong
//	gophersat-cutting-planes  gophersat-pb with cutting planes, whose "unsatisfiable" is wrong
//
// The last two are here for a harness to catch. The others find all solutions by
// asking the solver again and again. No clause that excludes a solution is ever
// added: each question is asked under assumptions, and nothing that is kept
// grows with the number of solutions.
//
//   - The solutions are split into cubes, by where the pieces of a few lines
//     stand, those with the fewest places left first, until a third of the
//     placements is open. Unit propagation on the model decides what a cube
//     forces, and each cube gets a new solver for the model that remains. Formulas
//     have such lines too: clauses whose literals exclude each other by propagation.
//     12 queens from a file of pairwise clauses take 1.3 times as long with gini as
//     from the board, 1.1 with gophersat (12 and 21 times without).
//   - The solver finds a first solution of the cube. Few of its placements force
//     the others by unit propagation. The last of them is flipped, and the solver
//     is asked for a solution with the others and that; if there is one, it too is
//     followed down, if not, the one before is flipped.
//     Unit propagation alone answers a third of these questions. Auxiliary
//     variables are never assumed, so counts are projected on placements.
//
// Gophersat can also prove that there is no solution: see Prover.
//
// For the task first there is one cube: the solver gets the whole problem, less
// what the given pieces force.
//
// How much of the tree is ours is in the stats. Of 12 queens 2 832 cubes fix about
// 4 each; the solver then finds the 14 200 solutions with 22 254 questions, 1.6 for
// each solution, and answers the other 8 054 with no. CPU seconds for that
// count, beside the .59 of clasp 3.3.5 (-n 0 -q, pairwise) in the same minutes:
//
//	              pairwise  product  commander  bimander  sequential  ladder
//	gini          .57       .55      .53        .70       .88         .99
//	gophersat     .72       .74      .75        .94       1.17        1.46
//	gophersat-pb  .62, without an encoding
//
// With gini and pairwise clauses it takes 6.6 without cubes, .75 where they leave
// half of the placements open, .62 a third and .63 a quarter (clasp: .55). Instead
// of assumptions, clauses that exclude what has been found took as long with
// such cubes, and half as long again with larger ones, where they also fill the
// memory. BenchmarkEncodings and BenchmarkCubes measure these for 11 queens:
//
//	go test -run - -bench 'Encodings|Cubes' ./backends/sat
//
// Gini stops within milliseconds when the context ends. Gophersat cannot be
// stopped: Run returns at once all the same, but leaves behind one goroutine
// that goes on until its current search ends. Its solvers moreover share memory
// in a way that only one of them may search at a time, so the next run on
// gophersat in the same process waits for that. A program that limits the time
// of a run should therefore give each run a child process that it can kill. So
// should one that must survive an internal error of gini, which ends the
// process.
//
// An objective is tightened step by step, each step a formula of its own whose pieces are
// counted by a totalizer. Beside the sequential counter, both ways in turn on a busy
// machine, that takes 1.8 times less CPU for domination 8 and 1.3 for torus-max 10 with
// gini, 1.3 and 1.2 with gophersat, and as much for kings 8 and peaceable 6 with gini. In
// Hilbert's order (--order hilbert) domination 8 takes 2.9 and 2.3 times less again,
// torus-max 10 3.2 and 3.1 times more.
//
// One solver for all steps was measured beside that: gini kept what it had learnt, and a
// totalizer was widened as bounds wanted it, each bound an assumption or, as it is never
// loosened, a clause, which differed by less than two either way. One run each, CPU
// seconds of clauses and of steps with the same totalizer: domination 8 1.72 and 1.26, 9
// 3.36 and 3.18, torus-max 10 .12 and .14; in Hilbert's order .53 and .47, 1.28 and 1.23,
// .50 and .47. Peaceable 6 took 2.5 times as long, since its Model says more where the
// number of pieces is known. Gophersat panics on variables that are new after a search;
// with the whole counter from the start and assumptions it took as long as steps for
// domination 8, and 1.2 and 1.6 times as long for torus-max 10 and 9. So the steps are
// kept. Gophersat's Minimize was measured beside that, on cardinality constraints and a
// busy machine, one run each: domination 7, 8 and 9 took it 0.22 s, 18.5 s and more than
// 25 s, the steps 0.16, 16.3 and 15.4 s. It was quicker where milliseconds do (5 × 5
// kings), panics without weights, and cannot be stopped; so the steps are kept.
package sat

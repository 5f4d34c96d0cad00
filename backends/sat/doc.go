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
//     forces, and each cube gets a new solver for the model that remains.
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
// An objective is tightened step by step, each step a formula of its own. Gophersat's
// Minimize was measured beside that, on cardinality constraints and a busy machine, one run
// each: domination 7, 8 and 9 took it 0.22 s, 18.5 s and more than 25 s, the steps 0.16, 16.3
// and 15.4 s. It was quicker where milliseconds do (5 × 5 kings), panics without weights, and
// cannot be stopped; so the steps are kept.
package sat

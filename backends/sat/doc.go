// Package sat solves board problems with two SAT solvers written in Go, gini
// and gophersat. Its backends are
//
//	gini              on clauses, any encoding
//	gophersat         on clauses, any encoding
//	gophersat-pb      on native cardinality constraints, no auxiliary variables
//	gophersat-models  the library's own CountModels and Enumerate, which are wrong
//
// The last is here for a harness to catch. The others find all solutions by
// asking the solver again and again, each time with one more clause that
// excludes the solution just found. Three things keep that quick and small:
//
//   - The solutions are split into cubes, by where the pieces of the first two
//     lines stand (the middle rank and the middle file of a board), and each
//     cube gets a new solver: the excluding clauses of a cube go with it.
//   - Unit propagation on the model decides what a cube forces. The solver is
//     given the model that remains.
//   - A solution is excluded by few of its placements, enough of them to force
//     the others by unit propagation. Auxiliary variables never occur in these
//     clauses, so that counts are projected on placements.
//
// For the task first there is one cube: the solver gets the whole problem, less
// what the given pieces force.
//
// Gini stops within milliseconds when the context ends. Gophersat cannot be
// stopped: Run returns at once all the same, but leaves behind one goroutine
// that goes on until its current search ends. Its solvers moreover share memory
// in a way that only one of them may search at a time, so the next run on
// gophersat in the same process waits for that. A program that limits the time
// of a run should therefore give each run a child process that it can kill. So
// should one that must survive an internal error of gini, which ends the
// process.
package sat

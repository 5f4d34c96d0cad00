// Package allsat counts and lists the models of a formula in conjunctive normal
// form: all of them, each once, or as projected on the variables that matter.
//
// Give it a formula, from encode.ReadDIMACS or made clause by clause, and ask:
//
//	e, err := allsat.New(formula, allsat.Config{})
//	n, err := e.Count(ctx)              // how many
//	for model := range e.Models(ctx) {  // which
//
// If the formula has a projection, models that agree on its variables are one.
// Counts are exact and may be of any size: where the variables that are left may
// have any value, they are counted at once. Models are handed out one by one
// as they are found, in memory that does not grow with their number. Each
// call ends within milliseconds of its context.
//
// [Backend] is this project's backend "allsat": a board problem under any
// encoding.
//
// # How it works
//
// First the formula is simplified. Unit clauses are propagated, variables that
// are equal or opposite become one, auxiliary variables (those outside the
// projection) are resolved away where the formula does not grow from it, and
// binary clauses are closed: for each literal all that follows from it is written
// down. Most encodings of cardinality constraints come down to the same few
// clauses in this way, and take the same search.
//
// Three engines search what remains.
//
//   - Bits backtracks chronologically. A state is two bit sets, the literals that
//     are true and those that are false, copied for each level of the tree. One OR
//     with a row of the closure propagates all binary clauses; a scan of
//     the clauses not yet satisfied finds those with one literal left and, to
//     branch on, one with the fewest. On processors with AVX2 the scan of
//     formulas of up to 256 bits is in assembly. It is what formulas with
//     many models need. Several threads take parts of the tree in turns of a fixed effort,
//     and take it apart further where few are left.
//   - Lookahead tries both values of many variables at each node: a value that fails at once is
//     refuted, and what follows from both is true. It branches on a variable of which both values leave
//     many clauses of two literals, the more so the harder these are to satisfy. It
//     learns nothing, and is what random formulas near the threshold need: these have no
//     structure to learn, and its trees are small. It takes formulas whose clauses have at most three
//     literals and that have no auxiliary variables.
//   - Learning learns a clause from each conflict, as SAT solvers do. After a model
//     it takes back the last decision and tries the negation, below which it
//     does not jump back, so that no clause need exclude a model. It is what
//     formulas with few models or none need, and formulas too large for Bits. Where a
//     thread has nothing to do, a learner gives away what lies beside its lowest decision,
//     to a copy that knows what it has learnt.
//
// Unless told which, an Enumerator lets Bits begin and then all in turn, and
// goes on with the one that finds models fastest, expects to end soon, or ends. Turns are measured in
// work done and not in time, so the same formula is always searched in the same
// way.
//
// Projected variables are decided before others. Where they all have a value, or
// may have any, one model of the rest is looked for and no second.
//
// # Limits
//
// Every model is visited, or every group of models that differ in variables
// that are free in each: there is no caching of components, as #SAT solvers do, so
// a formula that falls apart into independent parts takes the product of their
// times. Listing runs on one thread.
package allsat

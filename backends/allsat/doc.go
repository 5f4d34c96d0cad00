// Package allsat counts and lists the models of a formula in conjunctive normal form: all models,
// each once, or their projections to some variables.
//
// Create an Enumerator with a formula, read by encode.ReadDIMACS or built clause by clause:
//
//	e, err := allsat.New(formula, allsat.Config{})
//	n, err := e.Count(ctx)              // how many
//	for model := range e.Models(ctx) {  // which
//
// If the formula has a projection, models that agree on its variables count as one. Counts are
// exact and of any size: when the remaining variables may have any value, their assignments are
// counted at once. Models are returned one by one as they are found, in memory that does not grow
// with their number. Each call ends within milliseconds of the end of its context.
//
// [Backend] is this project's backend "allsat": a board problem under any encoding.
//
// # How it works
//
// First the formula is simplified. Unit clauses are propagated, variables that are equal or
// opposite are merged, auxiliary variables (those outside the projection) are eliminated by
// resolution if the formula does not grow, and the closure of the binary clauses is computed: for
// each literal all its consequences. This reduces most encodings of cardinality constraints to the
// same few clauses and the same search.
//
// Three engines search what remains.
//
//   - Bits backtracks chronologically. A state is two bit sets, the true literals and the false
//     literals, copied for each level of the tree. One OR with a row of the closure propagates all
//     binary clauses. A scan of the clauses not yet satisfied finds those with one literal left and,
//     to branch on, one with the fewest. On processors with AVX2 the scan of formulas of up to 256
//     bits is in assembly. This engine suits formulas with many models. Several threads search parts
//     of the tree in turns of a fixed effort, and split the parts further when few are left.
//   - Lookahead tries both values of many variables at each node: a value that fails at once is
//     refuted, and the consequences that both values share are true. It branches on a variable of
//     which both values leave many clauses of two literals, weighted by how hard they are to
//     satisfy. It learns nothing. This engine suits random formulas near the threshold: these have
//     no structure to learn, and its trees are small. It requires clauses of at most three literals
//     and no auxiliary variables.
//   - Learning learns a clause from each conflict, as SAT solvers do. After a model it flips the
//     last decision, and does not backjump above it, so that no clause has to exclude a model. This
//     engine suits formulas with few models or none, and formulas too large for Bits. For an idle
//     thread, a learner gives the other branch of its lowest decision to a copy that has all its
//     learnt clauses.
//
// If the Config names no engine, an Enumerator begins with Bits, then gives all engines turns, and
// continues with the one that finds models fastest, expects to end soon, or ends. Turns are
// measured in work and not in time, so that the same formula is always searched in the same way.
//
// Projected variables are decided before others. When all of them have a value, or may have any,
// the search looks for one model of the rest only.
//
// # Limits
//
// Every model is visited, or every group of models that differ only in free variables. Components
// are not cached as in #SAT solvers, so a formula of independent parts takes the product of their
// times. Listing runs on one thread.
package allsat

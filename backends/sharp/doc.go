// Package sharp counts the models of a formula in conjunctive normal form without enumerating them. It counts
// assignments of all variables or of projected ones, and adds up the weights of models if literals have
// weights.
//
//	c, err := sharp.New(formula, sharp.Config{})
//	n, err := c.Count(ctx)
//
// Counts are exact and of any size; weights are rational numbers. [Backend] is this project's backend
// "sharp": it counts the solutions of a board problem under any encoding.
//
// # How it works
//
// First the formula is simplified in ways that preserve the count: unit propagation, failed literals,
// equivalent literals, subsumption, and elimination of variables that are not projected by resolution. This
// removes most auxiliary variables of an encoding.
//
// The search branches on a variable, propagates, and splits the residual formula into components, which share
// no variable. The count of the formula is the product of the counts of its components. A variable that
// occurs in no clause any more doubles it. Each component is counted once and stored in a cache under its
// variables and clauses (T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, "Combining component caching
// and clause learning for effective model counting", SAT 2004; M. Thurley, "sharpSAT", SAT 2006). As in SAT
// solvers, the search learns a clause from each conflict and backtracks over all branches that it refutes.
//
// The branching heuristic combines the number of clauses of the component with the variable, recent
// conflicts, and a tree decomposition of the formula: variables in the middle of the tree come first. The
// time for a formula of small treewidth then grows with its length and not with its number of models (T.
// Korhonen and M. Järvisalo, CP 2021).
//
// A linear constraint can be kept as it is, without clauses and auxiliary variables: [NewWithSums]. For
// each such sum the search maintains two numbers: its slack, the total weight that can still become false,
// and its need, the total weight that must still become true. The cache key of a component consists of its
// variables, its clauses, its sums and their needs. A knapsack of n weights then takes as many components
// as dynamic programming has states. The backend keeps weighted sums, and lines whose bounds take
// auxiliary variables as clauses, unless the request names an encoding; the encoding "native" names this
// default.
//
// The search branches on projected variables first. For a component without projected variables it searches
// only a single model.
//
// Numbers are machine words until they overflow. Weights are multiplied by their common denominators once,
// and are integers from then on.
//
// # The key of a component
//
// The cache identifies a component by 128 bits: the exclusive-or of random numbers for each of its
// variables, each of its clauses, and each of its sums with its need. Two components have the same key
// with a probability of 2^−128. Among N components, two have the same key with a probability below
// N²·2^−129; for N = 2^40, more than any memory holds, that is below 2^−49. With [Config.Exact] the cache
// compares the variables, clauses and sums too.
//
// # Limits
//
// With several threads, a search that does not end soon is split into parts by the values of a few
// variables. Each part has its own cache. If the tree decomposition is narrow, splitting does not save
// time, and one thread counts. Compile and Certify use one thread. The package does not list solutions;
// [Counter.Compile] returns a graph from which they can be drawn.
package sharp

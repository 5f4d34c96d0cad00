// Package sharp counts the models of a formula in conjunctive normal form without visiting them: of
// all its variables or as projected on some, each model counted once or with the product of its literals' weights.
//
//	c, err := sharp.New(formula, sharp.Config{})
//	n, err := c.Count(ctx)
//
// Counts are exact and of any size; weights are rational numbers. [Backend] is this project's backend
// "sharp": a board problem under any encoding.
//
// # How it works
//
// First the formula is simplified in ways that keep the count: unit clauses, failed literals, equal and opposite
// literals, subsumption and, of variables that are not projected, resolution. Auxiliary variables of an encoding mostly
// go that way.
//
// The search branches on a variable, propagates, and looks at what is left of the formula. Where that falls
// apart into components, which share no variable, the number of models is the product of theirs: variables that are in no
// clause any more double it. Each component is counted once and remembered in a cache, by which
// variables and clauses it has (T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, "Combining component caching and
// clause learning for effective model counting", SAT 2004; M. Thurley, "sharpSAT", SAT 2006). Each conflict teaches a clause, as in SAT
// solvers, and undoes all branches that it refutes.
//
// Which variable to branch on is said by how many clauses of the component it is in, by recent conflicts, and by a tree decomposition
// of the formula, from whose middle the search begins: a formula of small width then takes time
// that grows with its length and not with its number of models (T. Korhonen and M. Järvisalo, CP 2021).
//
// Projected variables are branched on first. Of a component without any, one model is looked for and no second.
//
// Numbers are machine words until they overflow. Weights are made integers once, by their common denominators.
//
// # The key of a component
//
// A component is found in the cache by 128 bits: the exclusive-or of random numbers for each of its variables and each
// of its clauses. Two components have the same key with a probability of 2^−128, so that among N
// components any two have with one below N²·2^−129: of 2^40, more than any memory holds, below 2^−49. With
// [Config.Exact] the variables and clauses are kept and compared too.
//
// # Limits
//
// It uses one thread. Listing solutions is no task of it.
package sharp

// Package ddnnf represents the models of a formula as a decision-DNNF: a graph of conjunctions whose parts
// share no variable, and of disjunctions that decide a variable. One pass over the graph computes the
// number of models or draws a random model (A. Darwiche, "New advances in compiling CNF into decomposable
// negation normal form", ECAI 2004).
//
// Package sharp of the backends compiles formulas into graphs. [Graph.WriteNNF] writes the format of the compiler
// c2d, and a [Sampler] draws models.
//
// # Projection
//
// A graph has only the variables that its formula is projected on. Its models are the projected models:
// the assignments of the projected variables that can be extended to a model of the formula. The other
// variables do not occur in the graph.
package ddnnf

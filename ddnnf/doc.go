// Package ddnnf represents the models of a formula as a decision-DNNF: a graph of conjunctions whose parts share no
// variable, and of disjunctions that decide a variable. Whatever can be computed from its parts, such as the number of
// models or a random model, takes one pass over the graph (A. Darwiche, "New advances in compiling CNF into decomposable negation normal form", ECAI 2004).
//
// Package sharp of the backends compiles formulas into graphs. [Graph.WriteNNF] writes the format of the compiler
// c2d, and a [Sampler] draws models.
//
// # Projection
//
// A graph has only the variables that its formula is projected on. Its models are the projected models: those choices of these
// variables that some choice of the others completes. The others do not occur in the graph.
package ddnnf

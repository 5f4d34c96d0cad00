// Package phase makes the phase transition of n-queens completion again: where
// random instances turn from solvable to unsolvable, and what they cost there.
//
// Three kinds of instances are tried: boards with excluded diagonals, with queens
// to be completed and with blocked squares. A [Study] has a sweep over the sizes
// of each, which several contenders answer in batches, all of them the same
// instances, in rounds that go as deep as the budget allows. Its page compares
// with what I. P. Gent, C. Jefferson and P. Nightingale published: the fractions
// that are solvable, the nodes of their search, run by run where their files are
// there. A part of its own has the linear relaxation, which they did without, and a last one
// computes what theory says of completion.
package phase

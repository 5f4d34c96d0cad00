// Package dlx solves exact-cover problems with Knuth's dancing links.
//
// An exact-cover problem has items and options. An option is a set of items; a
// solution is a set of options in which every item occurs exactly once. Items
// may also be secondary: these occur at most once. Sudokus, tilings with
// polyominoes, Langford pairs, timetables and much else can be said in this
// way: the items are what must be done once (a digit in a row, a cell to be
// filled), the options are the ways to do it.
//
// Say what there is to cover and how, then search:
//
//	p, err := dlx.NewProblem([]string{"mon", "tue", "wed"}, []string{"room"})
//	err = p.AddNamedOption("mon", "tue")
//	…
//	n, err := p.NewSearch(dlx.Config{}).Count(ctx)
//
// A Search counts all solutions without storing any (Count), hands them out one
// by one (Solutions), or collects the first few (First: ask for two to learn
// whether a solution is the only one). Each of them ends soon after its context
// does, and then says so instead of passing off a part for the whole.
//
// Afterwards Stats says how large the search tree was and how often a link was
// changed. These numbers depend on the problem and on the Choice of the item to
// branch on, not on the machine, and are the ones that Knuth's programs report.
// While a search runs, Progress estimates how far it has come.
//
// Read and Problem.WriteTo speak the text format of Knuth's programs.
//
// What happens in the corners: a problem without primary items has one
// solution, the empty one. A primary item without options leaves no solution.
// An option that holds only secondary items is in no solution. Two options with
// the same items are two options, and their solutions differ.
//
// The algorithm is Algorithm D of Knuth's The Art of Computer Programming,
// Volume 4B, section 7.2.2.1, in its linked form ("Dancing links", 2000,
// arXiv:cs/0011047).
package dlx

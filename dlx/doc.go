// Package dlx solves exact-cover problems, with Knuth's dancing links or with
// words of bits.
//
// An exact-cover problem has items and options. An option is a set of items; a
// solution is a set of options in which every item occurs exactly once. Items
// may also be secondary: these occur at most once. Or they occur as often as bounds say
// that are their own (SetMultiplicity), as a square does that several pieces may guard.
// Sudokus, tilings with
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
// Where options cost something (SetCost) Cheapest finds a solution that costs the least.
//
// Afterwards Stats says how large the search tree was and, where links danced,
// how often one was changed. These numbers depend on the problem and on the
// Choice of the item to branch on, not on the machine or the number of threads,
// and are the ones that Knuth's programs report. While a search runs, Progress
// estimates how far it has come.
//
// # Engines
//
// Two engines visit the same nodes in the same order and find the same
// solutions in the same order. A third one, cells, is for multiplicities and costs.
//
// The dancing engine is Algorithm D of Knuth's The Art of Computer Programming,
// Volume 4B, section 7.2.2.1, in its linked form ("Dancing links", 2000,
// arXiv:cs/0011047). Covering an item unlinks its options from the rings of
// their other items. It takes problems of any size, and its work is in
// proportion to what a choice changes.
//
// The bits engine numbers the options of each item and keeps a bit for each of
// these places, set while the option can still be chosen. Choosing an option is
// one AND with the bits that it leaves alone, written down beforehand for all
// options; going back costs nothing, since every state is a copy. The bits of
// different items lie side by side, so that the sizes of up to 64 items are
// added up together, bit by bit, and the items of size 0, 1, 2 and 3 are found
// in a few instructions. With up to 32 items of up to 16 options, as in 16
// queens, a state is one cache line. On amd64 with AVX2 assembly goes from node to
// node there, and with 33 to 64 items of which one has more than eight options, by MRV, and
// elsewhere does the inner loops. The table of what options leave alone takes a bit for each option
// and each place, and time to write.
//
// The cells engine is Knuth's Algorithm M of the same section, over his dancing cells: the
// options left of an item are the first of a part of an array. It also bounds how many
// more options it takes to cover what is to be covered, and how many fit. The 4860 ways to
// guard a chessboard with five queens are 64 items of 22 to 28 options each, to be covered
// once or more, and one in all options, five times.
//
// Automatic, the default, takes the bits engine for more than 40 options and a
// table of no more than 256 KiB: 7 to 32 queens, up to 21 Langford pairs,
// dominoes on a chessboard. The times to find all solutions, in milliseconds of
// one core (AMD Zen 3), writing the links or the table included:
//
//	problem              nodes   dancing     bits
//	6 queens                93     0.012    0.018
//	8 queens              1049     0.092    0.054
//	14 queens          5474542       540      129
//	11 Langford pairs   439747        57       38
//	dominoes, 8x8     50102176      2770     1270
//	Sudoku, easy            82      0.10     0.31
//	Sudoku, hard          2741       1.6      0.7
//	pentominoes, 3x20    32978        78       44
//
// Sudokus have a table of 370 KiB and these pentominoes one of 5 MiB. Where it has up to
// 16 MiB both engines search for some milliseconds in turns, the dancing one first, and the one
// that visits more nodes in a second goes on. Beyond that it is the dancing engine, which is at
// work at once.
//
// With Config.Threads a search shares its tree among goroutines, each of which
// takes one subtree after the other.
//
// # Text
//
// Read and Problem.WriteTo speak the text format of Knuth's programs.
//
// # Corners
//
// A problem without primary items has one solution, the empty one. A primary
// item without options leaves no solution.
// An option that holds only secondary items is in no solution. Two options with
// the same items are two options, and their solutions differ.
package dlx

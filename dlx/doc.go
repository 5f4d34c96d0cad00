// Package dlx solves exact-cover problems with Knuth's dancing links or with bit sets.
//
// An exact-cover problem has items and options. An option is a set of items; a solution is a set of
// options in which every item occurs exactly once. Secondary items occur at most once. Sudokus,
// tilings with polyominoes, Langford pairs, timetables and many other problems have this form: the
// items are what must be done once (a digit in a row, a cell to be filled), and the options are the
// ways to do it.
//
// An option can give a secondary item a colour (AddColouredOption). Then other options of the
// solution can have the item too, in the same colour: the words of a crossword agree on the letter
// of a square. Primary items can have bounds of their own (SetMultiplicity), for example a square
// that several pieces may guard.
//
// Define the items and options, then search:
//
//	p, err := dlx.NewProblem([]string{"mon", "tue", "wed"}, []string{"room"})
//	err = p.AddNamedOption("mon", "tue")
//	…
//	n, err := p.NewSearch(dlx.Config{}).Count(ctx)
//
// A Search counts all solutions without storing any (Count), iterates over them (Solutions), or
// returns the first few (First; the first two show whether a solution is unique). Each method ends
// soon after its context ends and then returns or sets an error, so that a partial result cannot be
// mistaken for a complete one.
//
// If options have costs (SetCost), Cheapest finds a solution of least cost.
//
// Stats returns the size of the search tree and, for the dancing engine, the number of updates to
// the links. These numbers depend on the problem and on the Choice of the item to branch on, not on
// the machine or the number of threads. Knuth's programs report the same numbers. While a search
// runs, Progress estimates the fraction that is done.
//
// # Engines
//
// Two engines visit the same nodes in the same order and find the same solutions in the same order.
// A third engine, cells, supports multiplicities and costs.
//
// The dancing engine is Algorithm D of Knuth's The Art of Computer Programming, Volume 4B, section
// 7.2.2.1, in its linked form ("Dancing links", 2000, arXiv:cs/0011047). Covering an item unlinks
// its options from the rings of their other items. It supports problems of any size, and its work
// is proportional to what a choice changes. Colours are handled as by Algorithm C.
//
// The bits engine numbers the options of each item and keeps a bit for each number, which is set
// while the option can still be chosen. Choosing an option is one AND with a mask of the compatible
// options, which is precomputed for each option. Backtracking costs nothing, because every state is
// a copy. The bits of different items are side by side: the sizes of up to 64 items are added up
// together, bit by bit, and the items of size 0, 1, 2 and 3 are found in a few instructions. With
// up to 32 items of up to 16 options, as in 16 queens, a state is one cache line. On amd64 with
// AVX2, assembly visits nodes in two cases: such small states, and, with MRV, 33 to 64 items of
// which one has more than eight options. In other cases assembly runs the inner loops. The table of
// masks needs a bit for each option and each number, and time to build.
//
// The cells engine is Knuth's Algorithm M of the same section, over his dancing cells: the options
// left of an item are the front of a segment of an array. It supports colours too. It also bounds
// how many more options are needed and how many fit. For example, guarding a chessboard with five
// queens (4860 ways) has 64 items with 22 to 28 options each, covered at least once, and one item
// that is in all options and is covered five times.
//
// Automatic, the default, selects the bits engine for more than 40 options and a table of no more
// than 256 KiB: 7 to 32 queens, up to 21 Langford pairs, dominoes on a chessboard. The times to
// find all solutions, in milliseconds of one core (AMD Zen 3), including building the links or the
// table:
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
// Sudokus have a table of 370 KiB and these pentominoes one of 5 MiB. For tables of up to 16 MiB, or
// 64 MiB if there are colours, both engines search in turns for a few milliseconds, the dancing
// engine first, and the one that visits more nodes per second continues. For larger tables Automatic
// selects the dancing engine, which starts at once.
//
// Knuth's programs DLX2 and DLX3 (gcc -O2) beside it, in seconds of processor time on one machine,
// with colours in the first two problems and multiplicities in the others:
//
//	problem                              solutions  Knuth  dancing  bits  cells
//	squares of 1000 five-letter words          221    3.1      3.7  0.37
//	MacMahon's 24 squares in 4 by 6         106624   26.1     24.6   3.1
//	five queens guard a chessboard            4860    4.1                   0.3
//	partridge puzzle of side 21                  0    2.2                   4.1
//
// The dancing engine visits the same nodes as DLX2 and makes the same updates.
//
// With Config.Threads a search shares its tree among goroutines, each of which searches one subtree
// after the other.
//
// # Text
//
// Read and Problem.WriteTo use the text format of Knuth's programs, with item:colour and
// least:most|item.
//
// # Special cases
//
// A problem without primary items has one solution, the empty one. A problem with a primary item
// that has no options has no solution. An option that holds only secondary items is in no solution.
// Two options with the same items are two options, and their solutions differ.
package dlx

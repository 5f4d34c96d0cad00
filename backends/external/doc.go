// Package external lets any program that prints a count take part in a
// comparison. [Define] reads what a user writes, "plain=./plain {n}", and makes
// a [Counter] of it: a backend whose engine is that program.
//
// # The command
//
// The command is split into words as a shell would, at spaces outside quotes,
// and run without one: nothing is expanded but {n}, which must be there and is
// replaced by the board's side, {family}, by queens, torus and so on, and
// {threads}, by how many it may use (it also finds that number in
// OMP_NUM_THREADS and GOMAXPROCS). A program with a slash in its name is looked
// for from the folder that the counter is given, another in PATH.
//
// # The question
//
// It is asked for the number of solutions of a bare board, of queens unless its
// command says {family}. It prints the number in decimal digits, with spaces
// and line ends around it if it likes, nothing else, and ends with status 0.
// Anything else is a crash with its reason: another status, a signal, no
// number, two of them, words, output without end.
//
// # The version
//
// A counter's version is a digest of the program's file and of every file that
// its command names, so that a program that was built anew, or a script that
// was changed, is measured anew. What a program loads beyond that is not seen.
package external

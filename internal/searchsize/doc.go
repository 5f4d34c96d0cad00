// Package searchsize computes sizes of the search for n queens: the numbers of ways to put pieces on
// a board under several restrictions, and the steps of backtracking row by row. It shares
// no code with the backends, so that its numbers are a second opinion on theirs.
package searchsize

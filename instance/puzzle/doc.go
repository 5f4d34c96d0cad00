// Package puzzle writes well-known puzzles as exact covers, for teaching and to compare solvers.
//
//	sudoku       a square of digits, each once in every row, column and box
//	pentominoes  a rectangle tiled by the twelve pieces of five squares
//	langford     two of each number, with k numbers between the two k
//	word-square  a square of letters whose rows and columns are words: exact cover with colours
//
// They are examples of D. E. Knuth, The Art of Computer Programming, Volume 4B, section 7.2.2.1.
// [Kinds] lists them. The items have short names: p is a cell, r, c and b are a row, a column and a
// box.
package puzzle

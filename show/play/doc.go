// Package play writes the page of "nqueens play": one HTML file with a board, and with the engines
// compiled to WebAssembly. The page needs no network and can be opened from a disk.
//
// Write writes the file. The sources of the page and the program that bundles them are in
// the folder web; package engines answers the page's questions.
package play

// Package play makes the page to play with: one HTML file with a board, and with the engines
// compiled to WebAssembly, which needs no network and opens from a disk.
//
// Page.Write writes the file. The sources of the page and the program that bundles them are in
// the folder web; package engines answers the page's questions.
package play

// Package engines answers the questions that the page of package play asks about a board: what its
// pieces attack, how many solutions it has, which squares are in none or in all of them, and how
// much work each engine does.
//
// Questions and answers are JSON, so that the page can send them to this code compiled to
// WebAssembly in a worker of the browser. The engines are those of the command line; only engines
// in plain Go that need no other program take part.
package engines

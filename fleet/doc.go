// Package fleet counts on many machines, over days, while any of them may die.
//
// A List cuts a count in parts of about the same length: ranges of the tasks of a
// [backends.Resumable]. A Part is all that a Worker is told. Whoever computes it, wherever
// and however often, finds the same Result. Results that are in the Journal are safe; all
// else that is told of a count is made from it.
//
// Where the machines share a Folder nothing else is needed: workers take parts from it and
// put results into it, as many processes as there are. A worker that dies leaves its part
// to others.
//
// The sum is believed when every part is done and a share of them, drawn when all
// results were in, was computed again with the same result. Where two differ there is no
// sum, and all that either machine did is doubtful.
//
// What is measured rather than counted, a bench or a sweep, is a list too: each of its Parts
// asks a [Measurer] for records of one machine. Packages run and phase make such lists,
// measure their parts and gather what was found.
package fleet

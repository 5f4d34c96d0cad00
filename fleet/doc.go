// Package fleet distributes a count over many machines. A count may take days, and machines may
// fail.
//
// A List divides a count into parts of about the same length: ranges of the tasks of a
// [backends.Resumable]. A Part contains all that a Worker needs. Every computation of a part, on
// any machine, gives the same Result. Results in the Journal are safe; all other data about a count
// are derived from it.
//
// Machines that share a Folder need nothing else: any number of worker processes take parts from it
// and put results into it. If a worker dies, others compute its part.
//
// The sum is accepted when every part is done and a share of them, drawn after all results were in,
// was computed again with the same results. If two results differ, there is no sum, and all results
// of both machines are doubtful.
//
// A bench or a sweep, which measures instead of counting, is a list too: a [Measurer] computes each
// of its parts as records of one machine. Packages run and phase make such lists, measure their
// parts and collect the results.
package fleet

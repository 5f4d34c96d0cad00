// Package compare tells what changed between two runs: whether a change to a solver
// helped, and whether that is real.
//
// [New] matches two sides, an old one and a new one, by problem, task, backend,
// encoding and threads. What a machine does not change (answers, verdicts, nodes,
// conflicts) it compares exactly; times by the test of Mann and Whitney, corrected by Holm over
// the whole table, and says of each how large the difference is, with an interval. What
// noise cannot tell is undecided, never "the same". A [Gate] says which changes
// fail.
//
// Times of different machines are not compared: [New] returns a [MachinesError] that
// says what differs. A [Comparison] writes itself as text for a terminal, as Markdown
// for a pull request and as JSON.
package compare

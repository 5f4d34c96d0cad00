// Package compare reports what changed between two runs: whether a change to a solver helped, and
// whether the difference exceeds the noise.
//
// [New] matches an old and a new side by problem, task, backend, encoding and threads. It compares
// exactly what does not depend on the machine: answers, verdicts, nodes, conflicts. It compares
// times by the Mann-Whitney test, with Holm's correction over the whole table, and gives each
// difference with an interval. A difference that noise may hide is undecided, never "the same". A
// [Gate] states which changes fail.
//
// Times of different machines are not compared: [New] returns a [MachinesError] with the
// differences. A [Comparison] is written as text for a terminal, as Markdown for a pull request, or
// as JSON.
package compare

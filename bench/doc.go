// Package bench holds what a comparison of backends is made of: what is to be
// run, what came of it, and the folder that keeps both.
//
// An [Experiment] is a list of [Job]s, each a contender (a backend with an
// encoding and a number of threads) on one problem and task. Carrying it out
// leaves a [Record] for each repetition of each job, in a [Folder]:
//
//	experiment.json    what is run
//	environment.json   the machine and the program it is run by
//	records.jsonl      one Record a line, for each repetition of each job
//	checks.jsonl       a Record of each answer on an unreduced problem that checks a verdict
//	verdicts.json      what the answers are worth, with evidence where they differ
//	summary.md         what the run says, as it is printed
//	summary.csv        one row for each job with all its repetitions
//
// A record is on the disk as soon as it is made, so that a run that is stopped
// or killed goes on where it was. The [Schedule] tells from the records alone
// what is left to do. Records may be packed with gzip to be kept: those of
// records.jsonl.gz come before those of records.jsonl, into which a run that
// goes on writes.
//
// Thousands of short problems would spend their time on starting processes: a [Sweep] has one process answer
// many [Instances], which are made from recipes where they are needed. A [Block] is a line of records.jsonl
// that holds what one process answered; [Block.At] makes a Record of one of its answers, and a [SweepRun] is
// what there is of a sweep.
//
// The packages beside it do the work, each importing only those before it:
// judge says how far the answers can be believed, summary what the times say of
// those that can, plan reads what to run from YAML, run carries it out; chart,
// diagram and reproduce draw and write what was found. How the times are taken,
// and what can mislead in them, is told in METHOD.md.
package bench

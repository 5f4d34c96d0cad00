// Package bench holds the data of a comparison of backends: what is to be run, what was measured,
// and the folder that keeps both.
//
// An [Experiment] is a list of [Job]s, each a contender (a backend with an encoding and a number of
// threads) on one problem and task. Running it adds a [Record] for each repetition of each job to a
// [Folder]:
//
//	experiment.json    the jobs
//	environment.json   the machine and the program
//	records.jsonl      one Record a line, for each repetition of each job
//	checks.jsonl       a Record for each answer on an unreduced problem that checks a verdict
//	verdicts.json      the verdicts, with evidence where answers differ
//	summary.md         the summary of the run as it is printed
//	summary.csv        one row for each job, over all its repetitions
//
// Each record is synced to the disk as soon as it is made, so that a run that was stopped or killed
// can be resumed. The [Schedule] decides from the records alone which runs are missing. Records may
// be packed with gzip: those of records.jsonl.gz come before those of records.jsonl, to which a
// resumed run appends.
//
// For thousands of short problems, starting processes would take most of the time. In a [Sweep],
// one process answers many [Instances], which are generated from recipes where they are needed. A
// [Block] is a line of records.jsonl with the answers of one process; [Block.At] returns one of its
// answers as a Record, and a [SweepRun] holds the answers of a sweep.
//
// Other packages do the work, each importing only those before it: judge decides how far answers
// can be believed, summary computes the results, plan reads what to run from YAML, run executes it;
// chart, diagram and reproduce draw and write the results. METHOD.md describes how times are
// measured and what can mislead.
package bench

// Package bench runs backends against each other so that the numbers can be
// believed: every run in a child process of its own within limits, all answers
// checked and compared, every measurement on the disk as soon as it is made.
//
// A [Plan], written in YAML, says what to run. With the backends that there are
// it becomes an [Experiment]: a list of [Job]s, each a contender (a backend with
// an encoding) on one problem and task. A [Runner] carries the experiment out
// into a [Folder], in rounds of shuffled order:
//
//	experiment.json    what is run
//	environment.json   the machine and the program it is run by
//	records.jsonl      one Record a line, for each repetition of each job
//	verdicts.json      what the answers are worth, with evidence where they differ
//	summary.csv        one Cell a row: a job with all its repetitions
//
// A run that is stopped or killed goes on from its records when it is run
// again into the same folder. [Judge] says for each problem how far the answers
// can be believed, [Summarise] what the times say of those that can.
//
// Thousands of short problems would spend their time on starting processes: a
// [Batch] has one process answer many, each within its limits, and goes on after
// the one that a process died of. Its answers are in a [Ledger], batches.jsonl, a
// [Stretch] a line for each process.
//
// # Being the child
//
// The runner starts the program that it is part of: [Runner] names the command,
// and that command must call [ServeChild]. A main function that compares
// backends of its own begins with
//
//	if len(os.Args) > 1 && os.Args[1] == "measure-child" {
//		if err := bench.ServeChild(ctx, os.Stdin, os.Stdout, mine); err != nil {
//			log.Fatal(err)
//		}
//		return
//	}
//
// How the times are taken, and what can mislead in them, is told in METHOD.md.
package bench

// Package run carries out an experiment so that its numbers can be believed:
// every run in a child process of its own within limits, all answers checked,
// every measurement on the disk as soon as it is made.
//
// A [Runner] takes the jobs of a bench.Experiment in rounds of shuffled order
// and appends a record for each to a bench.Folder; run again into the same
// folder it goes on from there. [Runner.Conclude] judges what was found.
//
// For many machines [NewParts] makes an experiment a list of package fleet, whose parts a
// [Measurer] measures with a Runner, and [Gather] makes the folder of the list one as any other.
//
// # Being the child
//
// The runner starts the program that it is part of: [Runner] names the command,
// and that command must call [ServeChild]. A main function that compares
// backends of its own begins with
//
//	if len(os.Args) > 1 && os.Args[1] == "measure-child" {
//		if err := run.ServeChild(ctx, os.Stdin, os.Stdout, mine); err != nil {
//			log.Fatal(err)
//		}
//		return
//	}
package run

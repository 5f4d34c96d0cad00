// Package run runs an experiment and measures it. Every run has its own child process with limits, all
// answers are checked, and every measurement is written to the disk immediately.
//
// A [Runner] runs the jobs of a bench.Experiment in rounds of shuffled order and appends a record of each to
// a bench.Folder. Run again with the same folder, it resumes. [Runner.Conclude] judges the results.
//
// For many machines, [NewParts] divides an experiment into the parts of a package fleet list. A [Measurer]
// measures a part with a Runner, and [Gather] turns the list's folder into an ordinary run's folder.
//
// # Child processes
//
// The runner starts its own program: [Runner].Child is the command, and that command must call [ServeChild].
// A main function that compares its own backends begins with
//
//	if len(os.Args) > 1 && os.Args[1] == "measure-child" {
//		if err := run.ServeChild(ctx, os.Stdin, os.Stdout, mine); err != nil {
//			log.Fatal(err)
//		}
//		return
//	}
package run

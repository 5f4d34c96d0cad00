// Package tally counts a board that takes hours or days: in parts that may be
// counted on different machines, with a file that remembers what has been done.
//
// A count by package quadrant is cut in tasks that are the same everywhere. A
// Tally says which tasks of a part of a board have been done and what they
// found. Run does the rest of them and saves the tally every twenty seconds, so
// that a run that is killed loses no more than that:
//
//	t, err := tally.Open("q20.ckpt", 20, tally.Part{K: 1, Of: 1})
//	err = t.Run(ctx, quadrant.Config{N: 20, Threads: 2}, nil)
//	fmt.Println(t.Found)
//
// The tallies of all parts of a board add up to the number of its solutions.
// Sum refuses parts that are missing, come twice, are not finished or belong to
// another board, another division or another version of the tasks.
//
// The file of a tally is text with a digest of its content. A file that was cut
// off or in which a bit has changed is refused.
package tally

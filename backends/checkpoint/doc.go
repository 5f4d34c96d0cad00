// Package checkpoint makes counts that take hours or days: in parts that may be
// counted on different machines, with a file that remembers what has been done.
//
// A [backends.Resumable] cuts a count in tasks that are the same everywhere. A
// Checkpoint says which tasks of a part of a count have been done and what they
// found. Run does the rest of them and saves the checkpoint every twenty seconds,
// so that a run that is killed loses no more than that:
//
//	c, err := checkpoint.Open("q20.ckpt", quadrant.New(), request, checkpoint.Whole)
//	defer c.Close()
//	err = c.Run(ctx, nil)
//	fmt.Println(c.Found)
//
// What all parts found adds up to the number of solutions. Sum refuses parts that
// are missing, come twice, are not finished or belong to another problem, another
// division or another version of the tasks.
//
// The file is text with a digest of its content. A file that was cut off or in
// which a bit has changed is refused, and so is one into which another process counts.
package checkpoint

// Package checkpoint supports counts that take hours or days: they are divided into parts that can
// be counted on different machines, and a file records the work done.
//
// A [backends.Resumable] divides a count into tasks that are the same everywhere. A Checkpoint
// records which tasks of a part have been done and what they found. Run counts the other tasks and
// saves the checkpoint every twenty seconds, so that a run that is killed loses no more than that:
//
//	c, err := checkpoint.Open("q20.ckpt", quadrant.New(), request, checkpoint.Whole)
//	defer c.Close()
//	err = c.Run(ctx, nil)
//	fmt.Println(c.Found)
//
// The results of all parts add up to the number of solutions. Sum returns an error if parts are
// missing, duplicate, unfinished, or belong to another problem, division or version of the tasks.
//
// The file is text with a digest of its content. A file that was cut off or has a changed bit is
// refused, and so is one that another process is using.
package checkpoint

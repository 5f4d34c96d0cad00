package quadrant

// plan is a count cut in independent tasks whose results add up to it. The
// tasks of a board, their order and their results are the same on every
// machine.
type plan interface {
	// tasks is how many there are.
	tasks() int
	// cost estimates what each task takes; only the proportions matter. It is
	// cheap: nothing is searched.
	cost(task int) float64
	// worker makes what one thread needs to do tasks.
	worker() worker
}

// worker does tasks, one at a time.
type worker interface {
	// count returns how many solutions the task finds, those that symmetry
	// adds included, and how many pairs of half-boards it compared. stopped is
	// looked at often enough to end within 50 ms; the result is then of no use.
	count(task int, stopped func() bool) (found, pairs uint64)
}

// choice is the rows whose queens stand in the east half, counted from the middle
// of the board, or from next to the middle row.
type choice struct{ north, south uint16 }

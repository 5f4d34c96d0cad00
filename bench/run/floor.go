package run

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

const (
	// floorRuns is the number of runs whose median is the floor.
	floorRuns = 5
	// floorLimit is the longest time limit of a run for a floor.
	floorLimit = 2 * time.Second
)

// floor returns the time, in seconds, that a contender takes for almost no work, a board of one square, in
// the way in which the job is run: starting a process, reading and writing files, and ending. It is measured
// once in a run, before the contender's first job of a task, and discarded runs are repeated. The floor is 0
// if it is unknown, for a single run outside a folder, and for backends of this program unless the clock is
// ProcessClock. If a run has no answer, or a signal stopped it, the floor stays unknown.
func (r *Runner) floor(ctx context.Context, job trial, e bench.Experiment, cores []int) (float64, error) {
	_, program := job.by.(backends.Process)
	if r.floors == nil || !program && e.Clock != bench.ProcessClock {
		return 0, nil
	}
	name := fmt.Sprint(job.Contender, " ", job.Task)
	if floor, known := r.floors[name]; known {
		return floor, nil
	}
	job.SetProblem(nqueens.Problem{Family: family.Queens, N: 1}, "")
	job.Limits.Time = min(job.Limits.Time, floorLimit)
	var times []float64
	for run := 0; run < attempts*floorRuns && len(times) < floorRuns; run++ {
		result, reports, err := r.once(ctx, job, e, cores, 1)
		if err != nil {
			return 0, err
		}
		rep := reports[0]
		if !rep.Status.Answered() || result.StoppedAlone() {
			r.floors[name] = 0
			return 0, nil
		}
		if cmp.Or(rep.Void, r.lost(result, e.Clock, 1)) == "" {
			times = append(times, rep.Seconds)
		}
	}
	if len(times) == 0 {
		return 0, nil // all were discarded: measure it before the contender's next run
	}
	r.floors[name] = bench.Median(times)
	return r.floors[name], nil
}

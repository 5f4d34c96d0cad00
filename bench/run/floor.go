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
	// floorRuns is how many runs a floor is the median of.
	floorRuns = 5
	// floorLimit is the longest time limit of a run for a floor.
	floorLimit = 2 * time.Second
)

// floor is what a contender takes for next to nothing, a board of one square, in
// the way in which the job is run: starting a process, reading and writing files,
// and ending. It is measured once in a run, before the contender's first job of a
// task, void runs again, and is 0 where it is not known, for a single run outside any folder, and for backends of this
// program, whose time has nothing of that unless the clock is the process's. The first run without an
// answer, or that a signal stopped, ends the measurement for good, and the floor is not known.
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
		return 0, nil // all were void: it is measured before the contender's next run
	}
	r.floors[name] = bench.Median(times)
	return r.floors[name], nil
}

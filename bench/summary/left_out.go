package summary

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/table"
)

// LeftOut is what of a plan was not run within its budget.
type LeftOut struct {
	Budget time.Duration
	// Jobs were never run, by contender, in the order of the plan: each with its problem and task.
	Jobs []LeftOutJobs
	// Runs is how many repetitions the other jobs have fewer than planned, and Fewer how many
	// jobs that is.
	Runs, Fewer int
}

// LeftOutJobs are the jobs of one contender that were never run.
type LeftOutJobs struct {
	Contender string
	Questions []string // "queens(12) count"
}

// leftOut compares what was run with what the plan asks, where the plan has a budget.
func leftOut(e bench.Experiment, byJob [][]*bench.Record) LeftOut {
	l := LeftOut{Budget: e.Budget}
	if e.Budget == 0 {
		return l
	}
	state := bench.NewSchedule(e)
	for _, records := range byJob {
		for _, r := range records {
			if r.Status != nqueens.Void {
				state.Add(*r)
			}
		}
	}
	for i, job := range e.Jobs {
		left := state.Left(job)
		switch {
		case left == 0 || state.Skip(job) != "":
		case len(byJob[i]) > 0:
			l.Runs += left
			l.Fewer++
		default:
			name := job.Contender.String()
			k := slices.IndexFunc(l.Jobs, func(j LeftOutJobs) bool { return j.Contender == name })
			if k < 0 {
				k = len(l.Jobs)
				l.Jobs = append(l.Jobs, LeftOutJobs{Contender: name})
			}
			l.Jobs[k].Questions = append(l.Jobs[k].Questions, job.ProblemName()+" "+string(job.Task))
		}
	}
	return l
}

// Lines say what was left out, in a line for all and one for each contender that was not asked; none where all was run.
func (l LeftOut) Lines() (lines []string) {
	jobs := 0
	for _, j := range l.Jobs {
		shown := j.Questions[:min(mostLeftOut, len(j.Questions))]
		line := fmt.Sprintf("not run: %s on %s", j.Contender, strings.Join(shown, ", "))
		if more := len(j.Questions) - len(shown); more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		lines, jobs = append(lines, line), jobs+len(j.Questions)
	}
	var what []string
	if jobs > 0 {
		what = append(what, table.Plural(jobs, "job"))
	}
	if l.Runs > 0 {
		what = append(what, fmt.Sprintf("%s of %s", table.Plural(l.Runs, "repetition"), table.Plural(l.Fewer, "job")))
	}
	if what == nil {
		return nil
	}
	return append([]string{fmt.Sprintf("not run within the budget of %s: %s; the same command goes on with them", table.Flag(l.Budget), strings.Join(what, ", and "))}, lines...)
}

// mostLeftOut is how many problems of one contender a line names.
const mostLeftOut = 3

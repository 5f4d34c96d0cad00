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

// Lines say what was left out, in a line for repetitions and one for each contender; none where all was run.
func (l LeftOut) Lines() (lines []string) {
	budget := "not run within the budget of " + table.Flag(l.Budget) + ": "
	if l.Runs > 0 {
		lines = append(lines, fmt.Sprintf("%s%s of %s that were run", budget, table.Plural(l.Runs, "repetition"), table.Plural(l.Fewer, "job")))
	}
	for _, j := range l.Jobs {
		shown := j.Questions
		more := ""
		if n := len(shown); n > mostLeftOut {
			shown, more = shown[:mostLeftOut], fmt.Sprintf(" and %d more", n-mostLeftOut)
		}
		lines = append(lines, budget+j.Contender+" on "+strings.Join(shown, ", ")+more)
	}
	return lines
}

// mostLeftOut is how many problems of one contender a line names.
const mostLeftOut = 8

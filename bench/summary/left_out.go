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

// LeftOut describes the part of a plan that was not run within its budget.
type LeftOut struct {
	Budget time.Duration
	// Jobs are the jobs that were never run, grouped by contender, in the order of the plan.
	Jobs []LeftOutJobs
	// Runs is the number of repetitions that the other jobs lack, and Fewer the number of these
	// jobs.
	Runs, Fewer int
	// Answers is the number of answers that sweeps lack. Sweeps is a line for each of these sweeps.
	Answers int
	Sweeps  []string
}

// LeftOutJobs are the jobs of one contender that were never run.
type LeftOutJobs struct {
	Contender string
	Questions []string // "queens(12) count"
}

// leftOut compares the records with the plan, if the plan has a budget.
func leftOut(e bench.Experiment, runs bench.Runs) LeftOut {
	byJob := runs.ByJob
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
	for _, r := range runs.Sweeps {
		if done := r.Answered(); done < r.Len() && r.Locate == nil { // which makes as few as it needs
			l.Answers += r.Len() - done
			l.Sweeps = append(l.Sweeps, fmt.Sprintf("%v, %s: %s of %s answers", r.Contender, r.Name, table.Count(done), table.Count(r.Len())))
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
			l.Jobs[k].Questions = append(l.Jobs[k].Questions, job.ProblemName()+", task "+string(job.Task))
		}
	}
	return l
}

// Lines returns a line about everything that was left out and a line for each contender with jobs
// that were never run; nothing if everything was run.
func (l LeftOut) Lines() (lines []string) {
	jobs := 0
	for _, j := range l.Jobs {
		shown := j.Questions[:min(mostLeftOut, len(j.Questions))]
		line := fmt.Sprintf("not run: %s: %s", j.Contender, strings.Join(shown, "; "))
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
	if l.Answers > 0 {
		what = append(what, table.Plural(l.Answers, "answer")+" to generated instances")
	}
	if what == nil {
		return nil
	}
	lines = append(lines, l.Sweeps...)
	return append([]string{fmt.Sprintf("not run within the budget of %s: %s; the same command continues with them", table.Flag(l.Budget), strings.Join(what, ", and "))}, lines...)
}

// mostLeftOut is the maximum number of problems of one contender in a line.
const mostLeftOut = 3

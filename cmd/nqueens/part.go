package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/internal/table"
)

// part returns the part of a plan that the flags select.
func (b *filesFlags) part(cmd *cobra.Command) (part plan.Part, err error) {
	said := cmd.Flags().Changed
	part.Problems = b.problems
	if said("backend") {
		part.Backends, err = separate("backend", b.backend)
	}
	if slices.Contains(part.Backends, everyone) {
		part.Backends = nil
	}
	if said("task") && err == nil {
		part.Tasks, err = parseTasks(b.tasks)
	}
	if said("repetitions") && err == nil {
		part.Repetitions, err = b.repetitions, b.checkRepetitions()
	}
	return part, err
}

// preview lists the jobs of an experiment. It estimates their time from the records in the first of
// the folders that has any.
func (p *program) preview(e bench.Experiment, folders ...string) error {
	var earlier []bench.Record
	swept := map[string]float64{} // seconds of an answer, by list and contender
	for _, dir := range folders {
		if _, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err != nil {
			continue
		}
		folder, err := bench.ReadFolder(dir, p.families)
		if err != nil {
			fmt.Fprintln(p.err, "warning:", oneLine(err.Error()))
			continue
		}
		for _, r := range folder.Runs().Sweeps {
			if n := r.Answered(); n > 0 {
				swept[r.AsJob().String()] = r.Wall() / float64(n)
			}
		}
		if len(folder.Records)+len(swept) > 0 {
			fmt.Fprintf(p.err, "times from %s\n", dir)
			earlier = folder.Records
			break
		}
	}
	f := bench.NewForecast(e, earlier)
	rows := [][]string{{"PROBLEM", "TASK", "CONTENDER", "RUNS", "EACH"}}
	for _, j := range f.Jobs {
		each := "at most " + table.Flag(j.Limits.Time)
		switch {
		case j.Skipped != "":
			each = "skipped: " + j.Skipped
		case !math.IsNaN(j.Seconds):
			each = "about " + predicted(j.Seconds)
		}
		rows = append(rows, []string{j.ProblemName(), string(j.Task), j.Contender.String(), strconv.Itoa(j.Runs), each})
	}
	answers, took, upTo := 0, 0.0, ""
	for _, s := range e.Sweeps {
		each := "at most " + table.Flag(s.Limits.Time)
		if known := swept[s.AsJob().String()]; known > 0 {
			each = "about " + predicted(known)
			took += known * float64(s.Len())
		}
		if answers += s.Len(); s.Locate != nil {
			upTo = "up to "
		}
		rows = append(rows, []string{s.Name, string(s.Task), s.Contender.String(), strconv.Itoa(s.Len()), each})
	}
	if _, err := io.WriteString(p.out, table.Listing(rows)); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s, %s", table.Plural(len(f.Jobs), "job"), table.Plural(f.Runs, "run"))
	if made := generatedInstances(e); made > 0 {
		fmt.Fprintf(p.out, " on %s", table.Plural(made, "generated instance"))
	}
	if known := len(f.Jobs) - f.Unknown - f.Skipped; known > 0 {
		fmt.Fprintf(p.out, "; about %s for the %d that ran before", predicted(f.Seconds), known)
	}
	if f.Unknown > 0 {
		fmt.Fprintf(p.out, "; at most %s for the %d that did not run before", table.Flag(time.Duration(f.Limit*float64(time.Second))), f.Unknown)
	}
	if answers > 0 {
		fmt.Fprintf(p.out, "; %s%s to generated instances, many in one process", upTo, table.Plural(answers, "answer"))
	}
	if took > 0 {
		fmt.Fprintf(p.out, ": about %s for those that ran before", predicted(took))
	}
	if e.Budget > 0 {
		fmt.Fprintf(p.out, "; the budget is %s", table.Flag(e.Budget))
	}
	_, err := fmt.Fprintln(p.out)
	return err
}

// generatedInstances returns the number of generated instances of an experiment.
func generatedInstances(e bench.Experiment) int {
	seen := map[string]bool{}
	for _, j := range e.Jobs {
		if j.Origin != nil {
			seen[j.ProblemName()] = true
		}
	}
	return len(seen)
}

// predicted formats a predicted time, roughly but never as 0.
func predicted(seconds float64) string {
	if seconds < 1 {
		return table.ShortDuration(seconds)
	}
	return table.Rough(seconds)
}

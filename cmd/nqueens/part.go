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

// part is what the flags say of a plan.
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

// preview lists the jobs of an experiment, with how long they take by the records in those
// of the folders that are there.
func (p *program) preview(e bench.Experiment, folders ...string) error {
	var earlier []bench.Record
	for _, dir := range folders {
		if _, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err != nil {
			continue
		}
		folder, err := bench.ReadFolder(dir, p.families...)
		if err != nil {
			fmt.Fprintln(p.err, "warning:", oneLine(err.Error()))
			continue
		}
		if len(folder.Records) > 0 {
			fmt.Fprintf(p.err, "times as in %s\n", dir)
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
	_, err := fmt.Fprintln(p.out)
	return err
}

// generatedInstances counts those of an experiment.
func generatedInstances(e bench.Experiment) int {
	seen := map[string]bool{}
	for _, j := range e.Jobs {
		if j.Origin != nil {
			seen[j.ProblemName()] = true
		}
	}
	return len(seen)
}

// predicted writes seconds: roughly, but never as none.
func predicted(seconds float64) string {
	if seconds < 1 {
		return table.ShortDuration(seconds)
	}
	return table.Rough(seconds)
}

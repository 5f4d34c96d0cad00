package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/summary"
)

func (p *program) chart() *cobra.Command {
	var output string
	var edited, full bool
	cmd := &cobra.Command{
		Use:   "chart DIR",
		Short: "Draw a run's charts again",
		Long: `Draw the charts of a run, finished or not, from its records, and print its
summary. A disagreement in it ends with status 1, as it does in bench.`,
		Example: `  nqueens chart nqueens-built-in
  nqueens chart results/baseline -o charts`,
		Args: takes("the folder of a run", true),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := folderName(output); err != nil {
				return err
			}
			folder, err := readRun(edited)(args[0], p.families...)
			if err != nil {
				return err
			}
			summary, err := summary.Of(folder, p.backends)
			if err != nil {
				return err
			}
			if output == "" {
				output = args[0]
			}
			if err := os.MkdirAll(output, 0o777); err != nil {
				return fmt.Errorf("--output: %w", err)
			}
			return p.show(summary, output, full)
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, fullUsage)
	cmd.Flags().StringVarP(&output, "output", "o", "", "the `folder` for the charts (default: DIR)")
	acceptEdited(cmd, &edited)
	return cmd
}

// fileEnding is one that says what a file holds; in "run-v1.2" there is none.
var fileEnding = regexp.MustCompile(`^\.[a-zA-Z]{2,5}$`)

// folderName refuses a name for a new folder that ends as a file's does.
func folderName(name string) error {
	ending := filepath.Ext(name)
	if info, err := os.Stat(name); !fileEnding.MatchString(ending) || err == nil && info.IsDir() {
		return nil
	}
	return fmt.Errorf("--output %s: charts go into a folder, each as .svg and .png; %s is not known: name a folder without an ending, or one that is there", name, ending)
}

// acceptEdited is the flag of commands that read records.
func acceptEdited(cmd *cobra.Command, edited *bool) {
	cmd.Flags().BoolVar(edited, "accept-edited", false, "take records that were edited after they were written; the summary, the charts and summary.csv say so")
}

const fullUsage = "print the whole summary, with every ranking, the times, ratios and growth"

// show prints a summary, in full or its first page, and, unless dir is empty, draws its charts there. What
// makes the run fail comes first in the summary and last as the error.
func (p *program) show(s summary.Summary, dir string, full bool) error {
	out := io.Writer(p.out)
	if p.terminal.colour {
		out = p.terminal.out // the summary escapes what it says itself
	}
	if err := errors.Join(p.out.Flush(), s.WriteText(out, summary.Style{Full: full, Colour: p.terminal.colour})); err != nil {
		return err
	}
	if dir != "" {
		files, err := chart.Draw(dir, s.Cells, chart.Options{Baseline: s.Baseline(), Published: s.Experiment.Published, Notes: s.Caveats()})
		switch {
		case errors.Is(err, chart.ErrNothing): // a run without a single time
			fmt.Fprintln(p.err, "warning: no charts:", err)
		case err != nil:
			return fmt.Errorf("drawing charts: %w", err)
		default:
			fmt.Fprintf(p.out, "\n%d charts in %s, each as SVG and PNG, among them %s\n", len(files)/2, dir, filepath.Base(files[0]))
		}
	}
	if len(s.Proofs.Changed) > 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("%s was changed since it was checked", s.Proofs.Changed[0])}
	}
	if len(s.Judgement.Failures) > 0 {
		return &exit{status: failedCheck, err: errors.New("the run failed: the first lines of its summary say why")}
	}
	return nil
}

// readRun reads a run's folder; one with edited records only where these are accepted.
func readRun(edited bool) func(dir string, families ...*nqueens.Family) (*bench.Folder, error) {
	if edited {
		return bench.ReadEdited
	}
	return bench.ReadFolder
}

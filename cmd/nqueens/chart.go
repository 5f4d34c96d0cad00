package main

import (
	"fmt"
	"nqueens/bench/summary"
	"os"

	"github.com/spf13/cobra"
)

func (p *program) chart() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "chart DIR",
		Short: "Draw a run's charts again",
		Long: `Draw the charts of a run, finished or not, from its records, and print its
summary. A disagreement in it ends with status 1, as it does in bench.`,
		Example: `  nqueens chart nqueens-built-in
  nqueens chart results/baseline -o charts`,
		Args: takes("the folder of a run", true),
		RunE: func(_ *cobra.Command, args []string) error {
			runner, err := p.runner()
			if err != nil {
				return err
			}
			summary, err := summary.Read(args[0], runner.Backends, p.families...)
			if err != nil {
				return err
			}
			if output == "" {
				output = args[0]
			}
			if err := os.MkdirAll(output, 0o777); err != nil {
				return fmt.Errorf("--output: %w", err)
			}
			return p.show(summary, output)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "the `folder` for the charts (default: DIR)")
	return cmd
}

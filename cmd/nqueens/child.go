package main

import (
	"github.com/spf13/cobra"

	"nqueens/bench/run"
)

// childCommand is the hidden command by which the harness starts this program
// again for one measured run.
const childCommand = "measure-child"

func (p *program) child() *cobra.Command {
	return &cobra.Command{
		Use:    childCommand,
		Short:  "Answer one assignment of the harness from standard input",
		Hidden: true,
		Args:   takesNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := run.ServeChild(cmd.Context(), p.in, p.out, p.backends, p.families...); err != nil {
				return &exit{status: failedCheck, err: err}
			}
			return nil
		},
	}
}

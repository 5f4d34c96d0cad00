package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"nqueens/bench/doctor"
)

func (p *program) doctor() *cobra.Command {
	var asJSON bool
	var noise time.Duration
	var described externalFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check how well this machine can measure",
		Long: `Check how well this machine can measure: how memory limits are enforced, pinning, load,
noise (measured for two seconds, or the time of --noise), hypervisor, SMT, turbo, governor,
memory, perf counters, free disk space, and which external solvers are installed. Each line
begins with ok, caution or problem, and names the effect and the remedy. The status is 1
only if nothing can run here at all. Nothing is changed.`,
		Example: "  nqueens doctor\n  nqueens doctor --noise 10s --json",
		Args:    takesNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if noise <= 0 || noise > time.Minute {
				return fmt.Errorf("--noise %v: write a time of up to a minute, for example 5s", noise)
			}
			if err := described.join(p); err != nil {
				return err
			}
			runner, err := p.runner(false)
			if err != nil {
				return err
			}
			ctx := stoppable(cmd.Context())
			e := doctor.Examine(ctx, doctor.Options{
				Backends: p.backends, Child: []string{runner.Child[0], "--version"}, Folder: ".", Noise: noise,
			})
			if err := ctx.Err(); err != nil {
				return &exit{status: limitHit, err: fmt.Errorf("stopped (%w)", err)}
			}
			if asJSON {
				err = p.json(e)
			} else {
				out := io.Writer(p.out)
				if p.terminal.colour {
					out = p.terminal.out // the findings escape their own text
				}
				err = e.WriteText(out, p.terminal.colour)
			}
			if err == nil && e.Err() != nil {
				err = &exit{status: failedCheck, err: e.Err()}
			}
			return err
		},
	}
	described.solverFlag(cmd.Flags())
	cmd.Flags().DurationVar(&noise, "noise", 2*time.Second, "measure the noise for this `time`, for example 5s")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object: the observations and the findings")
	return cmd
}

package main

import (
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nqueens/fleet"
	"nqueens/fleet/network"
)

func (p *program) status() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "status DIR",
		Short:   "Show the progress of a count or a bench in parts",
		Long:    `Show how many parts are done, the rest and its estimated time, the results of each machine, and the failures.`,
		Example: `  nqueens status q20`,
		Args:    takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := p.readFleet(args[0])
			if err != nil {
				return err
			}
			var served *network.Present // the workers of a server, if there is one
			s := f.Status()
			if f.Taken {
				there, err := network.ReadPresent(args[0])
				if err == nil {
					served, s = &there, f.Tally.Status(f.Claimed()+there.Working)
					s.Unheard = len(there.Workers) == 0
				} else if !errors.Is(err, os.ErrNotExist) {
					return err
				}
			}
			if asJSON {
				return p.json(struct {
					fleet.Status
					Network *network.Present `json:"network,omitempty"`
				}{s, served})
			}
			if err := s.WriteText(p.out); err != nil || served == nil {
				return err
			}
			return served.WriteText(p.out, time.Now())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

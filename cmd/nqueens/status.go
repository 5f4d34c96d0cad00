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
		Short:   "Say how far the parts of a count or a bench are",
		Long:    `Say how many parts are done, what is left and how long that will take, who did what, and what failed.`,
		Example: `  nqueens status q20`,
		Args:    takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := p.readFleet(args[0])
			if err != nil {
				return err
			}
			var served *network.Present // who takes parts over a network
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

package main

import (
	"github.com/spf13/cobra"
)

func (p *program) status() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "status DIR",
		Short:   "Say how far the parts of a count are",
		Long:    `Say how many parts are done, what is left and how long that will take, who did what, and what failed.`,
		Example: `  nqueens status q20`,
		Args:    takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := p.openFleet(args[0])
			if err != nil {
				return err
			}
			s := f.Status()
			if f.Taken {
				p.say("another process has the journal: if it is nqueens serve, its page tells of workers over the network, and only it")
			}
			if asJSON {
				return p.json(s)
			}
			return s.WriteText(p.out)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

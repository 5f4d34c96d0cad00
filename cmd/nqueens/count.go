package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
)

func (p *program) count() *cobra.Command {
	var q question
	var fundamental bool
	cmd := &cobra.Command{
		Use:   "count [FAMILY] N",
		Short: "Count the solutions",
		Long: `Count the solutions and print the number. With several backends or encodings
each prints a row: its time for one answer, measured in a process of its own,
and the number. A number that differs from the others or from the published
one ends with status 1.`,
		Example: `  nqueens count 12
  nqueens count torus 11
  nqueens count 10 --given a1 --blocked d4
  nqueens count 8 --fundamental              images of each other are one
  nqueens count 20 --symmetric quarter-turn
  nqueens count 14 --threads 2
  nqueens count 14 --timeout 10s --memory 1GiB
  nqueens count 10 --backend all --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := q.parse(p, args, nqueens.CountAll)
			if err != nil {
				return err
			}
			if fundamental && e.Jobs[0].Problem.Symmetric != nqueens.Identity {
				return errors.New("--fundamental: not with --symmetric: leave one out")
			}
			p.noteConflict(e.Jobs[0].Problem)
			if fundamental {
				return p.countFundamental(stoppable(cmd.Context()), e, q.json)
			}
			if len(e.Jobs) > 1 {
				return p.compare(stoppable(cmd.Context()), e, q.json)
			}
			r, err := p.ask(stoppable(cmd.Context()), e, q.json)
			if err != nil || q.json {
				return err
			}
			_, err = fmt.Fprintln(p.out, r.Count)
			return err
		},
	}
	q.flags(cmd, p)
	cmd.Flags().BoolVar(&fundamental, "fundamental", false, "count solutions that a rotation or reflection of the board makes of each other as one")
	return cmd
}

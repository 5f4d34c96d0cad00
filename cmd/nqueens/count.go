package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
)

func (p *program) count() *cobra.Command {
	var q question
	var c counting
	cmd := &cobra.Command{
		Use:   "count [FAMILY] N",
		Short: "Count the solutions",
		Long: `Count the solutions and print the number. With several backends or encodings
each prints a row: its time for one answer, measured in a process of its own,
and the number. A number that differs from the others or from the published
one ends with status 1.

A large board can be counted over days with --checkpoint: killed at any moment,
the same command goes on where it was twenty seconds before. --part shares it out
over machines, and "nqueens sum" adds the parts.

With --certified the count comes with a proof, in a folder that "nqueens check
count" verifies without trusting any solver: the formula, every solution, and that
there are no others.`,
		Example: `  nqueens count 12
  nqueens count torus 11
  nqueens count 10 --given a1 --blocked d4
  nqueens count 8 --fundamental              images of each other are one
  nqueens count 20 --symmetric quarter-turn
  nqueens count 14 --threads 2
  nqueens count 14 --timeout 10s --memory 1GiB
  nqueens count 10 --backend all --json
  nqueens count --file formula.cnf --backend all
  nqueens count 21 --threads 2 --checkpoint q21.ckpt
  nqueens count 18 --part 1/4 --json -o p1.json
  nqueens count 10 --certified q10; nqueens check count q10
  nqueens count 14 --external 'plain=./plain {n}'  beside a program of your own`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if asked, err := p.askEach(cmd, &q, args, nqueens.CountAll, "fundamental", "part", "checkpoint", "output", "certified"); asked || err != nil {
				return err
			}
			if cmd.Flags().Changed("certified") || cmd.Flags().Changed("prover") {
				return p.certify(cmd, &q, c.certifying, args)
			}
			for _, flag := range []string{"part", "checkpoint", "output"} {
				if f := cmd.Flags().Lookup(flag); f.Changed && f.Value.String() == "" {
					return fmt.Errorf("--%s: it is empty", flag)
				}
			}
			if (c.part != "" || c.checkpoint != "") && q.backend == "" {
				q.backend = p.resumable()[0]
			}
			e, err := q.parse(p, args, nqueens.CountAll)
			if err != nil {
				return err
			}
			switch problem := e.Jobs[0].Problem; {
			case c.fundamental && problem.Symmetric != nqueens.Identity:
				return errors.New("--fundamental: not with --symmetric: leave one out")
			case c.fundamental && problem.Formula != nil:
				return errors.New("--fundamental: a formula has no board whose symmetries could be divided by")
			}
			by, err := c.inTasks(p, e)
			if err != nil {
				return err
			}
			restore, err := p.outputTo(c.output)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, restore()) }()
			p.noteConflict(e.Jobs[0].Problem)
			ctx := stoppable(cmd.Context())
			switch {
			case by != nil:
				return p.countTasks(ctx, by, e, c, q.json)
			case c.fundamental:
				return p.countFundamental(ctx, e, q.json)
			case len(e.Jobs) > 1:
				return p.compare(ctx, e, q.json)
			}
			r, err := p.ask(ctx, e, q.json)
			if err != nil || q.json {
				return err
			}
			_, err = fmt.Fprintln(p.out, r.Count)
			return err
		},
	}
	q.flags(cmd, p)
	q.externals.flags(cmd.Flags())
	c.flags(cmd, p)
	return cmd
}

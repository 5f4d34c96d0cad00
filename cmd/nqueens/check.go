package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
)

func (p *program) check() *cobra.Command {
	var b board
	var solution string
	cmd := &cobra.Command{
		Use:   "check [FAMILY] N --solution SQUARES",
		Short: "Check a solution by the rules of the piece",
		Long: `Say whether a solution is valid or why it is not: which two pieces attack each
other, which square is blocked. Without --solution the pieces on the board in
--file are the solution. An invalid one ends with status 1.`,
		Example: `  nqueens check 8 --solution a2,b4,c6,d8,e3,f1,g7,h5
  nqueens solve 30 | nqueens check --file -
  nqueens check torus 5 --solution a1,b3,c5,d2,e4`,
		RunE: func(_ *cobra.Command, args []string) error {
			problem, err := b.problem(args, p.in)
			if err != nil {
				return err
			}
			var s nqueens.Solution
			switch {
			case solution != "":
				if s, err = nqueens.ParseSquares(solution); err != nil {
					return fmt.Errorf("--solution: %w", err)
				}
			case b.file != "":
				s, problem.Given = problem.Given, nil
			default:
				return errors.New("there is nothing to check: name the squares with --solution, or a board with --file")
			}
			if err := problem.Check(s); err != nil {
				fmt.Fprintf(p.out, "invalid: %v\n", err)
				return &exit{status: failedCheck}
			}
			_, err = fmt.Fprintln(p.out, "valid")
			return err
		},
	}
	b.flags(cmd)
	cmd.Flags().StringVar(&solution, "solution", "", "the `squares` of the pieces: a2,b4,c6,…")
	return cmd
}

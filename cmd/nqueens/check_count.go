package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/proof"
)

// countCheck is what `check count` finds.
type countCheck struct {
	Folder   string            `json:"folder"`
	Verified bool              `json:"verified"`
	Refused  string            `json:"refused,omitempty"` // where and why
	Problem  string            `json:"problem,omitempty"`
	Count    string            `json:"count,omitempty"` // as a record has it
	Compared *proof.Comparison `json:"compared,omitempty"`
	Steps    *proof.Result     `json:"steps,omitempty"`
	Seconds  float64           `json:"seconds"`
}

func (p *program) checkCount() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "count DIR",
		Short: "Check a count that was written with its proof",
		Long: `Check what "nqueens count --certified DIR" wrote, or anyone in its form: that
formula.cnf forbids nothing which the rules of the piece in problem.txt allow, that
each line of solutions.txt is a solution and none comes twice, and by proof.drat
that there are no others. No solver is trusted and none is run. What does not hold
is refused with its file and line, and status 1.`,
		Example: `  nqueens count 8 --certified q8; nqueens check count q8
  nqueens check count q8 --json`,
		Args: takes("DIR", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := countCheck{Folder: args[0]}
			ctx := stoppable(cmd.Context())
			if err := c.execute(ctx, p.families); err != nil {
				return stopped(ctx, err)
			}
			return p.judgeProof(c.Refused, &c, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// String is what has been verified.
func (c *countCheck) String() string {
	solutions := "solutions"
	if c.Count == "1" {
		solutions = "solution"
	}
	return fmt.Sprintf("%s has %s %s; %s", c.Problem, c.Count, solutions, proofSize(*c.Steps, c.Seconds))
}

// execute checks. An error means that there is nothing to check.
func (c *countCheck) execute(ctx context.Context, more []*nqueens.Family) error {
	start := time.Now()
	count, err := proof.VerifyCount(ctx, c.Folder, more...)
	c.Seconds = time.Since(start).Seconds()
	if count.Problem.Family != nil {
		c.Problem = count.Problem.String()
	}
	switch {
	case err == nil:
		c.Verified, c.Count = true, fmt.Sprint(count.Solutions)
		c.Compared, c.Steps = &count.Formula, &count.Proof
		return nil
	case ctx.Err() != nil, errors.As(err, new(*fs.PathError)):
		return err
	}
	c.Refused = oneLine(err.Error())
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/proof"
)

// certifyModels counts the models of a formula and writes a proof of the count.
func (p *program) certifyModels(cmd *cobra.Command, q *requestFlags, c countFlags, problem nqueens.Problem) error {
	for _, flag := range []string{"fundamental", "checkpoint", "output", "backend", "encoding", "external", "threads", "split", "part", "veripb"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: not with --certified for a formula, whose proof comes from the compiler of sharp", flag)
		}
	}
	limits, err := q.limits()
	if err != nil {
		return err
	}
	ctx, cancel := within(stoppable(cmd.Context()), limits.Time)
	defer cancel()
	var count *nqueens.Count
	if c.prover == planes {
		return errNoCovering
	}
	determined, err := p.prover(c.prover)
	if err != nil {
		return err
	}
	f, err := sharp.Clauses(ctx, nqueens.Request{Problem: problem, Task: nqueens.CountAll})
	if err == nil {
		err = proof.ModelsCertificate(ctx, c.certified, f, func(ctx context.Context, f *encode.CNF, out io.Writer) error {
			counter, err := sharp.New(f, sharp.Config{Memory: limits.Memory / 2, Seed: q.seed})
			if err != nil {
				return err
			}
			count, err = counter.Certify(ctx, out)
			return err
		}, sharp.Narrow, func(ctx context.Context, f *encode.CNF, out io.Writer) error {
			err := determined(ctx, f, out)
			if without, ok := errors.AsType[*backends.NoProof](err); ok && without.Outcome.Status == nqueens.Solved {
				err = proof.ErrUndetermined
			}
			return err
		})
	}
	switch {
	case errors.Is(err, sharp.ErrMemory):
		return &exit{status: limitHit, err: fmt.Errorf("memory-limit: %w; --memory sets the limit", err)}
	case errors.Is(err, proof.ErrUndetermined):
		if auxiliary := f.Variables - len(f.Projection); problem.Formula.Format != encode.DIMACS {
			return fmt.Errorf("--certified: %s becomes clauses with %d auxiliary variables, which the others do not determine, and a proof (CPOG) is about all variables: state it in clauses without them, or count it by several backends", problem.Formula.Name, auxiliary)
		}
		return fmt.Errorf("--certified: %s has %d variables and is projected on %d of them, which do not determine the others, and a proof (CPOG) is about all variables: count it by several backends", problem.Formula.Name, f.Variables, len(f.Projection))
	case errors.Is(err, sharp.ErrObjective):
		return q.about(fmt.Errorf("--certified: %w", err))
	case err != nil:
		return uncertified(ctx, err, "count", c.certified)
	case q.json:
		return p.json(certifiedCount{Problem: problem, Certified: c.certified, Count: count.String()})
	}
	_, err = fmt.Fprintln(p.out, decimal(count))
	return err
}

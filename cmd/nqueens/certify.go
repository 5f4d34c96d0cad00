package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/proof"
)

// certifiedCount is what count --certified prints as JSON.
type certifiedCount struct {
	Problem   nqueens.Problem `json:"problem"`
	Certified string          `json:"certified"`
	Count     string          `json:"count"` // as a record has it
}

// certify counts and writes the proof.
func (p *program) certify(cmd *cobra.Command, q *requestFlags, c countFlags, args []string) error {
	if c.certified == "" {
		return errors.New("--certified: the folder is missing: where should the formula, the solutions and the proof go?")
	}
	for _, flag := range []string{"fundamental", "part", "checkpoint", "output", "backend", "encoding", "external", "memory", "threads", "seed"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: not with --certified, whose proof is of a plain search, or by --prover", flag)
		}
	}
	problem, err := q.problemWithin(cmd.Context(), args, p)
	if err != nil {
		return err
	}
	if err := q.externalFlags.join(p); err != nil {
		return err
	}
	var prove proof.Prover // a plain search
	if c.prover != "" {
		if prove, err = backends.FormulaProver(p.backends, c.prover); err != nil {
			return fmt.Errorf("--prover %s: %w", c.prover, err)
		}
	}
	p.noteConflict(problem)
	ctx, cancel := within(stoppable(cmd.Context()), q.timeout)
	defer cancel()
	n, err := proof.CountCertificate(ctx, c.certified, problem, nil, prove)
	var without *backends.NoProof
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return unanswered(nqueens.Stopped(ctx, 0))
	case errors.Is(err, proof.ErrNotEmpty):
		return fmt.Errorf("--certified: %w, or check what is there with `nqueens check count %s`", err, c.certified)
	case errors.As(err, &without) && without.Outcome.Status == nqueens.Solved:
		return &exit{status: failedCheck, err: without}
	case errors.As(err, &without):
		return unanswered(without.Outcome)
	default:
		return err
	}
	count := nqueens.NewCount(uint64(n))
	if known, ok := problem.Known(); ok && known.Count.Cmp(count) != 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %v, not %v (%s)", count, known.Count, known.Source)}
	}
	if q.json {
		return p.json(certifiedCount{problem, c.certified, count.String()})
	}
	_, err = fmt.Fprintln(p.out, count)
	return err
}

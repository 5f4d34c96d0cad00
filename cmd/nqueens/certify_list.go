package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends/cutting"
	"nqueens/proof"
)

// certifyList counts the solutions of a board and writes their list with its proof in the format of VeriPB.
func (p *program) certifyList(cmd *cobra.Command, q *requestFlags, c countFlags, problem nqueens.Problem) error {
	for _, flag := range []string{"prover", "split", "part"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: not with --veripb, whose proof comes from a search by cutting planes", flag)
		}
	}
	p.noteConflict(problem)
	ctx, cancel := within(stoppable(cmd.Context()), q.timeout)
	defer cancel()
	n, err := proof.EnumerationCertificate(ctx, c.certified, problem, cutting.Enumerate)
	switch {
	case errors.Is(err, cutting.ErrTooLarge):
		return fmt.Errorf("--certified: %w, which proofs cannot have", err)
	case err != nil:
		return uncertified(ctx, err, "count", c.certified)
	}
	count := nqueens.NewCount(uint64(n))
	if known, ok := problem.Known(); ok && known.Count.Cmp(count) != 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %v, not %v (%s)", count, known.Count, known.Source)}
	}
	if q.json {
		return p.json(certifiedCount{Problem: problem, Certified: c.certified, Count: count.String()})
	}
	_, err = fmt.Fprintln(p.out, count)
	return err
}

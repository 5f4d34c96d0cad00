package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/backends/cutting"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/proof"
)

// certifiedFormula is what solve --certified prints as JSON for a formula.
type certifiedFormula struct {
	Problem   nqueens.Problem  `json:"problem"`
	Certified string           `json:"certified"`
	Status    nqueens.Status   `json:"status"` // solved or unsatisfiable
	Optimum   *int             `json:"optimum,omitempty"`
	Cost      *nqueens.Count   `json:"cost,omitempty"` // the value in the file, if it is not Optimum
	Solution  nqueens.Solution `json:"solution,omitempty"`
}

// certifyFormula runs the only job of the experiment, which is about a formula, and writes its solution with the proof
// that no solution is better, or the proof that there is none.
func (c *certificateFlags) certifyFormula(ctx context.Context, p *program, e bench.Experiment, asJSON bool) (r bench.Record, err error) {
	problem := e.Jobs[0].Problem
	switch {
	case c.prover != "":
		return r, fmt.Errorf("--prover %s: not for a formula, whose proof is by cutting planes", c.prover)
	case c.split > 0:
		return r, errors.New("--split: not for a formula, whose proof is in one part")
	}
	if err := proof.CertifiesOptimum(problem); err != nil {
		return r, fmt.Errorf("--certified: %w", err)
	}
	ctx, cancel := within(ctx, e.Jobs[0].Limits.Time)
	defer cancel()
	var failed error
	solve := func() (nqueens.Solution, bool, error) {
		r, failed = p.answer(ctx, e, false)
		return r.Solution, r.Status == nqueens.Solved, failed
	}
	err = proof.FormulaOptimumCertificate(ctx, c.certified, problem, solve, func(ctx context.Context, f *encode.PB, good []bool, out io.Writer) ([]bool, int64, error) {
		return cutting.Optimum(ctx, f, good, out)
	})
	switch {
	case failed != nil:
		return r, failed
	case errors.Is(err, proof.ErrNotBest):
		return r, &exit{status: failedCheck, err: fmt.Errorf("disagreement: %s answered that none is better than its solution, but %w", e.Jobs[0].Backend, proof.ErrNotBest)}
	case errors.Is(err, cutting.ErrTooLarge):
		return r, fmt.Errorf("--certified: %s: %w, which proofs cannot have", problem.Formula.Name, err)
	case err != nil:
		return r, uncertified(ctx, err, "optimum", c.certified)
	case asJSON:
		return r, p.json(certifiedFormula{problem, c.certified, r.Status, r.Optimum, r.Cost, r.Solution})
	}
	return r, nil
}

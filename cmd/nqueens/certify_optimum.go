package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench"
	"nqueens/proof"
)

// certificateFlags are the flags of solve for a certified optimum.
type certificateFlags struct {
	certified, prover, part string
	split                   int
	proofs                  proof.Split // what --split and --part set
	written                 *share      // the proofs written
}

func (c *certificateFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.certified, "certified", "", "with --task optimise, and for a file with an objective: write a solution and a proof that none is better into this `folder`, for check optimum")
	f.StringVar(&c.prover, "prover", "", "with --certified: the `backend` that writes the proof; default: planes (cutting planes) for covering problems, otherwise the fastest that writes proofs")
	f.IntVar(&c.split, "split", 0, "with --certified: one proof for each way to place this number of `pieces`, if a single proof is too long")
	f.StringVar(&c.part, "part", "", "with --split: write only a `share` of the proofs, as in 2/4; the files of all shares in one folder are the certificate")
}

// maxSplit is the largest --split for a proof of clauses: 100 squares have 161700 triples.
const maxSplit = 3

// refuse returns an error if flags contradict each other.
func (c *certificateFlags) refuse(cmd *cobra.Command, task nqueens.Task) (err error) {
	if c.proofs, c.written, err = splitOf(cmd, c.split, c.part, maxSplit); err != nil {
		return err
	}
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	not := []string{"proof", "proof-limit", "memory"}
	switch i := slices.IndexFunc(not, given); {
	case c.part != "" && c.split == 0:
		return errNoSplit
	case !given("certified") && given("prover"):
		return errors.New("--prover: only with --certified")
	case !given("certified"):
		return nil
	case c.certified == "":
		return errors.New("--certified: name the folder for the solution and the proofs")
	case task == nqueens.FindAll:
		return errors.New("--certified: not with --all: it is for one best solution")
	case i >= 0:
		return fmt.Errorf("--%s: not with --certified", not[i])
	}
	return nil
}

// certifiedOptimum is what solve --certified prints as JSON.
type certifiedOptimum struct {
	Problem   nqueens.Problem  `json:"problem"`
	Certified string           `json:"certified"`
	Part      string           `json:"part,omitempty"` // a share of the proofs
	Optimum   int              `json:"optimum"`
	Solution  nqueens.Solution `json:"solution"`
}

// certify runs the only job of the experiment, and writes its solution with the proof that no
// solution is better.
func (c *certificateFlags) certify(ctx context.Context, p *program, e bench.Experiment, asJSON bool) (r bench.Record, err error) {
	if len(e.Jobs) > 1 {
		return r, errors.New("--certified: not with several backends: one solution is enough, and --prover names the prover")
	}
	problem := e.Jobs[0].Problem
	switch {
	case !problem.HasBoard():
		return c.certifyFormula(ctx, p, e, asJSON)
	case e.Jobs[0].Task != nqueens.Optimise:
		return r, errors.New("--certified: of a board only with --task optimise")
	}
	covering := c.prover == planes || c.prover == "" && problem.Goal() == nqueens.Fewest && c.split <= proof.MaxSplit
	switch {
	case c.prover == planes && problem.Goal() != nqueens.Fewest:
		return r, errNoCovering
	case c.prover == planes && c.split > proof.MaxSplit:
		return r, fmt.Errorf("--split %d: --prover %s takes a number of pieces from 0 to %d", c.split, planes, proof.MaxSplit)
	}
	prove, err := p.prover(c.prover)
	if err != nil {
		return r, err
	}
	ctx, cancel := within(ctx, e.Jobs[0].Limits.Time)
	defer cancel()
	var best bestSolution
	if covering {
		_, err = proof.CoveringCertificate(ctx, c.certified, problem, best.solver(ctx, p, e), false, c.proofs)
		covering = c.prover == planes || !errors.Is(err, proof.ErrNotRefuted)
	}
	if !covering {
		err = proof.OptimumCertificate(ctx, c.certified, problem, best.solver(ctx, p, e), prove, c.proofs)
	}
	switch r = best.Record; {
	case best.failed != nil:
		return r, best.failed
	case err != nil:
		return r, uncertified(ctx, err, "optimum", c.certified)
	case asJSON:
		return r, p.json(certifiedOptimum{e.Jobs[0].Problem, c.certified, c.part, *r.Optimum, r.Solution})
	}
	p.noteShare(c.part, c.written)
	return r, nil
}

// A bestSolution is the record of a best solution that a certificate needs.
type bestSolution struct {
	bench.Record
	failed error // the error, if there is no record
}

// solver returns a function that runs the only job of the experiment and returns its solution.
func (b *bestSolution) solver(ctx context.Context, p *program, e bench.Experiment) func() (nqueens.Solution, error) {
	return func() (nqueens.Solution, error) {
		if b.Record, b.failed = p.answer(ctx, e, false); b.failed == nil && b.Status != nqueens.Solved {
			b.failed = errors.New("--certified: the problem has no solution")
		}
		return b.Solution, b.failed
	}
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/checkpoint"
	"nqueens/bench"
	"nqueens/internal/shell"
	"nqueens/proof"
)

// certifiedCount is what count --certified prints as JSON.
type certifiedCount struct {
	Problem   nqueens.Problem `json:"problem"`
	Certified string          `json:"certified"`
	Part      string          `json:"part,omitempty"` // a share of the proofs, and of what is counted
	Count     string          `json:"count"`          // as in a record
}

// certify counts the solutions and writes the certificate of the count.
func (p *program) certify(cmd *cobra.Command, q *requestFlags, c countFlags, args []string) error {
	split, written, err := splitOf(cmd, c.split, c.part, proof.MaxSplit)
	switch {
	case err != nil:
		return err
	case c.certified == "":
		return errors.New("--certified: name the folder for the formula, the solutions and the proof")
	}
	if q.file != "" {
		problem, err := q.problemWithin(cmd.Context(), args, p)
		if err != nil {
			return err
		}
		if !problem.HasBoard() {
			return p.certifyModels(cmd, q, c, problem)
		}
		q.instance = &named{q.fileName(), problem} // it need not be read again
	}
	for _, flag := range []string{"fundamental", "checkpoint", "output", "backend", "encoding", "external", "memory", "threads", "seed"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: not with --certified, which writes the proof with its own search or with --prover", flag)
		}
	}
	problem, err := q.problemWithin(cmd.Context(), args, p)
	if err != nil {
		return err
	}
	if err := q.externalFlags.join(p); err != nil {
		return err
	}
	if c.veripb {
		return p.certifyList(cmd, q, c, problem)
	}
	var prove proof.Prover // nil: a plain search
	if c.prover != "" {
		if prove, err = p.prover(c.prover); err != nil {
			return err
		}
	}
	if c.prover == planes && problem.Goal() != nqueens.Fewest {
		return errNoCovering
	}
	switch one := c.prover != "" && c.prover != planes || problem.Goal() != nqueens.Fewest; {
	case one && split.Pieces > 0:
		return fmt.Errorf("--split: %w", errOneProof)
	case one && c.part != "":
		return fmt.Errorf("--part: %w", errOneProof)
	case c.part != "" && split.Pieces == 0:
		return errNoSplit
	}
	p.noteConflict(problem)
	ctx, cancel := within(stoppable(cmd.Context()), q.timeout)
	defer cancel()
	var n int64
	if problem.Goal() == nqueens.NoGoal {
		n, err = proof.CountCertificate(ctx, c.certified, problem, nil, prove)
	} else {
		var e bench.Experiment
		if e, err = q.parse(ctx, p, args, nqueens.Optimise); err != nil {
			return err
		}
		var best bestSolution
		plain := c.prover != planes && (c.prover != "" || problem.Goal() != nqueens.Fewest)
		if !plain {
			n, err = proof.CoveringCertificate(ctx, c.certified, problem, best.solver(ctx, p, e), true, split)
			plain = c.prover == "" && split.Pieces == 0 && errors.Is(err, proof.ErrNotRefuted)
		}
		if plain {
			n, err = proof.OptimaCertificate(ctx, c.certified, problem, best.solver(ctx, p, e), prove)
		}
		err = cmp.Or(best.failed, err)
	}
	if err != nil {
		return uncertified(ctx, err, "count", c.certified)
	}
	count := nqueens.NewCount(uint64(n))
	if known, ok := problem.Known(); ok && split.Writes == nil && known.Count.Cmp(count) != 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %v, not %v (%s)", count, known.Count, known.Source)}
	}
	if q.json {
		return p.json(certifiedCount{problem, c.certified, c.part, count.String()})
	}
	p.noteShare(c.part, written)
	_, err = fmt.Fprintln(p.out, count)
	return err
}

// splitOf returns the split of the proofs that --split and --part set. The returned share is filled
// while the proofs are written.
func splitOf(cmd *cobra.Command, pieces int, part string, most int) (s proof.Split, written *share, err error) {
	switch given := cmd.Flags().Changed; {
	case given("split") && !given("certified"):
		return s, nil, errors.New("--split: only with --certified")
	case pieces < 0 || pieces > most:
		return s, nil, fmt.Errorf("--split %d: write after how many placed pieces the proof is split, from 0 to %d", pieces, most)
	}
	s.Pieces, written = pieces, new(share)
	if part != "" {
		of, err := checkpoint.ParsePart(part)
		if err != nil {
			return s, nil, fmt.Errorf("--part: %w", err)
		}
		s.Writes = func(part int) bool {
			mine := part%of.Of == of.K%of.Of
			if part == 1 { // the proofs start again, because cutting planes found no proof
				*written = share{}
			}
			if written.all = part; mine {
				written.own++
			}
			return mine
		}
	}
	return s, written, nil
}

// A share is the number of proofs of one part, and of all parts.
type share struct{ own, all int }

// noteShare prints a note about the proofs of a part.
func (p *program) noteShare(part string, s *share) {
	if part != "" {
		fmt.Fprintf(p.err, "note: wrote part %s of the proofs, %d of %d; put the files of all parts into one folder for the certificate\n", part, s.own, s.all)
	}
}

var (
	errNoSplit  = errors.New("--part: with --certified only together with --split: add, for example, --split 1")
	errOneProof = fmt.Errorf("with count only for --prover %s, for covering problems such as domination", planes)
)

// planes is the name of the prover that is not a backend: the search of proof.CoveringCertificate.
const planes = "planes"

var errNoCovering = fmt.Errorf("--prover %s: only for covering problems, such as domination", planes)

// prover returns the backend that writes the proof of a certificate: the named one, or the fastest if the name is
// empty. It returns nil for a proof by cutting planes, which no backend writes.
func (p *program) prover(name string) (proof.Prover, error) {
	if name == planes {
		return nil, nil
	}
	prove, err := backends.FormulaProver(p.backends, name)
	if err != nil {
		return nil, fmt.Errorf("--prover %s: %w", name, err)
	}
	return prove, nil
}

// uncertified returns the error for a certificate that was not written.
func uncertified(ctx context.Context, err error, check, folder string) error {
	var without *backends.NoProof
	switch {
	case ctx.Err() != nil:
		return unanswered(nqueens.Stopped(ctx, 0))
	case errors.Is(err, proof.ErrNotEmpty):
		return fmt.Errorf("--certified: %w, or check what is there with `nqueens check %s %s`", err, check, shell.Quoted(folder))
	case errors.As(err, &without) && without.Outcome.Status == nqueens.Solved:
		return &exit{status: failedCheck, err: without}
	case errors.As(err, &without):
		return unanswered(without.Outcome)
	}
	return err
}

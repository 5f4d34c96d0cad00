package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
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
	if q.timeout < 0 {
		return fmt.Errorf("--timeout %v: write a time above zero, or leave it out for none", q.timeout)
	}
	problem, err := q.problem(args, p)
	if err != nil {
		return err
	}
	if err := q.externalFlags.join(p); err != nil {
		return err
	}
	prove, err := p.prover(c.prover)
	if err != nil {
		return err
	}
	made, err := emptyFolder(c.certified)
	if err != nil {
		return fmt.Errorf("--certified: %w", err)
	}
	p.noteConflict(problem)
	ctx, cancel := within(stoppable(cmd.Context()), q.timeout)
	defer cancel()
	n, err := proof.CountCertificate(ctx, c.certified, problem, nil, prove)
	if err != nil {
		if ctx.Err() != nil {
			err = unanswered(nqueens.Stopped(ctx, 0))
		}
		return errors.Join(err, removeCertificate(c.certified, made))
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

// emptyFolder makes a folder, unless it is there and empty, and says whether it did.
func emptyFolder(name string) (made bool, err error) {
	switch entries, err := os.ReadDir(name); {
	case errors.Is(err, fs.ErrNotExist):
		return true, os.MkdirAll(name, 0o777)
	case err != nil:
		return false, err
	case len(entries) > 0:
		return false, fmt.Errorf("%s is not empty: name a new folder, or check what is there with `nqueens check count %s`", name, name)
	}
	return false, nil
}

// removeCertificate removes one that did not come to its end.
func removeCertificate(folder string, made bool) error {
	var failed error
	for _, name := range []string{proof.ProblemFile, proof.FormulaFile, proof.SolutionsFile, proof.ProofFile} {
		failed = errors.Join(failed, os.RemoveAll(filepath.Join(folder, name))) // one that is not there is removed
	}
	if made {
		failed = errors.Join(failed, os.Remove(folder))
	}
	return failed
}

// proving is the request for a proof that a formula has no solution.
func proving(f *encode.CNF) (nqueens.Request, error) {
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text); err != nil {
		return nqueens.Request{}, err
	}
	problem, err := encode.ReadProblem(nqueens.Queens, proof.FormulaFile, &text)
	return nqueens.Request{Problem: problem, Task: nqueens.FindFirst, Threads: 1}, err
}

// prover is the named backend, nil without a name. One that cannot prove a small
// formula is refused before any work starts.
func (p *program) prover(name string) (proof.Prover, error) {
	if name == "" {
		return nil, nil
	}
	small := encode.NewCNF(1)
	small.Add(1)
	small.Add(-1)
	r, err := proving(small)
	if err != nil {
		return nil, err
	}
	var able []string
	for _, b := range p.backends {
		by, can := b.(backends.Prover)
		err := errors.New("it writes no proofs")
		if can {
			_, err = by.ProofEncoding(r)
		}
		switch named := b.Describe().Name; {
		case err != nil && named == name:
			return nil, fmt.Errorf("--prover %s: %w", name, err)
		case named == name:
			return proverBy(by), nil
		case err == nil:
			able = append(able, named)
		}
	}
	return nil, fmt.Errorf("--prover: no backend that proves formulas is called %q %s", name, nqueens.Suggest(name, able))
}

// proverBy has a backend prove formulas.
func proverBy(by backends.Prover) proof.Prover {
	return func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		r, err := proving(f)
		if err != nil {
			return err
		}
		switch o := by.Prove(ctx, r, out); {
		case o.Status == nqueens.Unsatisfiable:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case o.Status == nqueens.Solved:
			return &exit{status: failedCheck, err: fmt.Errorf("%s says that there is another solution", by.Describe().Name)}
		default:
			return unanswered(o)
		}
	}
}

package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/encode"
)

// The files of a certificate.
const (
	ProblemFile   = "problem.txt"   // the problem's name
	FormulaFile   = "formula.cnf"   // the problem as clauses, in DIMACS
	SolutionsFile = "solutions.txt" // every solution, a list of squares a line
	ProofFile     = "proof.drat"    // that the formula with the solutions blocked is unsatisfiable
)

// A Prover writes a DRAT proof, text or binary, that a formula is unsatisfiable.
// Nothing that it writes is believed. Refute is one; any SAT solver that writes
// proofs can be made one.
type Prover func(ctx context.Context, f *encode.CNF, proof io.Writer) error

// CountCertificate writes what VerifyCount needs to know to the folder, which it
// makes if it must: the number of solutions of a problem with its proof. The
// solutions come from anywhere; with nil the search of Refute finds them. The
// proof comes from the prover, or with nil from that search. The problem must have
// a board of at most 128 squares a side. The formula is written pairwise.
//
// It returns the number of solutions written. They are not checked here: a
// solution that is missing or wrong shows when the certificate is verified, and
// mostly when the prover fails.
func CountCertificate(ctx context.Context, folder string, p nqueens.Problem, solutions iter.Seq[nqueens.Solution], prove Prover) (int64, error) {
	f, err := fromRules(ctx, p)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	w := certificate{ctx: ctx, folder: folder, f: f}
	if err := w.write(ProblemFile, func(out io.Writer) error { _, err := fmt.Fprintln(out, p); return err }); err != nil {
		return 0, err
	}
	if err := w.write(FormulaFile, f.WriteDIMACS); err != nil {
		return 0, err
	}
	blocked, err := newBlocked(f)
	if err != nil {
		return 0, err
	}
	if solutions == nil && prove == nil { // one search for both
		err = w.write(ProofFile, func(out io.Writer) error { return w.search(blocked, out) })
		return blocked.solutions, err
	}
	err = w.write(SolutionsFile, func(out io.Writer) error {
		if solutions == nil {
			return w.find(blocked, out)
		}
		for s := range solutions {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := blocked.add(s); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(out, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return blocked.solutions, err
	}
	if prove == nil {
		prove = Refute
	}
	return blocked.solutions, w.write(ProofFile, func(out io.Writer) error { return prove(ctx, blocked.f, out) })
}

// certificate is one that is being written.
type certificate struct {
	ctx    context.Context
	folder string
	f      *encode.CNF
}

// write writes a file and reports what went wrong with its name.
func (w *certificate) write(name string, content func(io.Writer) error) error {
	path := filepath.Join(w.folder, name)
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	err = content(out)
	if err == nil {
		err = out.Flush()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// search writes the solutions while it writes the proof.
func (w *certificate) search(b *blocked, proof io.Writer) error {
	return w.write(SolutionsFile, func(out io.Writer) error { return w.enumerate(b, out, proof) })
}

// find writes the solutions alone.
func (w *certificate) find(b *blocked, out io.Writer) error {
	return w.enumerate(b, out, io.Discard)
}

func (w *certificate) enumerate(b *blocked, out, proof io.Writer) error {
	return enumerate(w.ctx, w.f, proof, func(model []bool) error {
		var s nqueens.Solution
		for i, square := range w.f.Squares {
			if model[i] {
				s = append(s, square)
			}
		}
		s.Sort()
		if err := b.add(s); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, s)
		return err
	})
}

package proof

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"nqueens"
	"nqueens/encode"
)

// CPOGFile is the file of a certificate that contains the models of a formula as a graph. The
// certificate's other file is FormulaFile.
const CPOGFile = "proof.cpog"

// ErrUndetermined is the error for a projected formula with models that differ only in variables that it is not projected on. A proof
// in the format CPOG is about the models over all variables, so that their number would not be the number of projected models.
var ErrUndetermined = errors.New("the variables that the formula is projected on do not determine the others")

// projects reports whether a formula has variables outside its projection.
func projects(f *encode.CNF) bool {
	return f.Projection != nil && len(slices.Compact(slices.Sorted(slices.Values(f.Projection)))) < f.Variables
}

// ModelsCertificate writes a certificate of the number of models of a formula, which VerifyModels checks, to the folder. The folder must be
// empty or not exist. The proof, in the format CPOG, comes from prove. If the formula is projected, narrow returns clauses
// that leave it fewer models with the same projections: see NarrowedFile. refute writes a proof that no two of these models agree on the projection;
// nil stands for Refute. prove is called with the formula, these clauses and no projection. After an error, everything written is
// removed.
func ModelsCertificate(ctx context.Context, folder string, f *encode.CNF, prove Prover, narrow func(context.Context, *encode.CNF) (clauses [][]int32, open []int32, err error), refute Prover) (err error) {
	c, err := newCertificate(folder)
	if err != nil {
		return err
	}
	defer func() { err = c.end(err) }()
	if err := c.write(FormulaFile, f.WriteDIMACS); err != nil {
		return err
	}
	if projects(f) {
		if refute == nil {
			refute = Refute
		}
		clauses, _, err := narrow(ctx, f)
		if err != nil {
			return err
		}
		if len(clauses) > 0 {
			g := copied(f)
			g.Projection, g.Weights = f.Projection, f.Weights
			for _, c := range clauses {
				g.Add(c...)
			}
			f = g
			if err := c.write(NarrowedFile, func(out io.Writer) error { return writeClauses(out, clauses) }); err != nil {
				return err
			}
		}
		if err := c.write(DeterminedFile+".gz", func(out io.Writer) error { return refute(ctx, undetermined(f), out) }); err != nil {
			return err
		}
		f = unprojected(f)
	}
	return c.write(CPOGFile, func(out io.Writer) error { return prove(ctx, f, out) })
}

// writeClauses writes clauses, one a line with a 0 at its end.
func writeClauses(out io.Writer, clauses [][]int32) error {
	var line []byte
	for _, c := range clauses {
		line = line[:0]
		for _, l := range c {
			line = append(strconv.AppendInt(line, int64(l), 10), ' ')
		}
		if _, err := out.Write(append(line, "0\n"...)); err != nil {
			return err
		}
	}
	return nil
}

// A ModelCount is a proved number of models of a formula, or the sum of their weights.
type ModelCount struct {
	Count    *nqueens.Count
	Weighted bool
	Shown    int // number of variables that the formula is projected on; 0 if it is not projected
	Proof    Models
}

// IsModels reports whether a folder has a certificate in the form that ModelsCertificate writes.
func IsModels(path string) bool { return folder{path: path}.has(CPOGFile) }

// VerifyModels checks a certificate in the form that ModelsCertificate writes; files may be gzipped. It checks that the graph of the proof has the models of the
// formula, and counts them in the graph. If the formula is projected, it checks that no two models agree on the projection. An error says in which file and where the check fails. An error of type Unreadable means
// that a file does not have its format.
func VerifyModels(ctx context.Context, path string) (ModelCount, error) {
	var out ModelCount
	var f *encode.CNF
	in := folder{ctx: ctx, path: path}
	err := in.open(FormulaFile, func(r io.Reader) (err error) {
		f, err = readFormula(r)
		return err
	})
	if err != nil {
		return out, err
	}
	if projects(f) {
		out.Shown = len(f.Projection)
		if in.has(NarrowedFile) {
			if err := in.open(NarrowedFile, func(r io.Reader) (err error) {
				f, err = narrowed(ctx, f, r)
				return err
			}); err != nil {
				return out, err
			}
		}
		if err := in.open(DeterminedFile, func(r io.Reader) error {
			_, err := Check(ctx, undetermined(f), r)
			return err
		}); err != nil {
			return out, err
		}
		f = unprojected(f)
	}
	err = in.open(CPOGFile, func(r io.Reader) (err error) {
		out.Proof, err = CheckCPOG(ctx, f, r)
		return err
	})
	if err == nil {
		out.Weighted = len(f.Weights) > 0
		out.Count = out.Proof.Count(f.Weights)
	}
	return out, err
}

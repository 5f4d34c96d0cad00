package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens"
	"nqueens/encode"
)

// CPOGFile is the file of a certificate that contains the models of a formula as a graph. The
// certificate's other file is FormulaFile.
const CPOGFile = "proof.cpog"

// ErrProjected is the error for a projected formula: a proof in the format CPOG is about the models over all variables.
var ErrProjected = errors.New("is projected, and a CPOG proof is about the models over all variables")

// projects reports whether a formula has variables outside its projection.
func projects(f *encode.CNF) bool {
	return f.Projection != nil && len(slices.Compact(slices.Sorted(slices.Values(f.Projection)))) < f.Variables
}

// ModelsCertificate writes a certificate of the number of models of a formula, which VerifyModels checks, to the folder. The folder must be
// empty or not exist. The proof, in the format CPOG, comes from the prover. After an error, everything written is removed.
func ModelsCertificate(ctx context.Context, folder string, f *encode.CNF, prove Prover) (err error) {
	if projects(f) {
		return ErrProjected
	}
	c, err := newCertificate(folder)
	if err != nil {
		return err
	}
	defer func() { err = c.end(err) }()
	if err := c.write(FormulaFile, f.WriteDIMACS); err != nil {
		return err
	}
	return c.write(CPOGFile, func(out io.Writer) error { return prove(ctx, f, out) })
}

// A ModelCount is a proved number of models of a formula, or the sum of their weights.
type ModelCount struct {
	Count    *nqueens.Count
	Weighted bool
	Proof    Models
}

// IsModels reports whether a folder has a certificate in the form that ModelsCertificate writes.
func IsModels(path string) bool { return folder{path: path}.has(CPOGFile) }

// VerifyModels checks a certificate in the form that ModelsCertificate writes; files may be gzipped. It checks that the graph of the proof has the models of the
// formula, and counts them in the graph. An error says in which file and where the check fails. An error of type Unreadable means
// that a file does not have its format.
func VerifyModels(ctx context.Context, path string) (ModelCount, error) {
	var out ModelCount
	var f *encode.CNF
	in := folder{ctx: ctx, path: path}
	err := in.open(FormulaFile, func(r io.Reader) (err error) {
		if f, err = readFormula(r); err == nil && projects(f) {
			err = &Unreadable{fmt.Errorf("the formula %w", ErrProjected)}
		}
		return err
	})
	if err != nil {
		return out, err
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

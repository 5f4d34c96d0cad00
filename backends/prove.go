package backends

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/suggest"
	"nqueens/proof"
)

// NoProof is the error of a prover whose backend found a solution or gave no answer.
type NoProof struct {
	Backend string
	Outcome nqueens.Outcome
}

func (e *NoProof) Error() string {
	if e.Outcome.Status == nqueens.Solved {
		return e.Backend + " found another solution"
	}
	return fmt.Sprintf("%s gave no proof: %s", e.Backend, e.Outcome.Status)
}

// FormulaProver returns the named backend of the list as a prover of formulas, for
// proof.CountCertificate. If name is "" it returns the backend that is likely to be the fastest. It
// returns an error if the backend cannot prove a small formula.
func FormulaProver(list []Backend, name string) (proof.Prover, error) {
	small := encode.NewCNF(1)
	small.Add(1)
	small.Add(-1)
	r, err := proving(small)
	if err != nil {
		return nil, err
	}
	var able []Backend
	for _, b := range list {
		switch err := provesClauses(b, r); {
		case err == nil:
			able = append(able, b)
		case b.Describe().Name == name:
			return nil, err
		}
	}
	var by Backend
	if name == "" {
		by, err = Fastest(able, r)
	} else {
		by, err = suggest.Named("backend that proves formulas", name, able, func(b Backend) string { return b.Describe().Name })
	}
	if err != nil {
		return nil, err
	}
	return proverBy(by.(Prover)), nil
}

// ErrNoProofs is the error for a backend that is no Prover.
var ErrNoProofs = errors.New("it writes no proofs")

// ProofEncoding returns the name of the encoding of the formula that the backend's proof for the
// request refutes. It returns ErrNoProofs for a backend that is no Prover.
func ProofEncoding(b Backend, r nqueens.Request) (string, error) {
	by, can := b.(Prover)
	if !can {
		return "", ErrNoProofs
	}
	return by.ProofEncoding(r)
}

// provesClauses returns an error that says why a backend writes no DRAT proof for the request, or
// nil.
func provesClauses(b Backend, r nqueens.Request) error {
	encoding, err := ProofEncoding(b, r)
	if err == nil && encoding == proof.PseudoBoolean {
		err = errors.New("its proofs are by cutting planes, not DRAT")
	}
	return err
}

// proving returns the request for a proof that a formula has no solution.
func proving(f *encode.CNF) (nqueens.Request, error) {
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text); err != nil {
		return nqueens.Request{}, err
	}
	problem, err := encode.ReadProblem(family.Queens, proof.FormulaFile, &text)
	return nqueens.Request{Problem: problem, Task: nqueens.FindFirst, Threads: 1}, err
}

// proverBy returns a prover of formulas that uses the backend.
func proverBy(by Prover) proof.Prover {
	return func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		r, err := proving(f)
		if err != nil {
			return err
		}
		if o := by.Prove(ctx, r, out); o.Status != nqueens.Unsatisfiable {
			return &NoProof{by.Describe().Name, o}
		}
		return nil
	}
}

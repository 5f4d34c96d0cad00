package backends

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/encode"
	"nqueens/proof"
)

// NoProof is the error of a prover whose backend gave another answer, or none.
type NoProof struct {
	Backend string
	Outcome nqueens.Outcome
}

func (e *NoProof) Error() string {
	if e.Outcome.Status == nqueens.Solved {
		return e.Backend + " says that there is another solution"
	}
	return fmt.Sprintf("%s gave no proof: %s", e.Backend, e.Outcome.Status)
}

// FormulaProver is the named backend of the list as a prover of formulas, for
// proof.CountCertificate. One that cannot prove a small formula is refused.
func FormulaProver(list []Backend, name string) (proof.Prover, error) {
	small := encode.NewCNF(1)
	small.Add(1)
	small.Add(-1)
	r, err := proving(small)
	if err != nil {
		return nil, err
	}
	var able []string
	for _, b := range list {
		by, can := b.(Prover)
		err := errors.New("it writes no proofs")
		if can {
			var encoding string
			if encoding, err = by.ProofEncoding(r); err == nil && encoding == proof.PseudoBoolean {
				err = errors.New("its proofs are by cutting planes, not DRAT")
			}
		}
		switch named := b.Describe().Name; {
		case err != nil && named == name:
			return nil, err
		case named == name:
			return proverBy(by), nil
		case err == nil:
			able = append(able, named)
		}
	}
	return nil, fmt.Errorf("no backend that proves formulas is called %q %s", name, nqueens.Suggest(name, able))
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

// proverBy has a backend prove formulas.
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

package backends_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/proof"
)

// TestFormulaProver checks that a backend proves that a certificate lists every solution, and
// reports a missing one.
func TestFormulaProver(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 6}
	prove, err := backends.FormulaProver(backends.All(), "gophersat")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if n, err := proof.CountCertificate(t.Context(), folder, p, nil, prove); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	if c, err := proof.VerifyCount(t.Context(), folder, family.All()); c.Solutions != 4 || err != nil {
		t.Error(c.Solutions, err)
	}
	if _, err := proof.CountCertificate(t.Context(), folder, p, nil, prove); !errors.Is(err, proof.ErrNotEmpty) {
		t.Errorf("a certificate into one that is there: %v", err)
	}
	none := func(func(nqueens.Solution) bool) {}
	_, err = proof.CountCertificate(t.Context(), t.TempDir(), p, none, prove)
	if without, ok := errors.AsType[*backends.NoProof](err); !ok || without.Outcome.Status != nqueens.Solved {
		t.Errorf("a certificate without solutions: %v", err)
	}
	for name, want := range map[string]string{"gini": "it writes no proofs", "gophersa": `no backend that proves formulas is called "gophersa"`} {
		if _, err := backends.FormulaProver(backends.All(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// preferred is a prover with the highest preference.
type preferred struct{ backends.Prover }

func (p preferred) Describe() nqueens.Description {
	d := p.Prover.Describe()
	d.Name = "preferred"
	return d
}
func (preferred) Preference(nqueens.Request) int { return 1 }

// TestDefaultFormulaProver checks that the default prover is the first one that can prove formulas,
// or one with a higher preference.
func TestDefaultFormulaProver(t *testing.T) {
	list := backends.All()
	gophersat, err := backends.Named(list, "gophersat")
	if err != nil {
		t.Fatal(err)
	}
	satisfiable := encode.NewCNF(1)
	satisfiable.Add(1)
	for want, list := range map[string][]backends.Backend{
		"gophersat": list,
		"preferred": append(slices.Clone(list), preferred{gophersat.(backends.Prover)}),
	} {
		prove, err := backends.FormulaProver(list, "")
		if err != nil {
			t.Fatal(err)
		}
		err = prove(t.Context(), satisfiable, io.Discard)
		if without, ok := errors.AsType[*backends.NoProof](err); !ok || without.Backend != want {
			t.Errorf("%v, want one of %s", err, want)
		}
	}
	if _, err := backends.FormulaProver(nil, ""); err == nil {
		t.Error("a prover of none")
	}
}

package backends_test

import (
	"errors"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/proof"
)

// TestFormulaProver: a backend proves that a certificate has every solution, and says so
// where it has not.
func TestFormulaProver(t *testing.T) {
	p := nqueens.Problem{Family: nqueens.Queens, N: 6}
	prove, err := backends.FormulaProver(backends.All(), "gophersat")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if n, err := proof.CountCertificate(t.Context(), folder, p, nil, prove); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	if c, err := proof.VerifyCount(t.Context(), folder); c.Solutions != 4 || err != nil {
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

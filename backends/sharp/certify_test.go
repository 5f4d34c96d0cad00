package sharp

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/proof"
)

// TestCertify checks proofs of small formulas of all kinds, and counts in their graphs.
func TestCertify(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 1000 {
		f := randomFormula(random, 11)
		f.Projection = nil
		c, err := New(f, Config{Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		want := nqueens.SumOf(bruteForce(f))
		if n, err := c.Certify(t.Context(), &out); err != nil || n.Cmp(want) != 0 {
			t.Fatalf("formula %d: %v, %v, not %v\n%s", i, n, err, want, text(f))
		}
		text := out.String()
		m, err := proof.CheckCPOG(t.Context(), f, &out)
		if err != nil {
			t.Fatalf("formula %d: %v\n%s", i, err, text)
		}
		if n := m.Count(nil); n.Cmp(want) != 0 {
			t.Fatalf("formula %d: its graph has %v models, not %v", i, n, want)
		}
	}
}

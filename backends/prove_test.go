package backends_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/internal/familytest"
	"nqueens/proof"
)

// TestProvers puts random problems of every family to every backend that proves,
// with one of its encodings each, and checks the proof where there is no solution.
func TestProvers(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	proved := map[string]int{}
	for i := range 60 {
		p := randomProblem(random, familytest.Permuting()[i%len(familytest.Permuting())], 3+i%5)
		p.Symmetric = nqueens.Identity
		solvable := true
		for _, b := range backends.All() {
			prover, can := b.(backends.Prover)
			if !can {
				continue
			}
			d := b.Describe()
			r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: append(d.Encodings, "")[random.IntN(max(1, len(d.Encodings)))]}
			name, err := prover.ProofEncoding(r)
			if err != nil {
				continue
			}
			if d.Name == "bitmask" { // which comes first
				solvable = b.Run(context.Background(), r, nil).Status == nqueens.Solved
			}
			var steps bytes.Buffer
			o := prover.Prove(context.Background(), r, &steps)
			if solvable {
				if o.Status != nqueens.Solved || p.Check(o.Solution) != nil {
					t.Errorf("%v, %s/%s: %+v", p, d.Name, r.Encoding, o)
				}
				continue
			}
			if o.Status != nqueens.Unsatisfiable {
				t.Errorf("%v, %s/%s: %+v", p, d.Name, r.Encoding, o)
				continue
			}
			if name == proof.PseudoBoolean {
				f, err := proof.PBOf(p)
				if err != nil {
					t.Fatal(err)
				}
				if result, err := proof.CheckPB(context.Background(), f, &steps); err != nil || !result.Verified {
					t.Errorf("%v, %s: %+v, %v", p, d.Name, result, err)
				}
				proved[d.Name]++
				continue
			}
			e, err := encode.EncodingNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := encode.FromProblem(p, e)
			if err != nil {
				t.Fatal(err)
			}
			if result, err := proof.Check(context.Background(), f, &steps); err != nil || !result.Verified {
				t.Errorf("%v, %s/%s: %+v, %v", p, d.Name, r.Encoding, result, err)
			}
			proved[d.Name]++
		}
	}
	if proved["bitmask"] < 10 || proved["gophersat"] < 10 || proved["linear"] < 10 {
		t.Errorf("proofs checked: %v: too few to tell", proved)
	}
	t.Log("proofs checked:", proved)
}

package backends_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
	"nqueens/internal/propagate"
	"nqueens/proof"
)

// TestProvers gives random problems of every family to every backend that writes proofs, with one
// of its encodings each, and checks the proof if there is no solution.
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
			if d.Name == "bitmask" { // bitmask comes first
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
			checkProof(t, p, d.Name, name, &steps)
			proved[d.Name]++
		}
	}
	if proved["bitmask"] < 10 || proved["gophersat"] < 10 || proved["linear"] < 10 {
		t.Errorf("proofs checked: %v: too few to tell", proved)
	}
	t.Log("proofs checked:", proved)
}

// checkProof checks a proof that a problem has no solution against the formula that the prover
// refers to: clauses of an encoding, or linear constraints.
func checkProof(t *testing.T, p nqueens.Problem, backend, encoding string, steps *bytes.Buffer) {
	t.Helper()
	var result proof.Result
	if encoding == proof.PseudoBoolean {
		f, err := proof.PBOf(p)
		if err != nil {
			t.Fatal(err)
		}
		if result, err = proof.CheckPB(t.Context(), f, steps); err != nil || !result.Verified {
			t.Errorf("%v, %s: %+v, %v", p, backend, result, err)
		}
		return
	}
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.FromProblem(p, e)
	if err != nil {
		t.Fatal(err)
	}
	if result, err = proof.Check(t.Context(), f, steps); err != nil || !result.Verified {
		t.Errorf("%v, %s/%s: %+v, %v", p, backend, encoding, result, err)
	}
}

// TestProofsWithoutMatchings gives every prover boards on which only matchings remove squares or
// refute the problem. The formulas of the proofs contain those squares, so that the proofs must not
// rely on their removal.
func TestProofsWithoutMatchings(t *testing.T) {
	random := rand.New(rand.NewPCG(43, 44))
	removed, refuted := 0, 0
	for removed < 10 || refuted < 5 {
		const n, crowd = 8, 4
		p := nqueens.Problem{Family: family.Queens, N: n}
		room := crowd - random.IntN(2) // the number of files that reach the lowest ranks
		for _, s := range p.Board().Squares() {
			if s.Rank < crowd && s.File >= room || s.Rank >= crowd && random.IntN(3) == 0 {
				p.Blocked = append(p.Blocked, s)
			}
		}
		all, err := propagate.Reduced(p)
		if err != nil {
			t.Fatal(err)
		}
		left, err := propagate.Filtered(p)
		if err != nil {
			t.Fatal(err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.FindFirst}
		if len(all.Placements) == 0 || len(left.Placements) >= len(all.Placements) ||
			room == crowd && bitmask.New().Run(t.Context(), r, nil).Status == nqueens.Solved {
			continue
		}
		if room < crowd {
			refuted++
		} else {
			removed++
		}
		for _, b := range backends.All() {
			prover, can := b.(backends.Prover)
			if !can {
				continue
			}
			encoding, err := prover.ProofEncoding(r)
			if err != nil {
				continue
			}
			var steps bytes.Buffer
			if o := prover.Prove(t.Context(), r, &steps); o.Status != nqueens.Unsatisfiable {
				t.Errorf("%v, %s: %+v", p, b.Describe().Name, o)
				continue
			}
			checkProof(t, p, b.Describe().Name, encoding, &steps)
		}
	}
}

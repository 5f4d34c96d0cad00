package bitmask

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
	"nqueens/proof"
)

func proved(t *testing.T, p nqueens.Problem) (nqueens.Outcome, []byte) {
	t.Helper()
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst}
	if e, err := New().ProofEncoding(r); (e == "pairwise") != (p.N <= MaxSize) || err != nil {
		t.Fatal(e, err)
	}
	var steps bytes.Buffer
	return New().Prove(t.Context(), r, &steps), steps.Bytes()
}

func formula(t *testing.T, p nqueens.Problem, encoding string) *encode.CNF {
	t.Helper()
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.FromProblem(p, e)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// checkProof checks a proof of the problem's formula in the encoding.
func checkProof(t *testing.T, p nqueens.Problem, encoding string, steps []byte) proof.Result {
	t.Helper()
	result, err := proof.Check(t.Context(), formula(t, p, encoding), bytes.NewReader(steps))
	if err != nil || result.Missing+result.RAT > 0 {
		t.Fatalf("%v, %s: %+v, %v", p, encoding, result, err)
	}
	return result
}

// TestProve checks on random boards of every family that the absence of solutions is reported and
// proved, under every encoding, exactly if brute force finds none.
func TestProve(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	proofs := 0
	for i := range 400 {
		family := familytest.Permuting()[i%len(familytest.Permuting())]
		n := 1 + r.IntN(9)
		p := nqueens.Problem{Family: family, N: n}
		square := func() nqueens.Square { return nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)} }
		for range r.IntN(3) {
			p.Given = append(p.Given, square())
		}
		for range r.IntN(2 * n) {
			p.Blocked = append(p.Blocked, square())
		}
		if r.IntN(3) == 0 {
			p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: r.IntN(2*n - 1)}, nqueens.Diagonal{Value: r.IntN(2*n-1) - n + 1})
		}
		want := New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		o, steps := proved(t, p)
		if o.Status != want.Status {
			t.Fatalf("%v: %+v, want %s", p, o, want.Status)
		}
		if o.Status == nqueens.Solved {
			if err := p.Check(o.Solution); err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			continue
		}
		for _, e := range encode.Encodings() {
			if result := checkProof(t, p, e.Name, steps); result.Additions > 2 {
				proofs++
			}
		}
	}
	if proofs < 100 {
		t.Errorf("%d proofs of more than two steps: too few to tell", proofs)
	}
}

// TestProveHarder checks the proof of a search of some thousand nodes, and that few clauses are
// live at any time.
func TestProveHarder(t *testing.T) {
	p := nqueens.Problem{Family: family.Torus, N: 10}
	o, steps := proved(t, p)
	result := checkProof(t, p, "pairwise", steps)
	if o.Status != nqueens.Unsatisfiable || result.Additions < 1000 || result.Deletions < result.Additions/2 {
		t.Errorf("%+v, %+v", o, result)
	}
	f := formula(t, p, "pairwise")
	if more := result.Clauses - f.NumClauses(); more > 100 {
		t.Errorf("%d clauses alive beside the formula's", more)
	}
	if _, err := proof.Check(t.Context(), f, bytes.NewReader(steps[:len(steps)/2])); err == nil {
		t.Error("half a proof is taken")
	}
}

// TestProveSplit checks the proof for a board that is split because its lines do not fit in a word:
// three ranks with two files between them.
func TestProveSplit(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 64}
	for file := 2; file < 64; file++ {
		for _, rank := range []int{0, 20, 40} {
			p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
		}
	}
	o, steps := proved(t, p)
	if o.Status != nqueens.Unsatisfiable || len(newBoard(p).parts()) != 64 {
		t.Fatalf("%+v", o)
	}
	if result := checkProof(t, p, "sequential", steps); result.Additions < 64 {
		t.Errorf("%+v", result)
	}
}

// TestProveLarge checks proofs for boards of more than 64 squares a side where the given pieces leave a small region
// free. It has boards with solutions, boards without, and boards whose given pieces attack each other.
func TestProveLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	n := 70
	full := New().Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 64}, Task: nqueens.FindFirst}, nil).Solution
	seen := map[nqueens.Status]int{}
	for i := range 12 {
		p := nqueens.Problem{Family: family.Queens, N: n}
		for _, k := range r.Perm(len(full))[:58] {
			p.Given = append(p.Given, nqueens.Square{File: full[k].Square.File + 3, Rank: full[k].Square.Rank + 3})
		}
		if i%4 == 3 {
			p.Given = append(p.Given, nqueens.Square{File: p.Given[0].File, Rank: 0})
		}
		want := New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		o, steps := proved(t, p)
		if o.Status != want.Status {
			t.Fatalf("%v: %+v, want %+v", p, o, want)
		}
		if seen[o.Status]++; o.Status == nqueens.Unsatisfiable {
			checkProof(t, p, "sequential", steps)
		} else if err := p.Check(o.Solution); err != nil {
			t.Error(err)
		}
	}
	t.Log(seen)
}

func TestProveStops(t *testing.T) {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Torus, N: 24}, Task: nqueens.FindFirst}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if o := New().Prove(ctx, r, io.Discard); o.Status != nqueens.Timeout {
		t.Errorf("%+v", o)
	}
	if o := New().Prove(t.Context(), r, full{}); o.Status != nqueens.Crashed || !strings.Contains(o.Reason, "no space") {
		t.Errorf("%+v", o)
	}
	r.Problem = r.Problem.SymmetricUnder(nqueens.HalfTurn)
	if o := New().Prove(t.Context(), r, io.Discard); o.Status != nqueens.Unsupported {
		t.Errorf("%+v", o)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

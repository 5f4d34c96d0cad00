package sat

import (
	"context"
	"errors"
	"github.com/crillab/gophersat/solver"
	"io"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/encode"
	"nqueens/proof"
)

// checked makes the backend write a proof and checks it against the formula of ProofEncoding.
func checked(t *testing.T, p nqueens.Problem, encoding string) (nqueens.Outcome, proof.Result) {
	t.Helper()
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: encoding}
	name, err := Gophersat().ProofEncoding(r)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	o := Gophersat().Prove(t.Context(), r, &text)
	if o.Status != nqueens.Unsatisfiable {
		return o, proof.Result{}
	}
	e, err := encode.EncodingNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.FromProblem(p, e)
	if err != nil {
		t.Fatal(err)
	}
	result, err := proof.Check(t.Context(), f, strings.NewReader(text.String()))
	if err != nil || !result.Verified || result.Deletions > 0 {
		t.Errorf("%v, %s: %+v, %v", p, encoding, result, err)
	}
	return o, result
}

func TestProve(t *testing.T) {
	for _, e := range encode.Encodings() {
		for _, text := range []string{"queens(3)", "torus(6)", "torus(8)", "queens(4, given=a1)", "queens(8, given=a1+b3, blocked=c5)", "queens(2, given=a1+b2)"} {
			if o, result := checked(t, parse(t, text), e.Name); o.Status != nqueens.Unsatisfiable || text == "torus(8)" && result.Additions < 5 {
				t.Errorf("%s, %s: %+v, %+v", text, e.Name, o, result)
			}
		}
		p := parse(t, "queens(8)")
		if o, _ := checked(t, p, e.Name); o.Status != nqueens.Solved || p.Check(o.Solution) != nil {
			t.Errorf("%s: %+v", e.Name, o)
		}
	}
}

// TestProveStops checks that the context or a full disk ends the search, and that the next search
// can start once this one has ended.
func TestProveStops(t *testing.T) {
	r := nqueens.Request{Problem: parse(t, "torus(10)"), Task: nqueens.FindFirst}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	start := time.Now()
	if o := Gophersat().Prove(ctx, r, io.Discard); o.Status != nqueens.Timeout || time.Since(start) > 2*time.Second {
		t.Errorf("%+v after %v", o, time.Since(start))
	}
	waitForTurn(t)
	if o := Gophersat().Prove(t.Context(), nqueens.Request{Problem: parse(t, "torus(8)"), Task: nqueens.FindFirst}, full{}); o.Status != nqueens.Crashed || !strings.Contains(o.Reason, "no space") {
		t.Errorf("%+v", o)
	}
	waitForTurn(t)
	if o := Gophersat().Prove(t.Context(), nqueens.Request{Problem: parse(t, "queens(2000)"), Task: nqueens.FindFirst, Encoding: "pairwise"}, io.Discard); o.Status != nqueens.Unsupported {
		t.Errorf("%+v", o)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestProveWithoutAnswer checks that only an explicit answer of gophersat makes a problem
// unsatisfiable.
func TestProveWithoutAnswer(t *testing.T) {
	for status, want := range map[solver.Status]nqueens.Status{solver.Sat: nqueens.Solved, solver.Unsat: nqueens.Unsatisfiable, solver.Indet: ""} {
		if got, err := statusOf(status); got != want || (err == nil) != (want != "") {
			t.Errorf("%v: %q, %v", status, got, err)
		}
	}
}

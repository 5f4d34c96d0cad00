package proof

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/crillab/gophersat/solver"

	"nqueens/encode"
)

// prove runs a prover on random formulas of three-literal clauses near and above the threshold. A
// proof must be verified for its formula and rejected for another, satisfiable one.
func prove(t *testing.T, prover Prover, formulas, most int, compare func(Result)) {
	r := rand.New(rand.NewPCG(11, 12))
	ctx := context.Background()
	proved := 0
	for range formulas {
		n := 8 + r.IntN(most-7)
		f := random3(r, n, 4*n+r.IntN(2*n))
		var proof strings.Builder
		err := prover(ctx, f, &proof)
		if err != nil {
			if n <= 16 && !satisfiable(f) {
				t.Fatalf("no proof for an unsatisfiable formula: %v", err)
			}
			continue
		}
		proved++
		result, err := Check(ctx, f, strings.NewReader(proof.String()))
		if err != nil || !result.Verified {
			t.Fatalf("%+v, %v", result, err)
		}
		compare(result)
		g := random3(r, n, 2*n)
		if n > 16 || !satisfiable(g) {
			continue
		}
		if result, err := Check(ctx, g, strings.NewReader(proof.String())); result.Verified || err == nil {
			t.Fatal("a proof of another formula is verified")
		}
	}
	if proved < formulas/5 {
		t.Errorf("%d proofs: too few to tell", proved)
	}
}

func TestRefute(t *testing.T) {
	prove(t, Refute, 200, 20, func(r Result) {
		if r.Missing+r.RAT > 0 || r.Format != Text {
			t.Errorf("%+v", r)
		}
	})
}

// TestWork compares the amount of work of a check with fixed numbers, because redundant work would
// change no result.
func TestWork(t *testing.T) {
	t.Parallel()
	f := random3(rand.New(rand.NewPCG(1, 2)), 150, 700)
	var proof strings.Builder
	if err := Refute(t.Context(), f, &proof); err != nil {
		t.Fatal(err)
	}
	got, err := Check(t.Context(), f, strings.NewReader(proof.String()))
	want := Result{Verified: true, Format: Text, Lines: 45399, Steps: 45399, Bytes: 1944292, Additions: 22704, Deletions: 22695, UnitDeletions: 1, Propagations: 738126, Clauses: 717}
	if err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	collected := 0
	c, err := load(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSteps(strings.NewReader(proof.String()))
	if err != nil {
		t.Fatal(err)
	}
	for before := 0; !c.refuted; {
		if err := errors.Join(s.next(), c.apply(t.Context(), s)); err != nil {
			t.Fatal(err)
		}
		if len(c.words) < before {
			collected++
		}
		before = len(c.words)
	}
	if collected == 0 {
		t.Error("the words of deleted clauses are kept")
	}
}

func TestCadical(t *testing.T) {
	t.Parallel()
	for format, binary := range map[Format]bool{Text: false, Binary: true} {
		prove(t, cadical(t, binary), 40, 60, func(r Result) {
			if r.Missing > 0 || r.Steps > 1 && r.Format != format {
				t.Errorf("%s: %+v", format, r)
			}
		})
	}
}

// TestCadicalLong compacts clauses in the middle of a long proof.
func TestCadicalLong(t *testing.T) {
	t.Parallel()
	f := random3(rand.New(rand.NewPCG(1, 1)), 180, 800)
	var proof strings.Builder
	if err := cadical(t, true)(context.Background(), f, &proof); err != nil {
		t.Fatal(err)
	}
	r, err := Check(context.Background(), f, strings.NewReader(proof.String()))
	if err != nil || r.Deletions < 3000 || r.Missing > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// gophersat's certificates have no deletions.
func TestGophersat(t *testing.T) {
	prover := func(_ context.Context, f *encode.CNF, out io.Writer) error {
		var clauses [][]int
		for c := range f.Clauses() {
			var clause []int
			for _, l := range c {
				clause = append(clause, int(l))
			}
			clauses = append(clauses, clause)
		}
		s := solver.New(solver.ParseSlice(clauses))
		s.Certified = true
		s.CertChan = make(chan string)
		status := make(chan solver.Status)
		go func() {
			answer := s.Solve()
			close(s.CertChan)
			status <- answer
		}()
		var lines strings.Builder
		for line := range s.CertChan {
			lines.WriteString(line + "\n")
		}
		if <-status == solver.Sat {
			return ErrSatisfiable
		}
		_, err := out.Write([]byte(lines.String()))
		return err
	}
	prove(t, prover, 80, 40, func(r Result) {
		if r.Deletions > 0 || r.RAT > 0 {
			t.Errorf("%+v", r)
		}
	})
}

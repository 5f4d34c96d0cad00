package proof

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAgreesWithDefinitions removes failing steps from random proofs, so that the rest remains, and
// compares the checker's result for each step with the definitions. Clauses are compacted from time
// to time.
func TestAgreesWithDefinitions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	verified, rat, units := 0, int64(0), int64(0)
	for round := range 3000 {
		f := random(r, 3+r.IntN(8), 3+r.IntN(22), 3+r.IntN(3))
		p := plain{}
		var kept []step
		c, err := load(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		for clause := range f.Clauses() {
			p.clauses = append(p.clauses, set(clause))
		}
		refuted := p.propagate()
		for _, s := range randomProof(r, f, 30) {
			if refuted != c.refuted {
				t.Fatalf("round %d: refuted %v, by definition %v, after\n%s", round, c.refuted, refuted, textOf(kept))
			}
			if refuted {
				break
			}
			if r.IntN(5) == 0 {
				c.collect()
			}
			in := &steps{deletes: s.deletes, literals: s.clause, format: Text}
			err := c.apply(ctx, in)
			if !s.deletes {
				if ok, _ := p.accepts(s.clause); ok != (err == nil) {
					t.Fatalf("round %d: %v accepted: %v, by definition %v, after\n%s", round, s.clause, err, ok, textOf(kept))
				}
			}
			if err != nil {
				continue
			}
			kept = append(kept, s)
			if s.deletes {
				if k := slices.IndexFunc(p.clauses, func(c []int32) bool { return slices.Equal(c, set(s.clause)) }); k >= 0 {
					p.clauses = slices.Delete(p.clauses, k, k+1)
				}
				continue
			}
			p.clauses = append(p.clauses, set(s.clause))
			refuted = p.propagate()
		}
		rat += c.RAT
		units += c.UnitDeletions
		if c.refuted {
			verified++
		}
		if c.refuted && satisfiable(f) {
			t.Fatalf("round %d: a satisfiable formula is refuted by\n%s", round, textOf(kept))
		}
		// The whole check of the remaining proof, in both formats.
		failed, want := (&plain{}).check(f, kept)
		for format, text := range map[Format]string{Text: textOf(kept), Binary: binaryOf(kept)} {
			got, err := Check(ctx, f, strings.NewReader(text))
			if got.Verified != (failed == 0) || got.Steps != want.Steps || got.RAT != want.RAT || got.Missing != want.Missing ||
				got.Additions != want.Additions || got.Deletions != want.Deletions {
				t.Fatalf("round %d, %s: %+v (%v), want %+v", round, format, got, err, want)
			}
			if len(kept) > 0 && got.Format != format {
				t.Fatalf("%q is taken for %s", text, got.Format)
			}
		}
	}
	if verified < 200 || rat < 200 || units < 50 {
		t.Errorf("%d proofs verified, %d RAT steps, %d unit deletions: too few to tell", verified, rat, units)
	}
}

// Accepted clauses preserve satisfiability for any proof: thousands of satisfiable formulas, none
// refuted.
func TestNeverRefutesTheSatisfiable(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var others []string
	tried, steps := 0, int64(0)
	for tried < 4000 {
		f := random(r, 3+r.IntN(7), 3+r.IntN(30), 4)
		if !satisfiable(f) {
			var b strings.Builder
			if err := Refute(context.Background(), f, &b); err != nil {
				t.Fatal(err)
			}
			others = append(others, b.String())
			continue
		}
		tried++
		text := textOf(randomProof(r, f, 20))
		switch r.IntN(3) {
		case 0:
			if len(others) > 0 {
				text = others[r.IntN(len(others))]
			}
		case 1:
			garbage := make([]byte, r.IntN(60))
			for i := range garbage {
				const bytes = "ad 0123-\n\x00\x02\x05\x07"
				garbage[i] = bytes[r.IntN(len(bytes))]
			}
			text = string(garbage)
		}
		result, err := Check(context.Background(), f, strings.NewReader(text))
		if result.Verified || err == nil {
			t.Fatalf("verified: %q", text)
		}
		steps += result.Steps
	}
	if steps < 1000 {
		t.Errorf("only %d steps were looked at", steps)
	}
}

// Every mutation of a valid proof has the result of the definitions.
func TestMutations(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	refused, harmless := 0, 0
	for range 60 {
		f := random3(r, 7, 55)
		var b strings.Builder
		if err := Refute(context.Background(), f, &b); err == ErrSatisfiable {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		valid := readSteps(t, b.String())
		for i := range valid {
			for _, mutant := range [][]step{
				slices.Delete(slices.Clone(valid), i, i+1),
				slices.Clone(valid[:i]),
				flipped(r, valid, i),
			} {
				failed, _ := (&plain{}).check(f, mutant)
				result, err := Check(context.Background(), f, strings.NewReader(textOf(mutant)))
				if result.Verified != (failed == 0) {
					t.Fatalf("%v %v, by definition step %d fails\n%s", result, err, failed, textOf(mutant))
				}
				if e, ok := err.(*Error); ok && e.Step != int64(failed) {
					t.Fatalf("step %d fails: %v, by definition step %d", e.Step, err, failed)
				}
				if result.Verified {
					harmless++
				} else {
					refused++
				}
			}
		}
	}
	if refused < 50 || harmless < 50 {
		t.Errorf("%d refused, %d harmless: too few to tell", refused, harmless)
	}
}

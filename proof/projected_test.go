package proof_test

import (
	"context"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/proof"
)

// errOpen is the error of the test's prover for a formula with a model.
var errOpen = errors.New("there is a model")

// certifyProjected writes the certificate of a projected count. It reports false if the projection does not determine the other
// variables.
func certifyProjected(t *testing.T, f *encode.CNF, folder string) (*nqueens.Count, bool) {
	t.Helper()
	var count *nqueens.Count
	err := proof.ModelsCertificate(t.Context(), folder, f, func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		c, err := sharp.New(f, sharp.Config{})
		if err == nil {
			count, err = c.Certify(ctx, out)
		}
		return err
	}, sharp.Narrow, func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		err := proof.Refute(ctx, f, out)
		if errors.Is(err, proof.ErrSatisfiable) {
			err = errors.Join(errOpen, err)
		}
		return err
	})
	if errors.Is(err, errOpen) {
		if _, missing := os.Stat(folder); !errors.Is(missing, os.ErrNotExist) {
			t.Fatal("a refused certificate stays")
		}
		return nil, false
	}
	if err != nil {
		t.Fatal(err, dimacs(f))
	}
	return count, true
}

// projectedCount returns the sum of the weights of the projected models, by trying all assignments.
func projectedCount(f *encode.CNF) *nqueens.Count {
	seen := map[int]bool{}
	sum := new(big.Rat)
assignments:
	for m := range 1 << f.Variables {
		for c := range f.Clauses() {
			if !slices.ContainsFunc(c, func(l int32) bool { return (m>>(max(l, -l)-1)&1 == 1) == (l > 0) }) {
				continue assignments
			}
		}
		key, weight := 0, big.NewRat(1, 1)
		for _, v := range f.Projection {
			bit := m & (1 << (v - 1))
			key |= bit
			if w, ok := f.Weights[v]; ok && bit != 0 {
				weight.Mul(weight, w.Chosen)
			} else if ok {
				weight.Mul(weight, w.NotChosen)
			}
		}
		if !seen[key] {
			sum.Add(sum, weight)
		}
		seen[key] = true
	}
	return nqueens.SumOf(sum)
}

// projectedFormula returns a random formula with a projection, and sometimes with weights.
func projectedFormula(random *rand.Rand) *encode.CNF {
	f := cpogFormula(random, 9, 3)
	f.Projection = []int32{}
	for v := int32(1); int(v) < f.Variables; v++ {
		if random.IntN(3) > 0 {
			f.Projection = append(f.Projection, v)
			if random.IntN(4) == 0 {
				if f.Weights == nil {
					f.Weights = map[int32]nqueens.Weight{}
				}
				f.Weights[v] = nqueens.Weight{Chosen: big.NewRat(int64(random.IntN(5)), 3), NotChosen: big.NewRat(1, int64(1+random.IntN(4)))}
			}
		}
	}
	return f
}

// TestProjectedCounts certifies random projected counts.
func TestProjectedCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	certified, narrow := 0, 0
	for range 100 {
		f := projectedFormula(random)
		folder := filepath.Join(t.TempDir(), "c")
		count, ok := certifyProjected(t, f, folder)
		if !ok {
			continue
		}
		certified++
		if _, err := os.Stat(filepath.Join(folder, proof.NarrowedFile)); err == nil {
			narrow++
		}
		want := projectedCount(f)
		got, err := proof.VerifyModels(t.Context(), folder)
		if err != nil || got.Count.Cmp(want) != 0 || count.Cmp(want) != 0 || got.Shown != len(f.Projection) || got.Weighted != (len(f.Weights) > 0) {
			t.Fatalf("%v, %+v, %v: should be %v\n%s", count, got, err, want, dimacs(f))
		}
	}
	if certified < 75 || narrow < 50 {
		t.Errorf("%d of 100 certified, %d with clauses that narrow them", certified, narrow)
	}
	t.Log(certified, narrow)
}

// TestDamagedProjection changes every line of the files of a certificate of a projected count, except those
// of the graph. Each change must be refused, or leave the count right.
func TestDamagedProjection(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	refused, right := 0, 0
	for done := 0; done < 4; {
		f := projectedFormula(random)
		folder := filepath.Join(t.TempDir(), "c")
		if _, ok := certifyProjected(t, f, folder); !ok {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, proof.NarrowedFile)); err != nil {
			continue
		}
		done++
		want := projectedCount(f)
		packed := filepath.Join(folder, proof.DeterminedFile+".gz")
		plain, err := gunzipped(packed)
		if err == nil {
			err = errors.Join(os.WriteFile(filepath.Join(folder, proof.DeterminedFile), plain, 0o666), os.Remove(packed))
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{proof.NarrowedFile, proof.DeterminedFile} {
			path := filepath.Join(folder, name)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			damages(string(whole), random, func(kind, damaged string) {
				if err := os.WriteFile(path, []byte(damaged), 0o666); err != nil {
					t.Fatal(err)
				}
				got, err := proof.VerifyModels(t.Context(), folder)
				switch {
				case err != nil:
					refused++
				case got.Count.Cmp(want) != 0:
					t.Fatalf("%s, %s: accepted with %v, not %v\n%s\n%s", name, kind, got.Count, want, dimacs(f), damaged)
				default:
					right++
				}
			})
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if refused < 50 {
		t.Errorf("%d refused, %d right all the same", refused, right)
	}
	t.Log(refused, right)
}

// TestWrongProjection checks that clauses that would change the projected models are refused, and so is a
// missing proof that the projection determines the other variables.
func TestWrongProjection(t *testing.T) {
	for name, c := range map[string]struct{ narrowed, says string }{
		"right":           {"-3 2 0\n", ""},
		"of a shown one":  {"1 0\n", "its first literal is one of the projection"},
		"shown one first": {"2 -3 0\n", "its first literal is one of the projection"},
		"not redundant":   {"-3 0\n", "nor is it RAT"},
		"a new variable":  {"4 0\n", "there is no such variable"},
		"a deletion":      {"d 1 2 0\n", "only additions belong here"},
		"nothing":         {"", "determined.drat"},
	} {
		f := encode.NewCNF(3)
		f.Projection = []int32{1, 2}
		f.Add(1, 2)
		f.Add(3, -2)
		f.Add(-3, 2, 1)
		folder := filepath.Join(t.TempDir(), "c")
		if _, ok := certifyProjected(t, f, folder); !ok {
			t.Fatal("not certified")
		}
		if err := os.WriteFile(filepath.Join(folder, proof.NarrowedFile), []byte(c.narrowed), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := proof.VerifyModels(t.Context(), folder)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, should be %q", name, err, c.says)
		}
	}
}

// TestUndetermined checks that the certificate of the number of all models is refused for a projection that
// does not determine the other variable.
func TestUndetermined(t *testing.T) {
	f := encode.NewCNF(2)
	f.Add(1, 2)
	all := *f
	f.Projection = []int32{1}
	folder := filepath.Join(t.TempDir(), "c")
	if _, ok := certifyProjected(t, f, folder); !ok {
		t.Fatal("not certified")
	}
	c, err := sharp.New(&all, sharp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var cpog strings.Builder
	if _, err := c.Certify(t.Context(), &cpog); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(folder, proof.NarrowedFile)), os.WriteFile(filepath.Join(folder, proof.CPOGFile), []byte(cpog.String()), 0o666)); err != nil {
		t.Fatal(err)
	}
	if got, err := proof.VerifyModels(t.Context(), folder); err == nil || !strings.Contains(err.Error(), proof.DeterminedFile) {
		t.Errorf("%v, %v: should refuse %s", got.Count, err, proof.DeterminedFile)
	}
}

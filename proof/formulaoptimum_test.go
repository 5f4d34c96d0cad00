package proof_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/cutting"
	"nqueens/encode"
	"nqueens/proof"
)

// certifyText writes the certificate of the best solution of a formula in a text. It finds the solution by trying
// all of up to 2^12.
func certifyText(t *testing.T, name, text, folder string) (p nqueens.Problem, best int, solved bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := encode.Reading{}.File(nqueens.Formulas, path)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var solution nqueens.Solution
	for mask := range 1 << p.N {
		var s nqueens.Solution
		for i, v := range p.Formula.Variables() {
			if mask>>i&1 == 1 {
				s = append(s, nqueens.Placement{Variable: v})
			}
		}
		if p.Check(s) != nil {
			continue
		}
		if value := p.Counted(s); !solved || p.Goal().Better(value, best) {
			solution, best, solved = s, value, true
		}
	}
	err = proof.FormulaOptimumCertificate(t.Context(), folder, p, func() (nqueens.Solution, bool, error) { return solution, solved, nil }, cutting.Optimum)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return p, best, solved
}

// formulaTexts have each format that can have an objective.
var formulaTexts = map[string]string{
	"new.wcnf":    "h 1 2 3 0\nh -1 -2 0\n3 -1 0\n4 -2 3 0\n2 -3 0\n5 1 -3 0\n",
	"old.wcnf":    "p wcnf 3 5 20\n20 1 2 3 0\n7 -1 0\n4 -2 0\n5 -3 0\n2 1 0\n",
	"half.wcnf":   "h 1 2 0\n0.5 -1 0\n1.25 -2 0\n",
	"none.wcnf":   "h 1 0\nh -1 2 0\nh -2 0\n3 1 0\n",
	"least.opb":   "min: 3 x1 +2 x2 +4 x3 -1 x4;\n+1 x1 +1 x2 +1 x3 >= 2;\n+2 x1 +3 x4 +1 x2 >= 3;\n",
	"most.opb":    "max: 3 x1 +2 x2 +4 x3 -1 x4;\n+3 x1 +3 x2 +2 x3 <= 5;\n",
	"product.opb": "min: 3 x1 x2 +2 ~x1 +2 ~x2;\n+1 x1 +1 x2 +1 x3 >= 1;\n",
	"empty.opb":   "min: 1 x1 +1 x2;\n+1 x1 -1 x2 >= 0;\n",
	"soft.wbo":    "soft: 12 ;\n[3] +1 x1 +1 x2 >= 2 ;\n[4] +1 x1 +1 x2 <= 1 ;\n[2] -1 x3 +2 x1 = 1;\n+1 x1 +1 x3 >= 1 ;\n",
	"most.lp":     "max\n 3 a + 2 b + 4 c\nst\n a + b + c <= 2\n 2 a + 3 c <= 4\nbinary\n a b c\nend\n",
}

// TestFormulaOptimum certifies the optimum of each format.
func TestFormulaOptimum(t *testing.T) {
	for name, text := range formulaTexts {
		folder := filepath.Join(t.TempDir(), "c")
		p, best, solved := certifyText(t, name, text, folder)
		o, err := proof.VerifyFormulaOptimum(t.Context(), folder)
		if err != nil || o.Solved != solved || o.Value != best || o.Problem.String() != p.String() || !o.Proof.Verified {
			t.Errorf("%s: %+v, %v: should be %d, %v", name, o, err, best, solved)
		}
		if solved && (p.Formula.Scale == nil) != (o.Cost == nil) {
			t.Errorf("%s: the cost is %v", name, o.Cost)
		}
	}
	if half, err := proof.VerifyFormulaOptimum(t.Context(), conditioned(t)); err != nil || half.Cost.String() != "5/4" {
		t.Errorf("with -1 given: %+v, %v", half.Cost, err)
	}
}

// conditioned returns a certificate of a formula with a literal that must be true.
func conditioned(t *testing.T) string {
	t.Helper()
	path, folder := filepath.Join(t.TempDir(), "half.wcnf"), filepath.Join(t.TempDir(), "c")
	if err := os.WriteFile(path, []byte(formulaTexts["half.wcnf"]), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := encode.Reading{}.File(nqueens.Formulas, path)
	if err == nil {
		p, err = p.Conditioned([]int{-1})
	}
	if err == nil {
		err = proof.FormulaOptimumCertificate(t.Context(), folder, p, func() (nqueens.Solution, bool, error) {
			return nqueens.Solution{{Variable: 2}}, true, nil
		}, cutting.Optimum)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestFormulaOptimumRefused checks the errors for formulas whose optimum cannot be certified.
func TestFormulaOptimumRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"a.cnf":  {"p cnf 1 1\n1 0\n", "has no objective"},
		"b.opb":  {"+1 x1 >= 1;\n", "has no objective"},
		"c.wcnf": {"h 1 2 0\n40000000000000000000000001 -1 0\n3000000000000000000000000000007 -2 0\n", "beyond 63 bits"},
	} {
		p, err := encode.ReadProblem(nqueens.Formulas, name, strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.CertifiesOptimum(p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, should be %q", name, err, c.says)
		}
	}
	// A solution that is not the best leaves no certificate.
	path, folder := filepath.Join(t.TempDir(), "new.wcnf"), filepath.Join(t.TempDir(), "c")
	if err := os.WriteFile(path, []byte(formulaTexts["new.wcnf"]), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := encode.Reading{}.File(nqueens.Formulas, path)
	if err != nil {
		t.Fatal(err)
	}
	err = proof.FormulaOptimumCertificate(t.Context(), folder, p, func() (nqueens.Solution, bool, error) {
		return nqueens.Solution{{Variable: 2}, {Variable: 3}}, true, nil
	}, cutting.Optimum)
	if _, missing := os.Stat(folder); !errors.Is(err, proof.ErrNotBest) || !errors.Is(missing, os.ErrNotExist) {
		t.Errorf("%v, %v", err, missing)
	}
}

// TestDamagedOptimum damages every line of every file of certificates in several ways. Each is refused, or still shows the same value.
func TestDamagedOptimum(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	refused, accepted := map[string]int{}, map[string]int{}
	for name, text := range formulaTexts {
		folder := filepath.Join(t.TempDir(), "c")
		_, best, solved := certifyText(t, name, text, folder)
		packed := filepath.Join(folder, proof.OptimumFile+".gz")
		plain, err := gunzipped(packed)
		if err == nil {
			err = errors.Join(os.WriteFile(filepath.Join(folder, proof.OptimumFile), plain, 0o666), os.Remove(packed))
		}
		if err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			path := filepath.Join(folder, entry.Name())
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			damages(string(whole), random, func(kind, damaged string) {
				if damaged == string(whole) {
					return
				}
				if err := os.WriteFile(path, []byte(damaged), 0o666); err != nil {
					t.Fatal(err)
				}
				// Only the name of the formula's file may change without an error.
				o, err := proof.VerifyFormulaOptimum(t.Context(), folder)
				switch {
				case err != nil:
					refused[kind]++
				case o.Solved != solved || o.Value != best:
					t.Fatalf("%s, %s, %s: accepted with %d\n%s", name, entry.Name(), kind, o.Value, damaged)
				case entry.Name() != proof.ProblemFile && entry.Name() != proof.OptimumFile && entry.Name() != proof.SolutionFile:
					t.Fatalf("%s, %s, %s: accepted\n%s", name, entry.Name(), kind, damaged)
				case entry.Name() == proof.OptimumFile && slices.Contains([]string{"left out", "cut off"}, kind):
					if line := strings.TrimPrefix(string(whole), damaged); len(damaged) < len(whole) && !harmless(string(whole), damaged) {
						t.Fatalf("%s, %s, %s: accepted without\n%s\n%s", name, entry.Name(), kind, line, damaged)
					}
					accepted[kind]++
				default:
					accepted[kind]++
				}
			})
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Log("refused", refused, "accepted", accepted)
	for _, kind := range damageKinds {
		if refused[kind] == 0 {
			t.Errorf("%s: never refused", kind)
		}
	}
}

// harmless reports whether only the line that counts the constraints is missing, which VeriPB leaves optional.
func harmless(whole, damaged string) bool {
	for line := range strings.Lines(whole) {
		if strings.HasPrefix(line, "f ") && strings.Replace(whole, line, "", 1) == damaged {
			return true
		}
	}
	return false
}

var damageKinds = []string{"left out", "twice", "cut off", "swapped", "sign", "another number", "large number", "no number", "a word less", "negated", "another word"}

// damages calls try with texts that differ in a line.
func damages(whole string, random *rand.Rand, try func(kind, damaged string)) {
	lines := slices.Collect(strings.Lines(whole))
	for i, line := range lines {
		with := func(kind string, middle ...string) {
			try(kind, strings.Join(slices.Concat(lines[:i], middle, lines[i+1:]), ""))
		}
		with("left out")
		with("twice", line, line)
		try("cut off", strings.Join(lines[:i], "")+line[:len(line)/2])
		if i > 0 {
			swapped := slices.Clone(lines)
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			try("swapped", strings.Join(swapped, ""))
		}
		words := strings.Fields(line)
		for k, word := range words {
			changed := func(kind, word string) {
				w := slices.Clone(words)
				w[k] = word
				with(kind, strings.Join(w, " ")+"\n")
			}
			bare := strings.TrimSuffix(word, ";")
			end := strings.TrimPrefix(word, bare)
			with("a word less", strings.Join(slices.Concat(words[:k], words[k+1:]), " ")+"\n")
			n, isNumber := new(big.Int).SetString(bare, 10)
			switch {
			case isNumber:
				changed("sign", new(big.Int).Neg(n).String()+end)
				changed("another number", fmt.Sprint(random.IntN(9))+end)
				changed("another number", new(big.Int).Add(n, big.NewInt(1)).String()+end)
				changed("large number", "99999999999999999999"+end)
				changed("no number", bare+"z"+end)
			case strings.HasPrefix(bare, "x"):
				changed("negated", "~"+word)
				changed("another number", fmt.Sprintf("x%d", 1+random.IntN(9))+end)
			case strings.HasPrefix(bare, "~"):
				changed("negated", word[1:])
			default:
				changed("another word", []string{"rup", "pol", "red", "soli", "solx", "del id", ">=", "INF", "UNSAT"}[random.IntN(9)]+end)
			}
		}
	}
}

func gunzipped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// TestOptimumStops checks that an ended context leaves no certificate.
func TestOptimumStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	f := encode.NewPB(3)
	f.Objective = []encode.PBTerm{{Coefficient: 1, Variable: 1}}
	if _, _, err := cutting.Optimum(ctx, f, nil, &out); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

package proof_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/proof"
)

// cpogFormula has clauses of neighbouring variables, some of them twice or with a literal and its negation.
func cpogFormula(random *rand.Rand, most, clauses int) *encode.CNF {
	n := 2 + random.IntN(most-1)
	f := encode.NewCNF(n)
	window := 2 + random.IntN(min(n-1, 8))
	for range random.IntN(clauses*n + 1) {
		first := random.IntN(n)
		c := make([]int32, 1+random.IntN(4))
		if random.IntN(4) > 0 {
			c = make([]int32, 3)
		}
		for i := range c {
			c[i] = int32(1+(first+random.IntN(window))%n) * int32(1-2*random.IntN(2))
		}
		f.Add(c...)
	}
	return f
}

// certified returns the proof of a formula and its count by the counter.
func certified(t *testing.T, f *encode.CNF) (cpog string, count *nqueens.Count) {
	t.Helper()
	c, err := sharp.New(f, sharp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if count, err = c.Certify(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, dimacs(f))
	}
	return out.String(), count
}

func dimacs(f *encode.CNF) string {
	var out strings.Builder
	f.WriteDIMACS(&out) //nolint:errcheck // it is a buffer
	return out.String()
}

// models counts by trying every assignment, or returns nil where these are too many.
func models(f *encode.CNF) *nqueens.Count {
	if f.Variables > 12 {
		return nil
	}
	sum := new(big.Rat)
assignments:
	for a := range 1 << f.Variables {
		holds := func(l int32) bool { return (a>>(max(l, -l)-1)&1 == 1) == (l > 0) }
	clauses:
		for c := range f.Clauses() {
			for _, l := range c {
				if holds(l) {
					continue clauses
				}
			}
			continue assignments
		}
		weight := big.NewRat(1, 1)
		for v, w := range f.Weights {
			if holds(v) {
				weight.Mul(weight, w.Chosen)
			} else {
				weight.Mul(weight, w.NotChosen)
			}
		}
		sum.Add(sum, weight)
	}
	return nqueens.SumOf(sum)
}

// TestCertifiedCounts checks proofs of random formulas, small ones against brute force. If cpog-check, the program of the
// format's authors, is installed, it checks them too.
func TestCertifiedCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	public, err := exec.LookPath("cpog-check")
	if err != nil {
		t.Log("cpog-check is not installed")
	}
	folder := t.TempDir()
	for i := range 600 {
		f := cpogFormula(random, 10, 3)
		if i%4 == 0 {
			f = cpogFormula(random, 50, 3)
		}
		cpog, counted := certified(t, f)
		m, err := proof.CheckCPOG(t.Context(), f, strings.NewReader(cpog))
		if err != nil {
			t.Fatalf("formula %d: %v\n%s\n%s", i, err, dimacs(f), cpog)
		}
		want := models(f)
		if want == nil {
			want = counted
		}
		if got := m.Count(nil); got.Cmp(want) != 0 {
			t.Fatalf("formula %d: %v, not %v\n%s", i, got, want, dimacs(f))
		}
		if public != "" {
			names := []string{filepath.Join(folder, "f.cnf"), filepath.Join(folder, "f.cpog")}
			for k, text := range []string{dimacs(f), cpog} {
				if err := os.WriteFile(names[k], []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out, err := exec.Command(public, names...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "Regular model count = "+want.String()+"\n") {
				t.Fatalf("formula %d: cpog-check: %v\n%s", i, err, out)
			}
		}
		f.Weights = map[int32]nqueens.Weight{}
		for v := range int32(f.Variables) {
			if random.IntN(3) > 0 {
				f.Weights[v+1] = nqueens.Weight{Chosen: big.NewRat(int64(random.IntN(9)-2), 1+random.Int64N(5)), NotChosen: big.NewRat(int64(random.IntN(9)-2), 1+random.Int64N(5))}
			}
		}
		if want := models(f); want != nil && m.Count(f.Weights).Cmp(want) != 0 {
			t.Fatalf("formula %d: weights add up to %v, not %v\n%s", i, m.Count(f.Weights), want, dimacs(f))
		}
	}
}

// threeSAT has random clauses of three of so many neighbouring variables.
func threeSAT(random *rand.Rand, variables, neighbours, clauses int) *encode.CNF {
	f := encode.NewCNF(variables)
	for range clauses {
		first := random.IntN(variables - neighbours + 1)
		var c []int32
		for _, v := range random.Perm(neighbours)[:3] {
			c = append(c, int32(first+v+1)*int32(1-2*random.IntN(2)))
		}
		f.Add(c...)
	}
	return f
}

// mixed has clauses of two and three neighbouring variables.
func mixed(random *rand.Rand) *encode.CNF {
	n := 20 + random.IntN(40)
	f := encode.NewCNF(n)
	neighbours := 5 + random.IntN(10)
	ratio := 1.5 + 2*random.Float64()
	for range int(ratio * float64(n)) {
		first := random.IntN(n - neighbours + 1)
		size := 2 + random.IntN(2)
		var c []int32
		for _, v := range random.Perm(neighbours)[:size] {
			c = append(c, int32(first+v+1)*int32(1-2*random.IntN(2)))
		}
		f.Add(c...)
	}
	return f
}

// TestCertifiedStructures checks proofs of formulas whose graphs share many nodes, or whose counts take much learning. The
// same proof is written again.
func TestCertifiedStructures(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	queens, err := encode.FromProblem(nqueens.Problem{Family: family.Queens, N: 8}, pairwise)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*encode.CNF{
		"neighbours":      threeSAT(random, 150, 10, 300),
		"many neighbours": threeSAT(random, 150, 10, 450),
		"random":          threeSAT(random, 70, 70, 280),
		"unsatisfiable":   threeSAT(random, 40, 40, 220),
		"queens":          queens,
		// A learnt clause of it implies literals of a shared part, where the compiler had decided them.
		"learnt": mixed(rand.New(rand.NewPCG(1658, 21))),
	} {
		cpog, want := certified(t, f)
		m, err := proof.CheckCPOG(t.Context(), f, strings.NewReader(cpog))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := m.Count(nil); got.Cmp(want) != 0 {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
		if again, _ := certified(t, f); again != cpog {
			t.Errorf("%s: another proof the second time", name)
		}
		t.Logf("%s: %v models, %d bytes", name, want, len(cpog))
	}
}

// TestCertifyStops checks the errors for a proof that needs more memory than allowed, and for a context that
// has ended.
func TestCertifyStops(t *testing.T) {
	f := threeSAT(rand.New(rand.NewPCG(15, 16)), 150, 10, 300)
	c, err := sharp.New(f, sharp.Config{Memory: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Certify(t.Context(), io.Discard); !errors.Is(err, sharp.ErrMemory) {
		t.Errorf("little memory: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Certify(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
	f.Projection = []int32{1}
	if c, err = sharp.New(f, sharp.Config{}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Certify(t.Context(), io.Discard); !errors.Is(err, sharp.ErrProjected) {
		t.Errorf("projected: %v", err)
	}
}

// TestDamagedCPOG changes each line of proofs, in every way below. A changed proof must be refused, or still
// prove the right count: some hints can be replaced by others.
func TestDamagedCPOG(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	refused := map[string]int{}
	for range 12 {
		f := cpogFormula(random, 9, 3)
		cpog, _ := certified(t, f)
		want := models(f)
		lines := slices.Collect(strings.Lines(cpog))
		try := func(kind string, mustFail bool, changed ...string) {
			t.Helper()
			text := strings.Join(changed, "")
			m, err := proof.CheckCPOG(t.Context(), f, strings.NewReader(text))
			switch wrong, ok := errors.AsType[*proof.Error](err); {
			case err != nil && (!ok || wrong.Line < 1 || wrong.Why == ""):
				t.Fatalf("%s: %v: no line is named", kind, err)
			case err != nil:
				refused[kind]++
			case mustFail:
				t.Fatalf("%s: accepted\n%s\n%s", kind, dimacs(f), text)
			case m.Count(nil).Cmp(want) != 0:
				t.Fatalf("%s: accepted with %v models, not %v\n%s\n%s", kind, m.Count(nil), want, dimacs(f), text)
			}
		}
		if _, err := proof.CheckCPOG(t.Context(), f, strings.NewReader(strings.Join(lines, ""))); err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			with := func(middle ...string) []string {
				return append(append(append([]string{}, lines[:i]...), middle...), lines[i+1:]...)
			}
			try("left out", true, with()...)
			try("twice", true, with(line, line)...)
			try("cut off", true, strings.Join(lines[:i], "")+line[:len(line)/2])
			words := strings.Fields(line)
			for k := range words {
				changed := func(word string) []string {
					w := append([]string{}, words...)
					w[k] = word
					return with(strings.Join(w, " ") + "\n")
				}
				if _, number := new(big.Int).SetString(words[k], 10); !number {
					for _, other := range []string{"a", "d", "p", "s", "r", "do", "x"} {
						if other != words[k] {
							try("another step", true, changed(other)...)
						}
					}
					continue
				}
				try("sign", false, changed(strings.TrimPrefix("-"+words[k], "--"))...)
				try("large number", true, changed("99999")...)
				try("no number", true, changed("1x")...)
				try("zero", false, changed("0")...)
				try("another number", false, changed([]string{"1", "2", "3", "-1", "14"}[random.IntN(5)])...)
				w := append(append([]string{}, words[:k]...), words[k+1:]...)
				try("a word less", false, with(strings.Join(w, " ")+"\n")...)
			}
			if i > 0 {
				swapped := append([]string{}, lines...)
				swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
				try("swapped", false, swapped...)
			}
		}
	}
	for _, kind := range []string{"left out", "twice", "cut off", "another step", "sign", "large number", "no number", "zero", "another number", "a word less", "swapped"} {
		if refused[kind] == 0 {
			t.Errorf("%s: never refused", kind)
		}
	}
	t.Log(refused)
}

// TestWrongCPOG checks that well-formed proofs of a wrong or no claim are refused.
func TestWrongCPOG(t *testing.T) {
	or := encode.NewCNF(2)
	or.Add(1, 2)
	for name, c := range map[string]struct {
		formula *encode.CNF
		proof   string
		says    string
	}{
		"too small":           {or, "2 p 3 1 2 0\n", "without a line that names the root"},
		"one side":            {or, "2 p 3 1 2 0\nr 3\nd 1 3 0\n", ""},
		"parts that overlap":  {or, "2 p 3 1 2 0\n5 p 4 3 -1 0\n", "two parts of the product 4 depend on variable 1"},
		"parts of a sum":      {or, "2 s 3 1 2 0\n", "exclude each other"},
		"by the formula":      {or, "2 s 3 -1 -2 1 0\n", "only clauses that define"},
		"definition deleted":  {or, "2 p 3 1 0\nd 2 0\n", "defines a variable"},
		"known variable":      {or, "2 p 2 1 0\n", "the next variable is 3"},
		"unknown variable":    {or, "2 p 3 4 0\n", "there is no such variable"},
		"own part":            {or, "2 p 3 3 0\n", "there is no such variable"},
		"not implied":         {or, "2 a 1 0 1 0\n", "does not follow"},
		"itself as a hint":    {or, "2 a 1 0 2 0\n", "there is no such clause"},
		"deleted twice":       {or, "2 p 3 -1 -2 0\n5 p 4 -3 0\n7 a 4 0 1 2 0\n", ""},
		"no proof":            {or, "", "root"},
		"something else":      {or, "%PDF\n", "is no step"},
		"root of the formula": {or, "r 1\nd 1 0\n", ""},
	} {
		_, err := proof.CheckCPOG(t.Context(), c.formula, strings.NewReader(c.proof))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, not %q", name, err, c.says)
		}
	}
}

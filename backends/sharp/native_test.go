package sharp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/bdd"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/family"
)

// randomConstraints returns a text of linear constraints: cardinality constraints and clauses in the format
// "p cnf+", or weighted sums in OPB.
func randomConstraints(random *rand.Rand, weighted bool) (name, text string) {
	variables, constraints := 3+random.IntN(8), 1+random.IntN(5)
	var b strings.Builder
	if weighted {
		fmt.Fprintf(&b, "* #variable= %d #constraint= %d\n", variables, constraints)
	} else {
		fmt.Fprintf(&b, "p cnf+ %d %d\n", variables, constraints)
	}
	for range constraints {
		length := 1 + random.IntN(variables)
		total := 0
		for _, v := range random.Perm(variables)[:length] {
			weight := 1 + random.IntN(9)
			total += weight
			if weighted {
				fmt.Fprintf(&b, "%+d x%d ", weight*(1-2*random.IntN(2)), v+1)
			} else {
				fmt.Fprintf(&b, "%d ", (v+1)*(1-2*random.IntN(2)))
			}
		}
		switch {
		case weighted:
			fmt.Fprintf(&b, "%s %d;\n", []string{">=", "="}[random.IntN(8)/7], random.IntN(total+1)-total/2)
		case random.IntN(3) == 0:
			b.WriteString("0\n")
		default:
			fmt.Fprintf(&b, "%s %d\n", []string{"<=", ">="}[random.IntN(2)], random.IntN(length+1))
		}
	}
	if weighted {
		return "f.opb", b.String()
	}
	return "f.cnf", b.String()
}

// TestNative compares the counter with sums to the counter with clauses, to an enumerator and to decision
// diagrams.
func TestNative(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	solved, sums := 0, int64(0)
	for i := range 600 {
		name, text := randomConstraints(random, i%2 == 1)
		p, err := encode.ReadProblem(family.Queens, name, strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Seed: uint64(i)}
		want := allsat.Backend{}.Run(t.Context(), r, nil)
		if want.Status != nqueens.Solved {
			t.Fatalf("allsat: %s: %s\n%s", want.Status, want.Reason, text)
		}
		for _, encoding := range []string{"", "native", "pairwise", "exact", "sequential"} {
			r.Encoding = encoding
			out := sharp.Backend{}.Run(t.Context(), r, nil)
			if out.Status != nqueens.Solved || out.Count.Cmp(want.Count) != 0 {
				t.Errorf("%q: %v, %s; want %v\n%s", encoding, out.Count, out.Reason, want.Count, text)
			}
			sums += out.Stats["sums"]
		}
		r.Encoding = ""
		if out := (bdd.Backend{}).Run(t.Context(), r, nil); out.Status == nqueens.Solved && out.Count.Cmp(want.Count) != 0 {
			t.Errorf("bdd: %v, not %v\n%s", out.Count, want.Count, text)
		}
		if want.Count.Cmp(nqueens.NewCount(0)) != 0 {
			solved++
		}
	}
	if solved < 200 || sums < 200 {
		t.Errorf("%d of the problems have solutions, and %d sums were kept", solved, sums)
	}
}

// TestKnapsack checks that a weighted sum is counted by few decisions and not one for each model.
func TestKnapsack(t *testing.T) {
	var text strings.Builder
	for v := range 40 {
		fmt.Fprintf(&text, "+%d x%d ", 1+v*v%17, v+1)
	}
	text.WriteString(">= 150;\n")
	p, err := encode.ReadProblem(family.Queens, "k.opb", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	out := sharp.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	ways := map[int]uint64{0: 1} // by weight
	for v := range 40 {
		next := map[int]uint64{}
		for weight, n := range ways {
			next[weight] += n
			next[weight+1+v*v%17] += n
		}
		ways = next
	}
	want := uint64(0)
	for weight, n := range ways {
		if weight >= 150 {
			want += n
		}
	}
	if out.Status != nqueens.Solved || out.Count.Cmp(nqueens.NewCount(want)) != 0 || out.Stats["decisions"] > 20_000 {
		t.Errorf("%v after %d decisions, want %d", out.Count, out.Stats["decisions"], want)
	}
}

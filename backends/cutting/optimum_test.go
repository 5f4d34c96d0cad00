package cutting_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens/backends/cutting"
	"nqueens/encode"
	"nqueens/proof"
)

// constraints returns random constraints with an objective.
func constraints(r *rand.Rand) *encode.PB {
	n := 2 + r.IntN(8)
	f := encode.NewPB(n)
	terms := func(most int) (list []encode.PBTerm) {
		for range 1 + r.IntN(most) {
			list = append(list, encode.PBTerm{Coefficient: int64(r.IntN(9) - 4), Variable: int32(1 + r.IntN(n))})
		}
		return list
	}
	for range r.IntN(2 * n) {
		f.Add(encode.PBConstraint{Terms: terms(5), Bound: int64(r.IntN(7) - 3), Equal: r.IntN(8) == 0})
	}
	f.Objective = terms(n)
	for v := range n {
		if r.IntN(4) > 0 {
			f.Preserved = append(f.Preserved, int32(v+1))
		}
	}
	return f
}

// brute returns the least value of the objective, whether there is a solution, and the number of solutions that differ in the
// preserved variables.
func brute(f *encode.PB) (least int64, any bool, n int64) {
	seen := map[int]bool{}
	sum := func(terms []encode.PBTerm, m int) (s int64) {
		for _, t := range terms {
			s += t.Coefficient * int64(m>>(t.Variable-1)&1)
		}
		return s
	}
assignments:
	for m := range 1 << f.Variables {
		for _, c := range f.Constraints() {
			if s := sum(c.Terms, m); s < c.Bound || c.Equal && s != c.Bound {
				continue assignments
			}
		}
		if v := sum(f.Objective, m); !any || v < least {
			least = v
		}
		any = true
		key := 0
		for _, v := range f.Preserved {
			key |= m & (1 << (v - 1))
		}
		seen[key] = true
	}
	return least, any, int64(len(seen))
}

// TestOptimum compares optima and counts of random constraints with brute force, and checks the proofs.
func TestOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		f := constraints(r)
		least, any, n := brute(f)
		var p bytes.Buffer
		var good []bool
		if r.IntN(2) == 0 {
			for range f.Variables {
				good = append(good, r.IntN(2) == 0)
			}
		}
		best, value, err := cutting.Optimum(t.Context(), f, good, &p)
		if err != nil || (best != nil) != any || any && value != least {
			t.Fatalf("%v, %v, %v: should be %v, %v\n%v", best, value, err, any, least, f.Constraints())
		}
		_, c, err := proof.ConcludePB(t.Context(), f, strings.NewReader(p.String()))
		if err != nil || c.Unsatisfiable == any || any && *c.Optimum != least {
			t.Fatalf("%+v, %v\n%v\n%s", c, err, f.Constraints(), &p)
		}
		p.Reset()
		if f.Preserved == nil {
			continue
		}
		found, err := cutting.Enumerate(t.Context(), f, &p, func([]bool) error { return nil })
		if err != nil || found != n {
			t.Fatalf("%d solutions, %v: should be %d", found, err, n)
		}
		_, c, err = proof.ConcludePB(t.Context(), f, strings.NewReader(p.String()))
		if err != nil || c.Solutions == nil || *c.Solutions != n {
			t.Fatalf("%+v, %v\n%v\n%s", c, err, f.Constraints(), &p)
		}
	}
}

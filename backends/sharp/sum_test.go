package sharp

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/encode"
)

// randomSums returns sums over the variables, about half of them cardinality constraints.
func randomSums(random *rand.Rand, variables int) (sums []nqueens.Sum) {
	for range 1 + random.IntN(4) {
		s := nqueens.Sum{Name: "a sum"}
		total, most := int64(0), int64(1+random.IntN(2)*random.IntN(6))
		for range 1 + random.IntN(min(8, variables)) {
			l := nqueens.Chosen(random.IntN(variables))
			if random.IntN(3) == 0 {
				l = -l
			}
			w := 1 + random.Int64N(most)
			s.Terms = append(s.Terms, nqueens.Term{Weight: w, Literal: l})
			total += w
		}
		s.Min = 1 + random.Int64N(total)
		sums = append(sums, s)
	}
	return sums
}

// satisfied reports whether an assignment, bit i for variable i+1, satisfies the sums.
func satisfied(sums []nqueens.Sum, assignment uint64) bool {
	for _, s := range sums {
		weight := int64(0)
		for _, t := range s.Terms {
			if (assignment>>t.Literal.Placement()&1 == 1) == t.Literal.Positive() {
				weight += t.Weight
			}
		}
		if weight < s.Min {
			return false
		}
	}
	return true
}

// withSums adds the sums to a formula as clauses: one for each assignment of a sum's variables that
// violates it.
func withSums(f *encode.CNF, sums []nqueens.Sum) *encode.CNF {
	g := encode.NewCNF(f.Variables)
	g.Projection, g.Weights = f.Projection, f.Weights
	for c := range f.Clauses() {
		g.Add(c...)
	}
	for _, s := range sums {
		scope := uint64(0)
		for _, t := range s.Terms {
			scope |= 1 << t.Literal.Placement()
		}
		for assignment := scope; ; assignment = (assignment - 1) & scope {
			if !satisfied([]nqueens.Sum{s}, assignment) {
				var c []int32
				for v := range f.Variables {
					if scope>>v&1 == 1 {
						c = append(c, int32(v+1)*int32(1-2*int(assignment>>v&1)))
					}
				}
				g.Add(c...)
			}
			if assignment == 0 {
				break
			}
		}
	}
	return g
}

// TestSums compares counts with sums with brute force, on formulas with and without projections and
// weights, with hashed and with exact keys, with much and little memory.
func TestSums(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 7))
	positive := 0
	for i := range 1500 {
		f := randomFormula(random, 12)
		sums := randomSums(random, f.Variables)
		whole := withSums(f, sums)
		want := nqueens.SumOf(bruteForce(whole))
		if want.Cmp(nqueens.NewCount(0)) != 0 {
			positive++
		}
		for _, config := range []Config{{Seed: uint64(i)}, {Seed: uint64(i), Exact: true}, {Seed: uint64(i), Memory: 1, forget: 2}} {
			c, err := NewWithSums(f, sums, config)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Count(t.Context())
			if err != nil || got.Cmp(want) != 0 {
				t.Fatalf("%d, %+v: %v, %v; want %v\n%s%v", i, config, got, err, want, text(f), sums)
			}
		}
	}
	if positive < 300 {
		t.Errorf("only %d formulas have models", positive)
	}
}

// TestLargeSums compares larger formulas with sums with the same formulas in clauses.
func TestLargeSums(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for i := range 150 {
		variables := 20 + random.IntN(30)
		f := threeSAT(random, variables, variables*(1+random.IntN(4))/2, 8+random.IntN(variables-8))
		var sums []nqueens.Sum
		for range 1 + random.IntN(6) {
			sums = append(sums, randomSums(random, variables)...)
		}
		want, _ := count(t, withSums(f, sums), Config{})
		for _, config := range []Config{{Seed: uint64(i)}, {Seed: uint64(i), Exact: true}, {Memory: 1 << 15, forget: 5}} {
			c, err := NewWithSums(f, sums, config)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := c.Count(t.Context()); err != nil || got.Cmp(want) != 0 {
				t.Fatalf("%d, %+v: %v, %v; want %v\n%s%v", i, config, got, err, want, text(f), sums)
			}
		}
	}
}

// TestOneLongSum checks that the number of components of a long sum grows with its length times its bound.
func TestOneLongSum(t *testing.T) {
	const n, k = 200, 90
	s := nqueens.Sum{Min: k}
	other := nqueens.Sum{Min: n - k}
	for i := range n {
		s.Terms = append(s.Terms, nqueens.Term{Weight: 1, Literal: nqueens.Chosen(i)})
		other.Terms = append(other.Terms, nqueens.Term{Weight: 1, Literal: nqueens.NotChosen(i)})
	}
	c, err := NewWithSums(encode.NewCNF(n), []nqueens.Sum{s, other}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Count(t.Context())
	want := nqueens.SumOf(new(big.Rat).SetInt(new(big.Int).Binomial(n, k)))
	if err != nil || got.Cmp(want) != 0 {
		t.Fatalf("%v, %v; want %v", got, err, want)
	}
	if d := c.Stats().Decisions; d > n*n {
		t.Errorf("%d decisions", d)
	}
}

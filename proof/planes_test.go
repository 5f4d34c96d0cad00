package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSum returns a random sum over some variables, with coefficients of both signs.
func randomSum(random *rand.Rand, c *planes) *sum {
	s := c.sum()
	for v := range len(c.values) {
		if random.IntN(4) > 0 {
			s.term(v, int64(1+random.IntN(6)), int64(1-2*random.IntN(2)))
		}
	}
	s.least(1, int64(random.IntN(25)-12))
	return s
}

// holding returns the assignments of the variables, as bit sets, for which a sum reaches its bound.
func holding(s *sum) (sets []int) {
	for set := range 1 << len(s.coefficients) {
		if reached(s, set) >= s.bound {
			sets = append(sets, set)
		}
	}
	return sets
}

func reached(s *sum, set int) (n int64) {
	for v, a := range s.coefficients {
		n += a * int64(set>>v&1)
	}
	return n
}

// TestSums compares each operation on a random sum with the definition of its rule, and compares
// the satisfying assignments before and after.
func TestSums(t *testing.T) {
	const variables = 5
	c := newPlanes(variables)
	random := rand.New(rand.NewPCG(20, 14))
	saturated, negative := 0, 0
	for range 2000 {
		s := randomSum(random, c)
		before, coefficients, bound, degree := holding(s), slices.Clone(s.coefficients), s.bound, s.degree()
		if want := degreeOf(coefficients, bound); degree != want {
			t.Fatalf("%v >= %d: degree %d, want %d", coefficients, bound, degree, want)
		}
		what := fmt.Sprintf("%v >= %d", coefficients, bound)
		again := func() *sum {
			s := c.sum()
			for v, a := range coefficients {
				s.term(v, a, 1)
			}
			s.least(1, bound)
			return s
		}

		// No coefficient exceeds the degree, smaller ones do not change, and neither do the degree
		// and the assignments.
		s.saturate()
		least := max(degree, 0)
		for v, a := range coefficients {
			want := a
			if size := max(a, -a); size > least {
				want = a / size * least
				saturated++
				if a < 0 && least > 0 {
					negative++
				}
			}
			if s.coefficients[v] != want {
				t.Errorf("%s saturated: %v", what, s.coefficients)
			}
		}
		if s.degree() != least || !slices.Equal(holding(s), before) {
			t.Errorf("%s saturated: %v >= %d", what, s.coefficients, s.bound)
		}
		c.release(s)

		// Coefficients and the degree are divided and rounded up: no assignment is lost.
		by := int64(1 + random.IntN(7))
		s = again()
		s.divide(by)
		up := func(n int64) int64 { return (n + by - 1) / by }
		for v, a := range coefficients {
			if size := up(max(a, -a)); s.coefficients[v] != size && s.coefficients[v] != -size || s.coefficients[v]*a < 0 {
				t.Errorf("%s divided by %d: %v", what, by, s.coefficients)
			}
		}
		if s.degree() != up(least) || !includes(holding(s), before) {
			t.Errorf("%s divided by %d: %v >= %d", what, by, s.coefficients, s.bound)
		}
		c.release(s)

		// A weakened sum holds if some value of the variable makes the sum hold.
		s, v := again(), random.IntN(variables)
		s.weaken(v)
		var some []int
		for set := range 1 << variables {
			if slices.Contains(before, set|1<<v) || slices.Contains(before, set&^(1<<v)) {
				some = append(some, set)
			}
		}
		if s.coefficients[v] != 0 || !slices.Equal(holding(s), some) {
			t.Errorf("%s without variable %d: %v >= %d", what, v, s.coefficients, s.bound)
		}
		c.release(s)

		// The negation holds where the sum does not.
		s = again()
		s.negate()
		if after := holding(s); len(after)+len(before) != 1<<variables || slices.ContainsFunc(after, func(set int) bool { return slices.Contains(before, set) }) {
			t.Errorf("%s negated: %v >= %d", what, s.coefficients, s.bound)
		}
		c.release(s)

		// A multiple holds for the same assignments, and the sum of two sums holds where both do.
		s, other := again(), randomSum(random, c)
		both, added := slices.Clone(other.coefficients), other.bound
		if !s.times(by) || !slices.Equal(holding(s), before) || !s.plus(other) || s.bound != by*bound+added {
			t.Errorf("%s times %d: %v >= %d", what, by, s.coefficients, s.bound)
		}
		for v := range variables {
			if s.coefficients[v] != by*coefficients[v]+both[v] {
				t.Errorf("%s times %d and %v: %v", what, by, both, s.coefficients)
			}
		}
		c.release(other)
		c.release(s)
	}
	if saturated < 1000 || negative < 300 {
		t.Errorf("%d coefficients saturated, %d negative ones: too few to tell", saturated, negative)
	}
}

// degreeOf returns the bound of a sum written with positive coefficients of literals.
func degreeOf(coefficients []int64, bound int64) int64 {
	for _, a := range coefficients {
		if a < 0 {
			bound -= a
		}
	}
	return bound
}

func includes(all, some []int) bool {
	return !slices.ContainsFunc(some, func(set int) bool { return !slices.Contains(all, set) })
}

// TestLargestSums checks that the size of a sum may reach largest and not exceed it.
func TestLargestSums(t *testing.T) {
	c := newPlanes(2)
	sized := func(n int64) *sum {
		s := c.sum()
		if !s.term(0, n, 1) {
			t.Fatalf("%d does not fit", n)
		}
		return s
	}
	for _, test := range []struct {
		what string
		fits func() bool
		want bool
	}{
		{"a term as large as can be", func() bool { return c.sum().term(0, largest, 1) }, true},
		{"a larger term", func() bool { return c.sum().term(0, largest+1, 1) }, false},
		{"a term of the least number", func() bool { return c.sum().term(0, -1<<63, 1) }, false},
		{"two terms", func() bool { return sized(largest/2).term(1, largest/2, -1) }, true},
		{"two terms, one too large", func() bool { return sized(largest/2).term(1, largest/2+1, -1) }, false},
		{"a bound", func() bool { return sized(largest-7).least(1, -7) }, true},
		{"a bound too large", func() bool { return sized(largest-7).least(1, -8) }, false},
		{"two sums", func() bool { return sized(largest - 7).plus(sized(7)) }, true},
		{"two sums too large", func() bool { return sized(largest - 7).plus(sized(8)) }, false},
		{"a multiple", func() bool { return sized(largest / 4).times(4) }, true},
		{"a multiple too large", func() bool { return sized(largest/4 + 1).times(4) }, false},
	} {
		if got := test.fits(); got != test.want {
			t.Errorf("%s: fits %v", test.what, got)
		}
	}
}

package sharp

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
)

// randomFormula returns clauses of up to five literals over few variables. Some are tautologies, empty, or
// have duplicate literals. Half of the formulas have a projection.
func randomFormula(random *rand.Rand, most int) *encode.CNF {
	n := 1 + random.IntN(most)
	f := encode.NewCNF(n)
	short := random.IntN(3)
	window := 2 + random.IntN(n) // the range of variables within a clause
	for range random.IntN(4*n + 1) {
		size := 3
		switch random.IntN(8) {
		case 0:
			size = 4 + random.IntN(2)
		case 1, 2, 3:
			size = 3 - short
		}
		if random.IntN(3000) == 0 {
			size = 0
		}
		clause := make([]int32, size)
		first := random.IntN(n)
		for i := range clause {
			clause[i] = int32(1 + (first+random.IntN(window))%n)
			if random.IntN(2) == 0 {
				clause[i] = -clause[i]
			}
		}
		f.Add(clause...)
		if random.IntN(20) == 0 {
			f.Add(clause...)
		}
	}
	if random.IntN(2) == 0 {
		f.Projection = []int32{}
		for v := range n {
			if random.IntN(2) == 0 {
				f.Projection = append(f.Projection, int32(v+1))
			}
		}
	}
	return f
}

// randomWeights returns weights for some of the projected variables. Some weights are 0 or negative.
func randomWeights(random *rand.Rand, f *encode.CNF) map[int32]nqueens.Weight {
	shown := f.Projection
	if shown == nil {
		for v := range f.Variables {
			shown = append(shown, int32(v+1))
		}
	}
	w := map[int32]nqueens.Weight{}
	draw := func() *big.Rat { return big.NewRat(int64(random.IntN(13)-3), int64(1+random.IntN(6))) }
	for _, v := range shown {
		if random.IntN(4) > 0 {
			w[v] = nqueens.Weight{Chosen: draw(), NotChosen: draw()}
		}
	}
	return w
}

// bruteForce returns the sum of the weights of the projected models. It tries every assignment.
func bruteForce(f *encode.CNF) *big.Rat {
	w := f.Weights
	shown := f.Projection
	if shown == nil {
		for v := range f.Variables {
			shown = append(shown, int32(v+1))
		}
	}
	met := map[string]bool{}
	sum := new(big.Rat)
assignments:
	for assignment := range uint64(1) << f.Variables {
		value := func(v int32) bool { return assignment>>(v-1)&1 == 1 }
	clauses:
		for clause := range f.Clauses() {
			for _, l := range clause {
				if value(max(l, -l)) == (l > 0) {
					continue clauses
				}
			}
			continue assignments
		}
		var model strings.Builder
		weight := big.NewRat(1, 1)
		for _, v := range shown {
			fmt.Fprint(&model, value(v))
			if x, ok := w[v]; ok && value(v) {
				weight.Mul(weight, x.Chosen)
			} else if ok {
				weight.Mul(weight, x.NotChosen)
			}
		}
		if !met[model.String()] {
			met[model.String()] = true
			sum.Add(sum, weight)
		}
	}
	return sum
}

// text formats a formula with its weights.
func text(f *encode.CNF) string {
	s := fmt.Sprintf("%d variables, projection %v, weights", f.Variables, f.Projection)
	for v, x := range f.Weights {
		s += fmt.Sprintf(" %d: %v %v", v, x.Chosen, x.NotChosen)
	}
	for clause := range f.Clauses() {
		s += "\n" + fmt.Sprint(clause)
	}
	return s
}

// TestAgainstBruteForce compares the counts and weighted counts of small formulas with brute force.
func TestAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var work Stats
	for i := range 3000 {
		f := randomFormula(random, 11)
		for range 2 {
			want := nqueens.SumOf(bruteForce(f))
			for _, config := range []Config{{}, {Exact: true, Seed: 1}, {Memory: 1, Seed: 2}} {
				c, err := New(f, config)
				if err != nil {
					t.Fatal(err)
				}
				sum, err := c.Count(t.Context())
				if err != nil || sum.Cmp(want) != 0 {
					t.Fatalf("formula %d, %+v: %v, %v; brute force finds %v\n%v", i, config, sum, err, want, text(f))
				}
				s := c.Stats()
				work.Conflicts += s.Conflicts
				work.Found += s.Found
				work.Learnt += s.Learnt
			}
			f.Weights = randomWeights(random, f)
		}
	}
	t.Logf("%+v", work)
}

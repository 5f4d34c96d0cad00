package ddnnf_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/ddnnf"
	"nqueens/encode"
	"nqueens/family"
)

// surprise returns by how many standard deviations a sum of squares is larger than a chi-square distribution's mean, by the
// approximation of Wilson and Hilferty.
func surprise(square float64, freedom int) float64 {
	f := 2 / (9 * float64(freedom))
	return (math.Cbrt(square/float64(freedom)) - (1 - f)) / math.Sqrt(f)
}

// expectShares draws from the graph and compares how often each model came with its share.
func expectShares(t *testing.T, g *ddnnf.Graph, weights map[int32]nqueens.Weight, share map[string]float64, name func([]bool) string) {
	t.Helper()
	s, err := ddnnf.NewSampler(g, weights, 11)
	if err != nil {
		t.Fatal(err)
	}
	draws := 200 * len(share)
	met := map[string]int{}
	for range draws {
		met[name(s.Draw())]++
	}
	square, freedom := 0.0, -1
	for model, n := range met {
		if share[model] == 0 {
			t.Fatalf("drew %s %d times, which has no share", model, n)
		}
	}
	for model, p := range share {
		if p > 0 {
			expected := p * float64(draws)
			difference := float64(met[model]) - expected
			square += difference * difference / expected
			freedom++
		}
	}
	if freedom > 0 {
		if z := surprise(square, freedom); z > 4 || z < -4 {
			t.Errorf("%d models: chi-square %.1f, %.1f standard deviations from its mean", freedom+1, square, z)
		}
	}
}

func TestQueensAreDrawnUniformly(t *testing.T) {
	for n := 6; n <= 8; n++ {
		problem := nqueens.Problem{Family: family.Queens, N: n}
		c, err := sharp.CompileProblem(t.Context(), nqueens.Request{Problem: problem, Task: nqueens.CountAll}, sharp.Config{})
		if err != nil {
			t.Fatal(err)
		}
		number := map[int]int{6: 4, 7: 40, 8: 92}[n]
		if count := c.Graph.Count(); count.Int64() != int64(number) {
			t.Fatalf("%v of %d queens", count, n)
		}
		name := func(model []bool) string {
			var s nqueens.Solution
			for v, chosen := range model {
				if chosen {
					s = append(s, c.Model.Placements[v-1])
				}
			}
			if err := problem.Check(s); err != nil {
				t.Fatalf("%v: %v", s, err)
			}
			return s.String()
		}
		share := map[string]float64{}
		s, err := ddnnf.NewSampler(c.Graph, nil, 5)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 * number { // the names of all, each of which came at least once
			share[name(s.Draw())] = 1 / float64(number)
		}
		if len(share) != number {
			t.Fatalf("%d different of %d solutions for %d queens", len(share), number, n)
		}
		expectShares(t, c.Graph, nil, share, name)
	}
}

// TestFormulasAreDrawnByShare draws models of random formulas: all equally, and by weights.
func TestFormulasAreDrawnByShare(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for tested := 0; tested < 10; {
		n := 5 + random.IntN(5)
		f := encode.NewCNF(n)
		for range n + random.IntN(n) {
			f.Add(literal(random, n), literal(random, n), literal(random, n))
		}
		if tested%2 == 1 {
			f.Projection = []int32{1, 2, int32(n)}
		}
		c, err := sharp.New(f, sharp.Config{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := c.Compile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if g.Root == ddnnf.False {
			continue
		}
		tested++
		name := func(model []bool) string {
			var b strings.Builder
			for _, v := range g.Shown() {
				fmt.Fprint(&b, v, model[v], " ")
			}
			return b.String()
		}
		weights := map[int32]nqueens.Weight{
			1: {Chosen: big.NewRat(3, 1), NotChosen: big.NewRat(1, 2)}, 2: {Chosen: big.NewRat(0, 1), NotChosen: big.NewRat(2, 1)},
			int32(n): {Chosen: big.NewRat(2, 1), NotChosen: big.NewRat(2, 1)},
		}
		for _, w := range []map[int32]nqueens.Weight{nil, weights} {
			share, sum := map[string]float64{}, 0.0
			for assignment := range 1 << n {
				model := make([]bool, n+1)
				weight := 1.0
				for v := 1; v <= n; v++ {
					model[v] = assignment>>(v-1)&1 == 1
					if x, ok := w[int32(v)]; ok {
						r := x.NotChosen
						if model[v] {
							r = x.Chosen
						}
						one, _ := r.Float64()
						weight *= one
					}
				}
				if _, met := share[name(model)]; !met && satisfies(f, model) {
					share[name(model)] = weight
					sum += weight
				}
			}
			if sum == 0 {
				continue
			}
			for model := range share {
				share[model] /= sum
			}
			expectShares(t, g, w, share, name)
			if w == nil && g.Count().Int64() != int64(len(share)) {
				t.Errorf("counts %v of %d models", g.Count(), len(share))
			}
		}
	}
}

func literal(random *rand.Rand, n int) int32 {
	return int32(1+random.IntN(n)) * int32(1-2*random.IntN(2))
}

func satisfies(f *encode.CNF, model []bool) bool {
clauses:
	for clause := range f.Clauses() {
		for _, l := range clause {
			if model[max(l, -l)] == (l > 0) {
				continue clauses
			}
		}
		return false
	}
	return true
}

// TestNothingToDraw checks the errors for graphs without a model, without one of positive weight, and for
// weights that are no probabilities.
func TestNothingToDraw(t *testing.T) {
	g := ddnnf.New(2, nil)
	if _, err := ddnnf.NewSampler(g, nil, 1); err != ddnnf.ErrNone {
		t.Errorf("False: %v", err)
	}
	g.Root = g.And([]int32{1}, nil)
	zero, one := new(big.Rat), big.NewRat(1, 1)
	if _, err := ddnnf.NewSampler(g, map[int32]nqueens.Weight{1: {Chosen: zero, NotChosen: one}}, 1); err != ddnnf.ErrNone {
		t.Errorf("weight 0: %v", err)
	}
	if _, err := ddnnf.NewSampler(g, map[int32]nqueens.Weight{2: {Chosen: zero, NotChosen: zero}}, 1); err != ddnnf.ErrNone {
		t.Errorf("a free variable without weight: %v", err)
	}
	negative := big.NewRat(-1, 1)
	if _, err := ddnnf.NewSampler(g, map[int32]nqueens.Weight{1: {Chosen: one, NotChosen: negative}}, 1); err == nil || err == ddnnf.ErrNone {
		t.Errorf("a negative weight: %v", err)
	}
}

// Example compiles a formula of three variables, counts its models and draws one.
func Example() {
	g := ddnnf.New(3, nil)
	// 1 or 2: variable 1 is true, or it is false and 2 is true.
	g.Root = g.Or(1, g.And([]int32{1}, nil), g.And([]int32{-1, 2}, nil))
	fmt.Println(g.Count(), "models")
	s, err := ddnnf.NewSampler(g, nil, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := s.Draw()
	fmt.Println("1 or 2:", model[1] || model[2])
	// Output:
	// 6 models
	// 1 or 2: true
}

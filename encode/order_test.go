package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
)

// The curve visits every square of a board once and steps only between neighbours.
func TestHilbertCurve(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 16, 32} {
		at := make([]nqueens.Square, n*n)
		for _, s := range nqueens.NByN(n).Squares() {
			at[alongHilbert(s)] = s
		}
		for i, s := range at[1:] {
			files, ranks := s.File-at[i].File, s.Rank-at[i].Rank
			if files*files+ranks*ranks != 1 {
				t.Fatalf("%d squares a side: %v comes after %v", n, s, at[i])
			}
		}
	}
}

func TestEncodingNames(t *testing.T) {
	for name, want := range map[string]string{
		"product":                   "<nil>",
		"product+totalizer":         "<nil>",
		"product@degree":            "<nil>",
		"totalizer+network@hilbert": "<nil>",
		"network+sequential":        "<nil>",
		"product+":                  `no cardinality encoding is called "" (there are sequential, totalizer, network)`,
		"product+pairwise":          `no cardinality encoding is called "pairwise" (there are sequential, totalizer, network)`,
		"product@hilbrt":            `no order of literals is called "hilbrt" (did you mean "hilbert"?)`,
		"product+sequential":        `the encoding "product+sequential" must be written "product"`,
		"totalizer+totalizer":       `the encoding "totalizer+totalizer" must be written "totalizer"`,
		"product@natural":           `the encoding "product@natural" must be written "product"`,
	} {
		e, err := EncodingNamed(name)
		if fmt.Sprint(err) != want || err == nil && e.Name != name {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	want := []string{"@hilbert", "@degree", "+totalizer", "+totalizer@hilbert", "+totalizer@degree", "+network", "+network@hilbert", "+network@degree"}
	if got := Refinements(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// With every counter and every order, the formula has the model's solutions and at most SizeOf
// clauses.
func TestRefinedEncodings(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for k := range 300 {
		m := randomModel(random)
		refinements := Refinements()
		e, err := EncodingNamed("product" + refinements[k%len(refinements)])
		if err != nil {
			t.Fatal(err)
		}
		f := FromModel(m, e)
		if size := e.SizeOf(m.Outline()); f.NumClauses() > size.Clauses {
			t.Errorf("%s: %d clauses, and at most %d were said", e.Name, f.NumClauses(), size.Clauses)
		}
		if got, want := projectedModels(f), subsets(m); !slices.Equal(got, want) {
			t.Fatalf("%s of %+v:\ngot  %v\nwant %v", e.Name, m, got, want)
		}
	}
}

// Refine keeps the counter in a name unless another is given.
func TestRefine(t *testing.T) {
	for _, c := range []struct{ name, cardinality, order, want string }{
		{"product", "", "", "product"}, {"product", "totalizer", "hilbert", "product+totalizer@hilbert"},
		{"product+totalizer", "", "", "product+totalizer"}, {"product+totalizer", "", "hilbert", "product+totalizer@hilbert"},
		{"product+totalizer", "totalizer", "", "product+totalizer"}, {"product+totalizer", "network", "", "product+network"},
		{"product+totalizer", "sequential", "", "product"}, {"network", "network", "", "network"},
	} {
		if got := Refine(c.name, c.cardinality, c.order); got != c.want {
			t.Errorf("%v: %s, want %s", c, got, c.want)
		}
	}
}

// TestPlaces checks that the order hilbert follows the curve from a1, and that the order degree starts with
// the squares that occur in the most lines and clauses.
func TestPlaces(t *testing.T) {
	m := &nqueens.Model{
		Lines:   []nqueens.Line{{Name: "all", Max: 1, Placements: []int{0, 1, 2, 3}}, {Name: "two", Max: 1, Placements: []int{1, 2}}},
		Clauses: []nqueens.Clause{{Name: "c", Literals: []nqueens.Literal{nqueens.NotChosen(2), nqueens.Chosen(0)}}},
	}
	for _, s := range nqueens.NByN(2).Squares() {
		m.Placements = append(m.Placements, nqueens.On(s.File, s.Rank))
	}
	for order, want := range map[string][]int{natural: nil, degree: {1, 2, 0, 3}, hilbert: {0, 1, 3, 2}} {
		if got := (Encoding{order: order}).places(m); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", order, got, want)
		}
	}
}

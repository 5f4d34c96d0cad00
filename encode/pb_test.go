package encode

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
)

// pbSolutions returns the solutions in the form of subsets, by exhaustive search over the first n
// variables; the others are 0.
func pbSolutions(p *PB, n int) []string {
	var out []string
next:
	for chosen := range uint64(1) << n {
		for _, c := range p.Constraints() {
			sum := int64(0)
			for _, t := range c.Terms {
				sum += t.Coefficient * int64(chosen>>(t.Variable-1)&1)
			}
			if sum < c.Bound || c.Equal && sum != c.Bound {
				continue next
			}
		}
		values := make([]byte, n)
		for i := range values {
			values[i] = '0' + byte(chosen>>i&1)
		}
		out = append(out, string(values))
	}
	slices.Sort(out)
	return out
}

func TestPBFromModelHasTheModelsSolutions(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		m := randomModel(random)
		if got, want := pbSolutions(PBFromModel(m), len(m.Placements)), subsets(m); !slices.Equal(got, want) {
			t.Fatalf("%+v:\ngot  %v\nwant %v", m, got, want)
		}
	}
}

func TestPBFromModel(t *testing.T) {
	m := &nqueens.Model{
		Placements: make([]nqueens.Placement, 3),
		Lines: []nqueens.Line{
			{Min: 1, Max: 1, Placements: []int{0, 1, 2}},
			{Min: 0, Max: 1, Placements: []int{0, 2}},
			{Min: 0, Max: 1, Placements: []int{1}},
			{Min: 1, Max: 2, Placements: []int{0, 1, 2}},
			{Min: 1, Max: 3, Placements: []int{0, 1, 2}},
			{Min: 1, Max: 2},
			{Min: 0, Max: 0},
		},
		Clauses: []nqueens.Clause{
			{Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.NotChosen(1), nqueens.NotChosen(2)}},
			{},
		},
	}
	p := PBFromModel(m)
	p.Squares = nil
	const want = `* #variable= 3 #constraint= 8
+1 x1 +1 x2 +1 x3 = 1 ;
-1 x1 -1 x3 >= -1 ;
+1 x1 +1 x2 +1 x3 >= 1 ;
-1 x1 -1 x2 -1 x3 >= -2 ;
+1 x1 +1 x2 +1 x3 >= 1 ;
+1 x1 >= 2 ;
+1 x1 -1 x2 -1 x3 >= -1 ;
+1 x1 >= 2 ;
`
	if got := opb(t, p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A model without placements has no variables, but a constraint that never holds needs one.
func TestPBFromEmptyModel(t *testing.T) {
	p := PBFromModel(&nqueens.Model{Lines: []nqueens.Line{{Min: 1, Max: 1}}})
	if got := opb(t, p); !strings.HasPrefix(got, "* #variable= 1 #constraint= 1\n+1 x1 >= 2 ;\n") {
		t.Errorf("got\n%s", got)
	}
	if got := opb(t, PBFromModel(&nqueens.Model{})); got != "* #variable= 0 #constraint= 0\n" {
		t.Errorf("got\n%s", got)
	}
}

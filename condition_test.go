package nqueens

import (
	"slices"
	"strings"
	"testing"
)

func TestConditioned(t *testing.T) {
	m := &Model{
		Placements:  []Placement{{Variable: 1}, {Variable: 3}, {Variable: 2}},
		Auxiliaries: 1,
		Clauses:     []Clause{{Literals: []Literal{Chosen(0), Chosen(1), Chosen(2)}}},
	}
	p := NewFormula(Formula{Name: "f.cnf", Digest: "0123", Format: "dimacs"}, m)
	literals, err := p.Formula.ParseLiterals("3, -2 3")
	if err != nil || !slices.Equal(literals, []int{3, -2, 3}) {
		t.Fatal(literals, err)
	}
	q, err := p.Conditioned(literals)
	if err != nil {
		t.Fatal(err)
	}
	const name = "formula(f.cnf, variables=2, given=-2+3, digest=0123)"
	if q.String() != name || len(m.Clauses) != 1 || p.Formula.Given != nil {
		t.Errorf("%v; the problem before has %v and %d clauses", q, p, len(m.Clauses))
	}
	for _, want := range []struct {
		solution Solution
		right    bool
	}{{Solution{{Variable: 3}}, true}, {Solution{{Variable: 1}}, false}, {Solution{{Variable: 1}, {Variable: 3}}, true}} {
		if err := q.Check(want.solution); (err == nil) != want.right {
			t.Errorf("%v: %v", want.solution, err)
		}
	}
	if again, err := q.Conditioned([]int{1}); err != nil || !slices.Equal(again.Formula.Given, []int{1, -2, 3}) {
		t.Errorf("%v, %v", again, err)
	}
	read, err := Catalogue{}.Parse(name)
	if err != nil || read.String() != name || !slices.Equal(read.Formula.Given, []int{-2, 3}) {
		t.Errorf("%v, %v", read, err)
	}
	const best = "formula(f.opb, variables=2, goal=fewest, given=1, digest=0123)"
	if read, err := (Catalogue{}).Parse(best); err != nil || read.String() != best {
		t.Errorf("%v, %v", read, err)
	}
	for literals, says := range map[string]string{"4": "variables 1 to 3", "0": "variables 1 to 3", "2,-2": "2 cannot be both", "-2,2": "2 cannot be both"} {
		list, err := p.Formula.ParseLiterals(literals)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Conditioned(list); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, not %q", literals, err, says)
		}
	}
	for _, wrong := range []string{"x", "1.5", "--", "a1"} {
		if _, err := p.Formula.ParseLiterals(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
	for _, wrong := range []string{"given=", "given=0", "given=x", "given=1+"} {
		if _, err := (Catalogue{}).Parse("formula(f, variables=1, " + wrong + ", digest=0)"); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
	named := Formula{Name: "f.opb", Names: []string{"red", "x7"}, Prefix: "x"}
	if literals, err := named.ParseLiterals("~x7,red"); err != nil || !slices.Equal(literals, []int{-2, 1}) {
		t.Errorf("names: %v, %v", literals, err)
	}
}

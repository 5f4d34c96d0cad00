package encode

import (
	"slices"
	"testing"

	"nqueens"
)

func TestCNF(t *testing.T) {
	f := NewCNF(2)
	clause := []int32{1, -2}
	f.Add(clause...)
	clause[0] = 7 // the formula has a copy
	f.Add()
	f.Add(-5)
	if v := f.NewVariable(); v != 6 {
		t.Errorf("after a clause with variable 5, the new variable is %d, want 6", v)
	}
	if got := append(f.Clause(0), 9); !slices.Equal(got, []int32{1, -2, 9}) {
		t.Errorf("Clause(0) and 9: %v", got)
	}
	want := [][]int32{{1, -2}, {}, {-5}}
	i := 0
	for clause := range f.Clauses() {
		if !slices.Equal(clause, want[i]) || !slices.Equal(f.Clause(i), want[i]) {
			t.Errorf("clause %d is %v and %v, want %v", i, clause, f.Clause(i), want[i])
		}
		i++
	}
	if i != 3 || f.NumClauses() != 3 || f.NumLiterals() != 3 {
		t.Errorf("%d clauses, NumClauses %d, NumLiterals %d, want 3 of each", i, f.NumClauses(), f.NumLiterals())
	}
}

func TestCNFEqual(t *testing.T) {
	formula := func(change func(f *CNF)) *CNF {
		f := NewCNF(3)
		f.Projection = []int32{1, 2}
		f.Squares = []nqueens.Square{{File: 0, Rank: 0}}
		f.Add(1, 2)
		f.Add(-3)
		change(f)
		return f
	}
	f := formula(func(*CNF) {})
	if !f.Equal(formula(func(*CNF) {})) {
		t.Error("a formula differs from its like")
	}
	none := formula(func(f *CNF) { f.Projection = []int32{} })
	for name, g := range map[string]*CNF{
		"variables":      formula(func(f *CNF) { f.Variables++ }),
		"projection":     formula(func(f *CNF) { f.Projection = []int32{1} }),
		"no projection":  formula(func(f *CNF) { f.Projection = nil }),
		"on none":        none,
		"squares":        formula(func(f *CNF) { f.Squares = nil }),
		"another clause": formula(func(f *CNF) { f.Add(1) }),
	} {
		if f.Equal(g) {
			t.Errorf("%s: equal, though it differs", name)
		}
	}
	if none.Equal(formula(func(f *CNF) { f.Projection = nil })) {
		t.Error("a projection on no variable equals one on all")
	}
	split := NewCNF(3)
	split.Add(1)
	split.Add(2, -3)
	joined := NewCNF(3)
	joined.Add(1, 2)
	joined.Add(-3)
	if split.Equal(joined) {
		t.Error("the same literals in other clauses are equal")
	}
}

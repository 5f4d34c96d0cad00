package nqueens_test

import (
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

func TestLineName(t *testing.T) {
	for _, c := range []struct {
		family     *nqueens.Family
		name, want string
	}{
		{family.Queens, "sum 5", "diagonal a6–f1"},
		{family.Queens, "sum 8", "diagonal d6–f4"},
		{family.Queens, "diff 0", "diagonal a1–f6"},
		{family.Queens, "diff -5", "diagonal a6"},
		{family.Queens, "rank 5", "rank 5"},
		{family.Torus, "sum 5", "diagonal a6–f1"},
		{family.Torus, "sum 2", "diagonal a3–c1 with d6–f4"},
		{family.Torus, "diff 4", "diagonal a3–d6 with e1–f2"},
		{family.LatinQueens, "4 on diff 1", "4 on diagonal b1–f5"},
		{family.Magic, "4 on sum 2 of true", "4 on diagonal g3–i1 with j6–l4"},
		{family.Magic, "4 on file a of true", "4 on file g"},
		{family.Magic, "4 on rank 2 of false", "4 on rank 2 of the left half"},
	} {
		if got := (nqueens.Problem{Family: c.family, N: 6}).LineName(c.name); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.family.Name, c.name, got, c.want)
		}
	}
}

// TestLineNames checks, for every family, that the ends in the name of a diagonal are the first and the last
// of its squares.
func TestLineNames(t *testing.T) {
	diagonals := 0
	for _, f := range family.All() {
		p := nqueens.Problem{Family: f, N: 4}
		if p.Validate() != nil {
			continue
		}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range m.Lines {
			name := p.LineName(l.Name)
			_, ends, is := strings.Cut(name, "diagonal ")
			if !is {
				if strings.Contains(name, "sum") || strings.Contains(name, "diff") || strings.Contains(name, " of true") {
					t.Errorf("%v: the line %q is called %q", p, l.Name, name)
				}
				continue
			}
			diagonals++
			var squares []nqueens.Square
			for _, i := range l.Placements {
				squares = append(squares, m.Placements[i].Square)
			}
			slices.SortFunc(squares, nqueens.Square.Compare)
			words := strings.FieldsFunc(ends, func(r rune) bool { return r == '–' || r == ' ' })
			if words[0] != squares[0].String() || words[len(words)-1] != squares[len(squares)-1].String() {
				t.Errorf("%v: the line %q with %v is called %q", p, l.Name, squares, name)
			}
		}
	}
	if diagonals < 100 {
		t.Errorf("only %d diagonals", diagonals)
	}
}

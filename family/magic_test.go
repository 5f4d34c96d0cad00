package family_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestMagicSquares checks that the squares of the formula are magic by the checker and by separate
// sums, that their numbers give the same solution again, and that their digits give queens on the
// torus.
func TestMagicSquares(t *testing.T) {
	for n := 1; n <= 35; n++ {
		p := nqueens.Problem{Family: family.Magic, N: n}
		s, err := family.Magic.Construct(p)
		if (err == nil) != (n%2 != 0 && n%3 != 0) {
			t.Errorf("%v: %v", p, err)
		}
		if err != nil {
			continue
		}
		if err := p.Check(s); err != nil {
			t.Errorf("%v: %v", p, err)
		}
		rows := family.Magic.Numbers(p, s)
		for k := range n {
			sum := 0
			for i := range n {
				sum += rows[i][(i+k)%n]
			}
			if sum != n*(n*n+1)/2 {
				t.Errorf("%v: the broken diagonal %d adds up to %d", p, k, sum)
			}
		}
		if again, err := family.Magic.FromNumbers(rows); err != nil || !slices.Equal(again, s) {
			t.Errorf("%v: read again as %v, %v", p, again, err)
		}
		for k := range n { // conversely, the numbers kn + 1 to kn + n are on squares of a solution, and so are those equal modulo n
			var high, low nqueens.Solution
			for i, row := range rows {
				for file, number := range row {
					if (number-1)/n == k {
						high = append(high, nqueens.On(file, n-1-i))
					}
					if (number-1)%n == k {
						low = append(low, nqueens.On(file, n-1-i))
					}
				}
			}
			for _, queens := range []nqueens.Solution{high, low} {
				queens.Sort()
				if err := (nqueens.Problem{Family: family.Torus, N: n}).Check(queens); err != nil {
					t.Errorf("%v, %d: %v", p, k, err)
				}
			}
		}
	}
}

// TestNotMagic checks the errors for squares that are not magic.
func TestNotMagic(t *testing.T) {
	p := nqueens.Problem{Family: family.Magic, N: 5}
	s, err := family.Magic.Construct(p)
	if err != nil {
		t.Fatal(err)
	}
	rows := family.Magic.Numbers(p, s)
	for want, spoil := range map[string]func([][]int){
		"":                    func([][]int) {},
		"a square of 1 to 25": func(rows [][]int) { rows[2][2] = 26 },
		"row 5 has 4 numbers": func(rows [][]int) { rows[4] = rows[4][:4] },
		"same digit":          func(rows [][]int) { rows[0][0], rows[1][0] = rows[1][0], rows[0][0] },
		"twice": func(rows [][]int) {
			for i, row := range rows {
				for j := range row {
					a := (rows[i][j] - 1) / 5
					rows[i][j] = a*5 + a + 1
				}
			}
		},
	} {
		var spoilt [][]int
		for _, row := range rows {
			spoilt = append(spoilt, slices.Clone(row))
		}
		spoil(spoilt)
		s, err := family.Magic.FromNumbers(spoilt)
		if err == nil {
			err = p.Check(s)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	if err := (nqueens.Problem{Family: family.Magic, N: 5, Pieces: nqueens.Exactly(3)}).Validate(); err == nil {
		t.Error("magic squares with three numbers make sense")
	}
}

// TestAmazons checks that a family is found by its other name and keeps its own.
func TestAmazons(t *testing.T) {
	if p := familytest.Parse(t, "amazons(10)"); p.Family != family.Superqueens || p.String() != "superqueens(10)" {
		t.Error(p)
	}
	if _, err := family.All().Named("amazon"); err == nil || err.Error() != `no family is called "amazon" (did you mean "amazons"?)` {
		t.Error(err)
	}
}

// TestDisjointQueensRefused checks valid and invalid sets of solutions.
func TestDisjointQueensRefused(t *testing.T) {
	p := nqueens.Problem{Family: family.DisjointQueens, N: 4}
	for text, right := range map[string]bool{
		"":                         true,
		"2@a2,2@b4,2@c1,2@d3":      true,
		"2@a2,2@b4,2@c1":           false,
		"3@a2,3@b4,3@c1,3@d3":      false,
		"2@b4,2@c1,2@d3,3@a3":      false,
		"2@a2,2@b3,2@c1,2@d4":      false,
		"5@a2,5@b4,5@c1,5@d3":      false,
		"2@a2,2@b4,2@c1,2@d3,3@a3": false,
	} {
		s, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(s); (err == nil) != right {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestMagicPairs checks that two squares that may have the same digit may not have the same pair of
// digits, and that the formula gives a solution without such a pair.
func TestMagicPairs(t *testing.T) {
	p := familytest.Parse(t, "magic(7)")
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	// On a torus of 7 each square attacks 24 of 48 others.
	if want := 49 * 24 / 2 * 49; len(m.Clauses) != want {
		t.Errorf("%d clauses, want %d", len(m.Clauses), want)
	}
	s, err := family.Magic.Construct(p)
	if err != nil || p.Check(s) != nil {
		t.Fatalf("%v, %v", err, p.Check(s))
	}
	chosen := map[nqueens.Placement]bool{}
	for _, at := range s {
		chosen[at] = true
	}
	if broken, ok := m.Holds(func(i int) bool { return chosen[m.Placements[i]] }); !ok {
		t.Errorf("%s does not hold", broken)
	}
	for _, c := range m.Clauses[:100] {
		with := map[int]bool{}
		for _, l := range c.Literals {
			with[l.Placement()] = true
		}
		if broken, ok := (&nqueens.Model{Placements: m.Placements, Clauses: []nqueens.Clause{c}}).Holds(func(i int) bool { return with[i] }); ok || !strings.HasPrefix(fmt.Sprint(broken), "pair ") {
			t.Errorf("%s holds of what it forbids: %v", c.Name, broken)
		}
	}
	if _, err := family.Magic.Construct(familytest.Parse(t, "magic(7, blocked=a1)")); err == nil {
		t.Error("there is no formula for what is not whole")
	}
}

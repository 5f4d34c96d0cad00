package nqueens

import (
	"slices"
	"strings"
	"testing"
)

// TestMagicSquares: the formula's squares are magic by the checker, and by these sums; from
// the numbers comes the same solution, and from its digits queens on the torus.
func TestMagicSquares(t *testing.T) {
	for n := 1; n <= len(latinDigits); n++ {
		p := Problem{Family: Magic, N: n}
		s, err := Magic.Construct(p)
		if (err == nil) != (n%2 != 0 && n%3 != 0) {
			t.Errorf("%v: %v", p, err)
		}
		if err != nil {
			continue
		}
		if err := p.Check(s); err != nil {
			t.Errorf("%v: %v", p, err)
		}
		rows := Magic.Numbers(p, s)
		for k := range n {
			sum := 0
			for i := range n {
				sum += rows[i][(i+k)%n]
			}
			if sum != n*(n*n+1)/2 {
				t.Errorf("%v: the broken diagonal %d adds up to %d", p, k, sum)
			}
		}
		if again, err := Magic.FromNumbers(rows); err != nil || !slices.Equal(again, s) {
			t.Errorf("%v: read again as %v, %v", p, again, err)
		}
		for k := range n { // back: kn + 1 to kn + n, and those equal modulo n
			var high, low Solution
			for i, row := range rows {
				for file, number := range row {
					if (number-1)/n == k {
						high = append(high, On(file, n-1-i))
					}
					if (number-1)%n == k {
						low = append(low, On(file, n-1-i))
					}
				}
			}
			for _, queens := range []Solution{high, low} {
				queens.Sort()
				if err := (Problem{Family: Torus, N: n}).Check(queens); err != nil {
					t.Errorf("%v, %d: %v", p, k, err)
				}
			}
		}
	}
}

// TestNotMagic: what is wrong with squares that are none.
func TestNotMagic(t *testing.T) {
	p := Problem{Family: Magic, N: 5}
	s, err := Magic.Construct(p)
	if err != nil {
		t.Fatal(err)
	}
	rows := Magic.Numbers(p, s)
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
		s, err := Magic.FromNumbers(spoilt)
		if err == nil {
			err = p.Check(s)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	if err := sums([][]int{{1, 2}, {3, 4}}); err == nil {
		t.Error("1 2, 3 4 is magic")
	}
	if err := (Problem{Family: Magic, N: 5, Pieces: Exactly(3)}).Validate(); err == nil {
		t.Error("magic squares with three numbers make sense")
	}
}

// TestAmazons: a family is found by its other name, and keeps its own.
func TestAmazons(t *testing.T) {
	if p := mustParse(t, "amazons(10)"); p.Family != Superqueens || p.String() != "superqueens(10)" {
		t.Error(p)
	}
	if _, err := FamilyNamed("amazon"); err == nil || err.Error() != `no family is called "amazon" (did you mean "amazons"?)` {
		t.Error(err)
	}
}

// TestDisjointQueensRefused: sets of solutions, and what are none.
func TestDisjointQueensRefused(t *testing.T) {
	p := Problem{Family: DisjointQueens, N: 4}
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
		s, err := ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(s); (err == nil) != right {
			t.Errorf("%s: %v", text, err)
		}
	}
}

package family_test

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/dlx"
	"nqueens/family"
)

// partitions returns the number of ways in which solutions of n queens fill the board.
func partitions(t *testing.T, n int) uint64 {
	t.Helper()
	var squares []string
	for _, s := range nqueens.NByN(n).Squares() {
		squares = append(squares, s.String())
	}
	cover, err := dlx.NewProblem(squares, nil)
	if err != nil {
		t.Fatal(err)
	}
	queens := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindAll}
	o := bitmask.Backend{}.Run(t.Context(), queens, func(s nqueens.Solution) bool {
		var names []string
		for _, square := range s.Squares() {
			names = append(names, square.String())
		}
		if err := cover.AddNamedOption(names...); err != nil {
			t.Error(err)
		}
		return true
	})
	if o.Status != nqueens.Solved && o.Status != nqueens.Unsatisfiable || t.Failed() {
		t.Fatal(o.Status, o.Reason)
	}
	count, err := cover.NewSearch(dlx.Config{}).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// TestLinearLatin checks that the formula fills the whole board if neither 2 nor 3 divides the
// side, and no other board.
func TestLinearLatin(t *testing.T) {
	for n := 1; n <= 35; n++ {
		p := nqueens.Problem{Family: family.LatinQueens, N: n}
		if p.Constructed() != (n%2 != 0 && n%3 != 0) {
			t.Errorf("%v: constructed %v", p, p.Constructed())
		}
		if !p.Constructed() {
			continue
		}
		s, err := p.Family.Construct(p)
		if err == nil {
			err = p.Check(s)
		}
		if err != nil || len(s) != n*n {
			t.Errorf("%v: %d digits, %v", p, len(s), err)
		}
	}
	for _, text := range []string{"latin-queens(5, extra=1)", "latin-queens(5, given=a1)", "latin-queens(5, pieces=3)", "torus(5)"} {
		p, err := family.All().Parse(text)
		if err != nil || p.Constructed() {
			t.Errorf("%s: constructed, %v", text, err)
		}
	}
}

// TestLatinPartitions computes the counts of Latin queens from the solutions of the n-queens
// problem.
func TestLatinPartitions(t *testing.T) {
	largest := 11
	if testing.Short() {
		largest = 8
	}
	for n := 1; n <= largest; n++ {
		known, ok := (nqueens.Problem{Family: family.LatinQueens, N: n}).Known()
		digits, _ := (nqueens.Problem{Family: family.Rooks, N: n}).Known() // n!
		ways := nqueens.NewCount(0)
		for range partitions(t, n) {
			ways = ways.Plus(digits.Count)
		}
		if !ok || known.Count.Cmp(ways) != 0 {
			t.Errorf("n = %d: %v, not %v", n, known.Count, ways)
		}
	}
}

// TestLatinQueens checks that every backend for the problem finds all solutions and no others.
func TestLatinQueens(t *testing.T) {
	for _, p := range []nqueens.Problem{
		{Family: family.LatinQueens, N: 1},
		{Family: family.LatinQueens, N: 4},
		{Family: family.LatinQueens, N: 5},
		{Family: family.LatinQueens, N: 5, Symmetric: nqueens.QuarterTurn},
		{Family: family.LatinQueens, N: 5, Given: []nqueens.Square{{File: 1, Rank: 2}}},
		{Family: family.LatinQueens, N: 3, Pieces: nqueens.Exactly(2)},
	} {
		var first *nqueens.Fingerprint
		engines := 0
		for _, b := range backends.All() {
			r := nqueens.Request{Problem: p, Task: nqueens.FindAll}
			if b.Supports(r) != nil || b.Describe().Caution != "" {
				continue
			}
			if _, ok := b.(backends.Process); ok && p.N == 5 && len(p.Given) == 0 {
				continue // most of the time of external programs is their start, so the smaller problems are enough
			}
			engines++
			var set nqueens.Fingerprint
			number := 0
			o := b.Run(t.Context(), r, func(s nqueens.Solution) bool {
				s.Sort()
				if err := p.Check(s); err != nil {
					t.Errorf("%v, %s: %v: %v", p, b.Describe().Name, s, err)
				}
				number++
				set.Add(s)
				return true
			})
			if known, ok := p.Known(); o.Status != nqueens.Solved || o.Count.String() != fmt.Sprint(number) || ok && o.Count.Cmp(known.Count) != 0 {
				t.Errorf("%v, %s: %s %s, %d", p, b.Describe().Name, o.Status, o.Reason, number)
			}
			if first == nil {
				first = &set
			} else if *first != set {
				t.Errorf("%v, %s finds other solutions", p, b.Describe().Name)
			}
		}
		if engines < 4 {
			t.Errorf("%v: %d engines", p, engines)
		}
	}
}

// TestLatinRefused checks the errors for invalid solutions and for problems that cannot be written.
func TestLatinRefused(t *testing.T) {
	p := nqueens.Problem{Family: family.LatinQueens, N: 5}
	const square = "a1,2@a2,3@a3,4@a4,5@a5,3@b1,4@b2,5@b3,b4,2@b5,5@c1,c2,2@c3,3@c4,4@c5,2@d1,3@d2,4@d3,5@d4,d5,4@e1,5@e2,e3,2@e4,3@e5"
	for text, want := range map[string]string{
		square:                                     "",
		strings.Replace(square, "a1,", "", 1):      "24 pieces stand on the board, not 25",
		strings.Replace(square, "3@e5", "e5", 1):   "a1 and e5 are the same digit on one line",
		strings.Replace(square, "4@e1", "2@e1", 1): "2@c3 and 2@e1 are the same digit on one line",
		strings.Replace(square, "4@e1", "6@e1", 1): "6@e1: the digits of a board of 5×5 squares are 1 to 5",
		strings.Replace(square, "4@e1", "0@e1", 1): "0@e1: no piece of the family latin-queens is a 0 (its pieces are 1, …, Z)",
	} {
		s, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := p.Check(s); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"latin-queens(5, given=6@a1)":          "given 6@a1: the digits of a board of 5 are 1 to 5",
		"latin-queens(5, extra=1, given=6@a1)": "",
		"disjoint-queens(5, given=Z@a1)":       "given Z@a1: the digits of a board of 5 are 1 to 5",
		"magic(5, given=6@a1)":                 "given 6@a1: the digits of a board of 5 are 1 to 5",
	} {
		if _, err := family.All().Parse(text); want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	p.N = 36
	if err := p.Validate(); err == nil || err.Error() != "latin-queens(36) needs 36 digits, but there are only 35: 1 to 9 and A to Z" {
		t.Error(err)
	}
	p.N = 35
	if _, err := p.Model(); err != nil {
		t.Error(err)
	}
}

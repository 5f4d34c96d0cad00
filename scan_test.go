package nqueens_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/construct"
	"nqueens/internal/familytest"
)

// solutions are some solutions of a board, if it has any.
func solutions(t *testing.T, p nqueens.Problem) []nqueens.Solution {
	t.Helper()
	var some []nqueens.Solution
	bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		some = append(some, s)
		return len(some) < 200
	})
	return some
}

// TestScanAgreesWithPairs compares a Scan, piece by piece, with testing all
// pairs: on random permutations, on solutions and on solutions with two ranks
// exchanged or one changed, with pieces given, squares blocked and diagonals
// excluded.
func TestScanAgreesWithPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 14))
	for _, family := range append(nqueens.Families(), familytest.KingRooks, familytest.Semiqueens) {
		sound, unsound := 0, 0
		for n := 1; n <= 13; n++ {
			some := solutions(t, nqueens.Problem{Family: family, N: n})
			for range 400 {
				s := randomPermutation(random, n)
				if len(some) > 0 && random.IntN(4) > 0 {
					s = slices.Clone(some[random.IntN(len(some))])
				}
				switch i, j := random.IntN(n), random.IntN(n); random.IntN(4) {
				case 0:
					s[i].Rank, s[j].Rank = s[j].Rank, s[i].Rank
				case 1:
					s[i].Rank = random.IntN(n+2) - 1
				}
				p := laidDownNear(random, family, s, n)
				if agrees(t, p, s) {
					sound++
				} else {
					unsound++
				}
			}
		}
		if sound < 100 || unsound < 100 {
			t.Errorf("%s: %d solutions, %d others", family.Name, sound, unsound)
		}
	}
}

func randomPermutation(random *rand.Rand, n int) nqueens.Solution {
	s := make(nqueens.Solution, n)
	for file, rank := range random.Perm(n) {
		s[file] = nqueens.Square{File: file, Rank: rank}
	}
	return s
}

// laidDownNear is a problem that s, if its pieces do not attack each other,
// solves more often than not.
func laidDownNear(random *rand.Rand, family *nqueens.Family, s nqueens.Solution, n int) nqueens.Problem {
	p := nqueens.Problem{Family: family, N: n}
	for random.IntN(2) == 0 {
		if g := s[random.IntN(n)]; g.Rank >= 0 && g.Rank < n {
			p.Given = append(p.Given, g)
		}
	}
	for random.IntN(4) == 0 {
		p.Blocked = append(p.Blocked, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)})
	}
	if random.IntN(8) == 0 {
		p.Given = append(p.Given, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)})
	}
	for random.IntN(4) == 0 {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: random.IntN(2*n - 1)}, nqueens.Diagonal{Value: random.IntN(2*n-1) - n + 1})
	}
	return p
}

// agrees reports whether s solves p, having compared the Scan with the rules.
func agrees(t *testing.T, p nqueens.Problem, s nqueens.Solution) bool {
	t.Helper()
	scan, err := p.Scan()
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range s {
		fits := a.Rank >= 0 && a.Rank < p.N && !slices.Contains(p.Blocked, a) &&
			!slices.ContainsFunc(p.Excluded, func(d nqueens.Diagonal) bool { return d.Contains(a) }) &&
			!slices.ContainsFunc(s[:i], func(b nqueens.Square) bool { return p.Family.Attacks(p.N, b, a) })
		if err := scan.Next(a.Rank); (err == nil) != fits {
			t.Fatalf("%v, %v, at %v: %v", p, s, a, err)
		} else if err != nil {
			return false
		}
	}
	met := !slices.ContainsFunc(p.Given, func(g nqueens.Square) bool { return !slices.Contains(s, g) })
	if err := scan.End(); (err == nil) != met {
		t.Fatalf("%v, %v, at the end: %v", p, s, err)
	}
	return met
}

func TestScanErrors(t *testing.T) {
	for _, test := range []struct {
		problem string
		ranks   []int // from 0
		want    string
	}{
		{"queens(4)", []int{1, 3, 0, 2}, ""},
		{"queens(4)", []int{1, 3, 1}, "c2 is attacked by an earlier piece on rank 2"},
		{"queens(4)", []int{1, 0}, "b1 is attacked by an earlier piece on the diagonal sum:1"},
		{"queens(4)", []int{1, 2}, "b3 is attacked by an earlier piece on the diagonal diff:-1"},
		{"torus(4)", []int{1, 3, 0}, "c1 is attacked by an earlier piece on the diagonal diff:2"},
		{"torus(5)", []int{0, 2, 3}, "c4 is attacked by an earlier piece on the diagonal sum:5"},
		{"rooks(3)", []int{0, 1, 1}, "c2 is attacked by an earlier piece on rank 2"},
		{"superqueens(9)", []int{1, 3}, "b4 is attacked by an earlier piece on a knight's leap"},
		{"superqueens(9)", []int{1, 6, 0}, "c1 is attacked by an earlier piece on a knight's leap"},
		{"queens(4)", []int{4}, "rank 5 in file 1 is off the board (1 to 4)"},
		{"queens(4)", []int{-1}, "rank 0 in file 1 is off the board (1 to 4)"},
		{"queens(4)", []int{1, 3, 0, 2, 2}, "more than 4 pieces stand on the board"},
		{"queens(4)", []int{1, 3, 0}, "3 pieces stand on the board, not 4"},
		{"queens(4, blocked=b4)", []int{1, 3}, "b4 is blocked"},
		{"queens(4, excluded=sum:4)", []int{1, 3}, "b4 is on the excluded diagonal sum:4"},
		{"queens(4, given=d4+c4)", []int{1, 3, 0, 2}, "no piece stands on the given square c4"},
	} {
		scan, err := parsed(t, test.problem).Scan()
		for _, rank := range test.ranks {
			if err == nil {
				err = scan.Next(rank)
			}
		}
		if err == nil {
			err = scan.End()
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want || err != nil && !isViolation(err) {
			t.Errorf("%s, %v: %q, want %q", test.problem, test.ranks, got, test.want)
		}
	}
	if _, err := parsed(t, "queens(8, symmetric=half-turn)").Scan(); err == nil {
		t.Error("a symmetry is not refused")
	}
	if _, err := (nqueens.Problem{N: 8}).Scan(); err == nil {
		t.Error("no family is not refused")
	}
}

// TestCheckOfManyQueens exchanges two of half a million, and has all of them
// given: testing all pairs would take minutes.
func TestCheckOfManyQueens(t *testing.T) {
	p := parsed(t, "queens(500000)")
	s := construct.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil).Solution
	if err := p.Check(s); err != nil {
		t.Fatal(err)
	}
	completed := p
	completed.Given = slices.Clone(s)
	if err := completed.Check(s); err != nil {
		t.Fatal(err)
	}
	completed.Given[7].Rank++
	if err := completed.Check(s); err == nil || err.Error() != fmt.Sprintf("no piece stands on the given square %v", completed.Given[7]) {
		t.Errorf("a given queen is elsewhere: %v", err)
	}
	random := rand.New(rand.NewPCG(2, 71))
	for range 5 {
		i, j := random.IntN(len(s)), random.IntN(len(s))
		s[i].Rank, s[j].Rank = s[j].Rank, s[i].Rank
		v, ok := p.Check(s).(*nqueens.Violation)
		if !ok || len(v.Squares) != 2 || !p.Family.Attacks(p.N, v.Squares[0], v.Squares[1]) {
			t.Errorf("files %d and %d exchanged: %v", i+1, j+1, v)
		}
		s[i].Rank, s[j].Rank = s[j].Rank, s[i].Rank
	}
}

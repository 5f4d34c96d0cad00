package nqueens_test

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// straight reports whether the triangle of the squares has no area.
func straight(a, b, c nqueens.Square) bool {
	return (b.File-a.File)*(c.Rank-a.Rank) == (c.File-a.File)*(b.Rank-a.Rank)
}

// TestThreeInLine compares with trying all triples, for random sets of squares
// in random order.
func TestThreeInLine(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	with, without := 0, 0
	for range 2000 {
		n := 2 + random.IntN(12)
		var s nqueens.Solution
		for _, i := range random.Perm(n * n)[:1+random.IntN(n)] {
			s = append(s, nqueens.On(i%n, i/n))
		}
		want := false
		squares := s.Squares()
		for i, a := range squares {
			for j, b := range squares[:i] {
				for _, c := range squares[:j] {
					want = want || straight(a, b, c)
				}
			}
		}
		three, found := s.ThreeInLine()
		if found != want {
			t.Errorf("%v: three in line %v, want %v", s, found, want)
		}
		if !found {
			without++
			continue
		}
		with++
		a, b, c := three[0], three[1], three[2]
		if !straight(a, b, c) || a == b || b == c || a == c {
			t.Errorf("%v: %v %v %v are no three in line", s, a, b, c)
		}
	}
	if with < 200 || without < 200 { // otherwise this test would be weak
		t.Errorf("%d sets with three in line, %d without", with, without)
	}
}

// TestNoThreeInLine counts the solutions of n queens with no three on a line
// of any slope, OEIS A365437.
func TestNoThreeInLine(t *testing.T) {
	for i, want := range []int{1, 0, 0, 2, 0, 0, 0, 8, 32, 40, 96} {
		p := nqueens.Problem{Family: family.Queens, N: i + 1}
		got := 0
		bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
			if _, found := s.ThreeInLine(); !found {
				got++
			}
			return true
		})
		if got != want {
			t.Errorf("%v: %d, want %d", p, got, want)
		}
	}
}

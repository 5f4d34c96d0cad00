//go:build long

package completable

import (
	"fmt"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// TestTermsAgain computes the terms for n = 11 to 16 in another way: it marks each placement of k queens that
// is part of one of all solutions, and compares their number with the number of all placements.
func TestTermsAgain(t *testing.T) {
	// OEIS A036464, A047659, A061994 from n = 11 on.
	all := map[int][]int{
		2: {5280, 7700, 10868, 14924, 20020, 26320},
		3: {107880, 199400, 348020, 579264, 926324, 1431584},
		4: {1123832, 2739386, 6106214, 12654614, 24675650, 45704724},
	}
	for n := 11; n <= 16; n++ {
		want, _ := Published(n)
		for k := want; k <= want+1; k++ {
			t.Run(fmt.Sprintf("n=%d,k=%d", n, k), func(t *testing.T) {
				count := inSolutions(t, n, k)
				t.Logf("%d of %d placements are in solutions", count, all[k][n-11])
				if complete := count == all[k][n-11]; complete != (k == want) {
					t.Errorf("a(%d) = %d, but %d of %d placements of %d queens are in solutions", n, want, count, all[k][n-11], k)
				}
			})
		}
	}
}

// inSolutions returns the number of placements of k queens that are part of a solution.
func inSolutions(t *testing.T, n, k int) int {
	marked := make([]uint64, 1<<(8*k-6)) // a square takes 8 bits of a placement's number
	count := 0
	var mark func(s nqueens.Solution, chosen, name int)
	mark = func(s nqueens.Solution, chosen, name int) {
		if chosen == k {
			if bit := uint64(1) << (name & 63); marked[name>>6]&bit == 0 {
				marked[name>>6] |= bit
				count++
			}
			return
		}
		for i, q := range s {
			mark(s[i+1:], chosen+1, name<<8|q.Square.File<<4|q.Square.Rank)
		}
	}
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindAll}
	outcome := bitmask.New().Run(t.Context(), request, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		mark(s, 0, 0)
		return true
	})
	if outcome.Status != nqueens.Solved {
		t.Fatal(outcome.Status)
	}
	return count
}

// TestMoreTerms checks the other terms of OEIS A374013, and three beyond it.
func TestMoreTerms(t *testing.T) {
	// OEIS A061994 from n = 19 on.
	placements := []uint64{227938788, 365106738, 569681574, 868289594, 1295775946}
	for n := 17; n <= 23; n++ {
		r, err := Term(t.Context(), n, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		want := 3
		if n >= 19 {
			want = 4
			if got := r.Surveys[3].Placements; got != placements[n-19] {
				t.Errorf("n = %d: %d placements of 4 queens, want %d", n, got, placements[n-19])
			}
		}
		if published, ok := Published(n); r.K != want || ok && published != want {
			t.Errorf("a(%d) = %d, want %d", n, r.K, want)
		}
	}
}

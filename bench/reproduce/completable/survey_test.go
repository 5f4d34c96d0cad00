package completable

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// subsets lists all placements of k queens that do not attack each other, and those that are part of a
// solution, from a list of all solutions. It shares only the rule of the queen with the package.
func subsets(n, k int) (all, completable map[[MaxSize]uint16]bool) {
	all, completable = map[[MaxSize]uint16]bool{}, map[[MaxSize]uint16]bool{}
	var queens []nqueens.Square
	free := func(s nqueens.Square) bool {
		for _, q := range queens {
			if family.Queens.Attacks(nqueens.NByN(n), q, s) {
				return false
			}
		}
		return true
	}
	mark := func(into map[[MaxSize]uint16]bool, list []nqueens.Square) {
		var key [MaxSize]uint16
		for i, s := range list {
			key[i] = uint16(s.Rank*n+s.File) + 1
		}
		into[key] = true
	}
	var chosen []nqueens.Square
	var choose func(from int)
	choose = func(from int) { // choose k queens of a solution, in order
		if len(chosen) == k {
			mark(completable, chosen)
			return
		}
		for i := from; i < len(queens); i++ {
			chosen = append(chosen, queens[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	var solve func(rank int)
	solve = func(rank int) {
		if rank == n {
			choose(0)
			return
		}
		for file := range n {
			if s := (nqueens.Square{File: file, Rank: rank}); free(s) {
				queens = append(queens, s)
				solve(rank + 1)
				queens = queens[:rank]
			}
		}
	}
	solve(0)
	var place func(from int)
	place = func(from int) {
		if len(queens) == k {
			mark(all, queens)
			return
		}
		for i := from; i < n*n; i++ {
			if s := (nqueens.Square{File: i % n, Rank: i / n}); free(s) {
				queens = append(queens, s)
				place(i + 1)
				queens = queens[:len(queens)-1]
			}
		}
	}
	place(0)
	return all, completable
}

// TestExhaust checks that all placements can be completed exactly if each is part of a solution, and that a
// counterexample is part of none.
func TestExhaust(t *testing.T) {
	for n := MinSize; n <= 10; n++ {
		for k := 1; k <= min(n, 4); k++ {
			if n == 10 && k == 4 {
				continue // slow
			}
			all, completable := subsets(n, k)
			s, err := Exhaust(t.Context(), n, k, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := len(all) == len(completable); (s.Counterexample == nil) != want {
				t.Errorf("n = %d, %d queens: of %d placements solutions have %d; counterexample %v", n, k, len(all), len(completable), s.Counterexample)
			}
			if s.Counterexample == nil {
				if s.Placements != uint64(len(all)) {
					t.Errorf("n = %d, %d queens: %d placements, want %d", n, k, s.Placements, len(all))
				}
				continue
			}
			if len(s.Counterexample) != k || completions(n, s.Counterexample.Squares()) != 0 {
				t.Errorf("n = %d: %v is no counterexample of %d queens", n, s.Counterexample, k)
			}
		}
	}
}

// TestPlacements checks that the examined placements represent as many as OEIS A036464 (2 queens), A047659
// and A061994 have, so that none was left out.
func TestPlacements(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want uint64
	}{{14, 2, 14924}, {17, 2, 34000}, {14, 3, 579264}, {15, 3, 926324}, {16, 3, 1431584}, {17, 3, 2148048}, {18, 3, 3141120}} {
		s, err := Exhaust(t.Context(), c.n, c.k, Options{Threads: 2})
		if err != nil || s.Counterexample != nil || s.Placements != c.want {
			t.Errorf("n = %d, %d queens: %d placements, counterexample %v, %v; want %d and none", c.n, c.k, s.Placements, s.Counterexample, err, c.want)
		}
		if s.Looked < c.want/8 || s.Looked > c.want/4 {
			t.Errorf("n = %d, %d queens: %d of %d were looked at, not about an eighth", c.n, c.k, s.Looked, c.want)
		}
	}
}

// TestThreads checks that the result does not depend on the number of threads.
func TestThreads(t *testing.T) {
	one, err := Exhaust(t.Context(), 14, 3, Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	three, err := Exhaust(t.Context(), 14, 3, Options{Seed: 5, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if one.Looked != three.Looked || one.Nodes != three.Nodes || one.Completed != three.Completed {
		t.Errorf("one thread: %+v, three: %+v", one, three)
	}
	other, err := Exhaust(t.Context(), 14, 3, Options{Seed: 6})
	if err != nil || other.Nodes == one.Nodes || other.Placements != one.Placements {
		t.Errorf("another seed: %+v, %v", other, err)
	}
}

// TestSameCounterexample checks that the counterexample does not depend on the number or the order of
// threads.
func TestSameCounterexample(t *testing.T) {
	for n := 8; n <= 13; n++ {
		term, err := Term(t.Context(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		one, err := Exhaust(t.Context(), n, term.K+1, Options{})
		if err != nil || one.Counterexample == nil {
			t.Fatalf("n = %d: %v, %v", n, one, err)
		}
		for range 20 {
			if again, err := Exhaust(t.Context(), n, term.K+1, Options{Threads: 4}); err != nil || !slices.Equal(again.Counterexample, one.Counterexample) {
				t.Errorf("n = %d: %v on four threads, %v on one, %v", n, again.Counterexample, one.Counterexample, err)
			}
		}
	}
}

// TestStopped checks that a stopped exhaustion proves nothing and says so.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Exhaust(ctx, 20, 4, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if r, err := Term(ctx, 20, Options{}); !errors.Is(err, context.Canceled) || r.K != 0 {
		t.Errorf("k = %d, error %v, want that of the context", r.K, err)
	}
	if queens, err := Refute(ctx, 24, 6, Options{}); !errors.Is(err, context.Canceled) || queens != nil {
		t.Errorf("%v, error %v, want that of the context", queens, err)
	}
}

// TestRefute checks counterexamples on larger boards with an independent search, and that no placement that
// can be completed is refuted.
func TestRefute(t *testing.T) {
	for _, c := range []struct{ n, k int }{{5, 2}, {14, 4}, {18, 4}, {19, 5}, {23, 5}, {24, 6}} {
		queens, err := Refute(t.Context(), c.n, c.k, Options{})
		if err != nil || len(queens) != c.k {
			t.Fatalf("n = %d: %v of %d queens, %v", c.n, queens, c.k, err)
		}
		b, err := newBoard(c.n)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for i, s := range queens {
			numbers = append(numbers, b.number(s.Square))
			for j := range i {
				if b.attack(numbers[j], numbers[i]) {
					t.Errorf("n = %d: %v and %v attack each other", c.n, queens[j], s)
				}
			}
		}
		if s := newSearch(t.Context(), b); s.decide(numbers) || s.gaveUp {
			t.Errorf("n = %d: %v can be completed", c.n, queens)
		}
	}
	for _, c := range []struct{ n, k int }{{5, 1}, {7, 1}, {12, 2}} {
		if queens, err := Refute(t.Context(), c.n, c.k, Options{}); err != nil || queens != nil {
			t.Errorf("n = %d: %v, %v, though any %d can be completed", c.n, queens, err, c.k)
		}
	}
}

// TestTerms compares with OEIS A374013.
func TestTerms(t *testing.T) {
	for n := MinSize; n <= 16; n++ {
		r, err := Term(t.Context(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := Published(n)
		if r.K != want || len(r.Counterexample) != want+1 {
			t.Errorf("a(%d) = %d, counterexample %v, want %d", n, r.K, r.Counterexample, want)
		}
		for k, s := range r.Surveys {
			if s.Queens != k+1 || (s.Counterexample == nil) != (s.Queens <= r.K) {
				t.Errorf("n = %d: %+v proves nothing", n, s)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		err  func() error
		want string
	}{
		{func() error { _, err := Term(t.Context(), 3, Options{}); return err }, "the board size must be from 4 to 32, not 3"},
		{func() error { _, err := Term(t.Context(), 33, Options{}); return err }, "the board size must be from 4 to 32, not 33"},
		{func() error { _, err := Exhaust(t.Context(), 8, 0, Options{}); return err }, "1 to 8 queens stand on a board of 8 squares a side, not 0"},
		{func() error { _, err := Exhaust(t.Context(), 8, 9, Options{}); return err }, "1 to 8 queens stand on a board of 8 squares a side, not 9"},
	} {
		if err := c.err(); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

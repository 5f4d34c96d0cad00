package bitmask_test

import (
	"context"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/branch"
	"nqueens/family"
)

func withPawns(n, files, pawns int) nqueens.Problem {
	return nqueens.Problem{Family: family.QueensPawns, N: n, Files: files, Parameters: map[string]int{"pawns": pawns}}
}

func TestKnownPawns(t *testing.T) {
	for pawns, largest := range []int{9, 11, 10, 9} {
		for n := 1; n <= largest; n++ {
			p := withPawns(n, 0, pawns)
			want, ok := p.Known()
			if pawns == 0 {
				want, ok = nqueens.Problem{Family: family.Queens, N: n}.Known()
			}
			if !ok || p.Validate() != nil {
				continue
			}
			for _, threads := range []int{1, 3} {
				o := bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: threads}, nil)
				if o.Status != nqueens.Solved || o.Count.Cmp(want.Count) != 0 {
					t.Errorf("%v, %d threads: %v %v, want %v", p, threads, o.Status, o.Count, want.Count)
				}
			}
		}
	}
}

// TestPawnsListedAsCounted checks that the listed solutions are different and as many as counted,
// also by another engine, and that a first solution is one of them.
func TestPawnsListedAsCounted(t *testing.T) {
	for _, p := range []nqueens.Problem{
		withPawns(6, 0, 1), withPawns(7, 0, 1), withPawns(8, 0, 1), withPawns(7, 0, 2), withPawns(8, 0, 2), withPawns(8, 0, 3), withPawns(3, 0, 1),
		withPawns(4, 5, 1), withPawns(4, 6, 2), withPawns(5, 7, 2), withPawns(5, 7, 4),
		withPawns(4, 7, 3), withPawns(6, 8, 2), // in some solutions a pawn stands above another at the edge, and a piece on each segment of a file
	} {
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		count := bitmask.New().Run(t.Context(), r, nil).Count
		if other := (branch.Backend{}).Run(t.Context(), r, nil).Count; count.Cmp(other) != 0 {
			t.Errorf("%v: %v, and %v by branch", p, count, other)
		}
		seen := map[string]bool{}
		listed := bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
			s.Sort()
			if err := p.Check(s); err != nil || seen[s.String()] {
				t.Errorf("%v: %v: %v, seen before: %v", p, s, err, seen[s.String()])
			}
			seen[s.String()] = true
			return true
		})
		if listed.Count.Cmp(count) != 0 || nqueens.NewCount(uint64(len(seen))).Cmp(count) != 0 {
			t.Errorf("%v: %v listed, %d different, %v counted", p, listed.Count, len(seen), count)
		}
		first := bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		if (first.Status == nqueens.Solved) != (len(seen) > 0) || first.Status == nqueens.Solved && !seen[first.Solution.String()] {
			t.Errorf("%v: first %v %v", p, first.Status, first.Solution)
		}
	}
}

// TestPawnsRefusals checks that boards with given pieces or pawns, blocked squares or excluded lines are
// refused.
func TestPawnsRefusals(t *testing.T) {
	for _, text := range []string{"queens-pawns(6, given=P@b2)", "queens-pawns(6, given=c1)", "queens-pawns(6, blocked=a1)", "queens-pawns(6, excluded=sum:3)", "queens-pawns(6, symmetric=half-turn)"} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := bitmask.New().Supports(nqueens.Request{Problem: p, Task: nqueens.CountAll}); err == nil {
			t.Errorf("bitmask takes %v", p)
		}
	}
}

// TestUserDefinedPawns checks a user-defined family of rooks with pawns between them.
func TestUserDefinedPawns(t *testing.T) {
	rooks := *family.QueensPawns
	rooks.Name, rooks.Known = "rooks-pawns", nil
	rooks.Blocking = func(p nqueens.Problem) *nqueens.Blocking {
		of := family.QueensPawns.Blocking(p)
		of.Rule = family.Rooks.Rule
		return of
	}
	count := func(f *nqueens.Family, task nqueens.Task) nqueens.Outcome {
		return bitmask.New().Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: f, N: 3}, Task: task}, nil)
	}
	// The solution has one pawn in the middle, a rook on each side of it, one above and one below.
	if o := count(&rooks, nqueens.CountAll); o.Count.String() != "1" {
		t.Errorf("four rooks and a pawn on 3 × 3: %v %v", o.Status, o.Count)
	}
	leaping := rooks
	leaping.Blocking = func(p nqueens.Problem) *nqueens.Blocking {
		return &nqueens.Blocking{Rule: family.DragonKings.Rule, Pieces: 4, Blocker: 'P', Blockers: 1}
	}
	if o := count(&leaping, nqueens.CountAll); o.Status != nqueens.Unsupported {
		t.Errorf("leaps: %v", o.Status)
	}
}

func TestPawnsSupported(t *testing.T) {
	given := withPawns(8, 0, 1)
	given.Blocked = []nqueens.Square{{File: 3, Rank: 3}}
	for _, p := range []nqueens.Problem{
		given, withPawns(33, 0, 1), withPawns(8, 5, 1), withPawns(8, 0, 1).WithPieces(nqueens.Range{Min: 8, Max: 8}), withPawns(8, 0, 1).SymmetricUnder(nqueens.HalfTurn),
	} {
		for _, task := range bitmask.New().Describe().Tasks {
			r := nqueens.Request{Problem: p, Task: task}
			if o := bitmask.New().Run(t.Context(), r, nil); bitmask.New().Supports(r) == nil || o.Status != nqueens.Unsupported {
				t.Errorf("%v %s: %v", p, task, o.Status)
			}
		}
	}
}

// TestPawnsCancelled checks that a deadline ends the search even if the pawns hardly fit and no set
// of them is searched.
func TestPawnsCancelled(t *testing.T) {
	for _, p := range []nqueens.Problem{withPawns(24, 0, 2), withPawns(9, 0, 30), withPawns(8, 20, 50)} {
		for _, threads := range []int{1, 2} {
			for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				o := bitmask.New().Run(ctx, nqueens.Request{Problem: p, Task: task, Threads: threads}, func(nqueens.Solution) bool { return true })
				cancel()
				if o.Status != nqueens.Timeout || o.Count != nil || o.Partial == nil {
					t.Errorf("%v %s, %d threads, at its deadline: %+v", p, task, threads, o)
				}
			}
		}
	}
}

package bitmask

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/cover"
	"nqueens/instance"
)

// TestCut checks that a corner of the board that cannot be filled is refuted: cut finds the few squares that
// connect it with the rest, and the outcome's note names its ranks.
func TestCut(t *testing.T) {
	for _, test := range []struct {
		bridges, turns int
		seed           uint64
		named          bool
	}{{1, 0, 1, true}, {2, 1, 3, true}, {3, 2, 2, false}, {4, 3, 2, false}} {
		p, err := instance.Recipe{Kind: instance.Structured, N: 60, Size: 11, Least: 8,
			Structure: instance.Structure{Bridges: test.bridges, Turns: test.turns}}.Make(t.Context(), test.seed)
		if err != nil {
			t.Fatal(err)
		}
		if cut := newBoard(p).region().cut(); len(cut) != 22 {
			t.Errorf("%+v: the cut has %d lines: %v", test, len(cut), cut)
		}
		for _, threads := range []int{1, 3} {
			o := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst, Threads: threads}, nil)
			if o.Status != nqueens.Unsatisfiable || o.Stats["nodes"] > 2_000_000 || strings.Contains(o.Note, "11 ranks") != test.named {
				t.Errorf("%+v: %s after %d nodes: %s", test, o.Status, o.Stats["nodes"], o.Note)
			}
		}
	}
}

// TestCutCounts checks that boards with a cut have the solutions that dancing links find.
func TestCutCounts(t *testing.T) {
	cuts, solvable := 0, 0
	for seed := range uint64(200) {
		p, err := instance.Recipe{Kind: instance.Structured, N: 16, Size: 5, Least: 5,
			Structure: instance.Structure{Bridges: 1 + int(seed%4), Permuted: true}}.Make(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		if newBoard(p).region().cut() != nil {
			cuts++
		}
		want := cover.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		got := run(p, nqueens.CountAll, nil)
		if got.Status != nqueens.Solved || got.Count.Cmp(want.Count) != 0 {
			t.Errorf("seed %d: %v %v, dancing links %v", seed, got.Status, got.Count, want.Count)
		}
		first := run(p, nqueens.FindFirst, nil)
		if some := want.Count.String() != "0"; (first.Status == nqueens.Solved) != some || some && p.Check(first.Solution) != nil {
			t.Errorf("seed %d: %v of %v solutions", seed, first.Status, want.Count)
		} else if some {
			solvable++
		}
	}
	if cuts < 100 || solvable < 10 {
		t.Errorf("only %d boards had a cut, %d a solution", cuts, solvable)
	}
}

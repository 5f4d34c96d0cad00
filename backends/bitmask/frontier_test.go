package bitmask

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"nqueens"
	"nqueens/encode/instance"
)

// Every worker walks the tree that the explorer walks, and finds the same.
func TestWorkersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		f := nqueens.Families()[r.IntN(4)]
		p := restricted(r, f, 4+r.IntN(5))
		for range 2 {
			b := newBoard(p)
			packed := b.pack()
			var want []string
			e := newExplorer(packed, new(atomic.Bool), func(s nqueens.Solution) bool {
				want = append(want, sorted(s))
				return true
			})
			e.run()
			slices.Sort(want)
			for _, b.portable = range []bool{true, false} {
				var got []string
				f := newFrontier(new(atomic.Bool), func(s nqueens.Solution) bool {
					got = append(got, sorted(s))
					return true
				})
				f.run(b.pack())
				slices.Sort(got)
				if f.nodes != e.nodes || !slices.Equal(got, want) {
					t.Fatalf("%v, portable %v: %d nodes and %d solutions; the explorer has %d and %d", p, b.portable, f.nodes, len(got), e.nodes, len(want))
				}
			}
			// Once more on a wide board with a few squares open besides those of
			// a solution, so that fields of several words are in play.
			// Rooks would have too many solutions.
			p = sparse(r, nqueens.Families()[[]int{0, 1, 3}[r.IntN(3)]], 20+r.IntN(30))
		}
	}
}

func sorted(s nqueens.Solution) string {
	s = slices.Clone(s)
	s.Sort()
	return s.String()
}

// sparse draws a problem with about five open squares a rank.
func sparse(r *rand.Rand, f *nqueens.Family, n int) nqueens.Problem {
	p := bare(f, n)
	for rank := range n {
		for file := range n {
			if r.IntN(n) >= 5 {
				p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
			}
		}
	}
	return p
}

// Threads share a tree of any shape without losing or repeating a part of it.
func TestThreadsShareTheTree(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 64))
	for range 30 {
		p := sparse(r, nqueens.Queens, 20+r.IntN(30))
		want := countFewest(p, 1)
		for _, threads := range []int{2, 3, 16} {
			got := countFewest(p, threads)
			if got.Count.Cmp(want.Count) != 0 || got.Stats["nodes"] != want.Stats["nodes"] {
				t.Errorf("%v with %d threads: %v in %d nodes; with one %v in %d", p, threads,
					got.Count, got.Stats["nodes"], want.Count, want.Stats["nodes"])
			}
			first := New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst, Threads: threads}, nil)
			if solvable := want.Count.String() != "0"; (first.Status == nqueens.Solved) != solvable || solvable && p.Check(first.Solution) != nil {
				t.Errorf("%v with %d threads: %v, but there are %v solutions", p, threads, first.Status, want.Count)
			}
		}
	}
}

// A large tree is packed anew in fewer words below its top, and remains the same
// tree.
func TestPackedAnew(t *testing.T) {
	r := instance.NewRandom(12)
	anew := 0
	for range 3 {
		maximal, err := instance.RandomDiagonals(r, 20, 4)
		if err != nil {
			t.Fatal(err)
		}
		p, err := instance.FirstDiagonals(maximal, 20)
		if err != nil {
			t.Fatal(err)
		}
		packed := newBoard(p).pack()
		e := newExplorer(packed, new(atomic.Bool), nil)
		e.run()
		f := newFrontier(new(atomic.Bool), nil)
		f.run(packed)
		if f.nodes != e.nodes || f.found != e.found {
			t.Errorf("%v: %d solutions in %d nodes, the explorer has %d in %d", p, f.found, f.nodes, e.found, e.nodes)
		}
		if f.child != nil {
			anew++
		}
	}
	if anew == 0 {
		t.Error("nothing was packed anew")
	}
}

// countFewest counts with frontiers.
func countFewest(p nqueens.Problem, threads int) nqueens.Outcome {
	s := newBoard(p).search(new(atomic.Bool), threads)
	s.run(nil)
	return s.outcome(context.Background())
}

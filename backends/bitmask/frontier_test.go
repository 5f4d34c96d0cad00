package bitmask

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"nqueens"
)

// Every worker walks the tree that the explorer walks, and finds the same.
func TestWorkersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	words := map[int]bool{}
	for range 200 {
		f := nqueens.Families()[r.IntN(4)]
		p := restricted(r, f, 4+r.IntN(5))
		for range 2 {
			b := newBoard(p)
			packed := b.pack()
			words[len(packed.guards)] = true
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
	t.Log(words)
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

// countFewest counts with frontiers.
func countFewest(p nqueens.Problem, threads int) nqueens.Outcome {
	s := newBoard(p).search(new(atomic.Bool), threads)
	s.run(nil)
	return s.outcome(context.Background())
}

package bitmask

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"nqueens"
)

// Both sifters choose the same words, so that searches with one and the other
// visit the same nodes in the same order.
func TestSiftersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		f := nqueens.Families()[r.IntN(4)]
		p := restricted(r, f, 4+r.IntN(5))
		for range 2 {
			b := newBoard(p)
			var found [2][]string
			var nodes [2]uint64
			for i, s := range []sifter{sift, newSifter()} {
				e := newExplorer(b.pack(), new(atomic.Bool), func(s nqueens.Solution) bool {
					found[i] = append(found[i], s.String())
					return len(found[i]) < 2000
				})
				e.sift = s
				e.run()
				nodes[i] = e.nodes
			}
			if nodes[0] != nodes[1] || len(found[0]) != len(found[1]) {
				t.Fatalf("%v: %d nodes and %d solutions, or %d and %d", p, nodes[0], len(found[0]), nodes[1], len(found[1]))
			}
			for i := range found[0] {
				if found[0][i] != found[1][i] {
					t.Fatalf("%v: solution %d is %s or %s", p, i, found[0][i], found[1][i])
				}
			}
			// Once more on a wide board with a few squares open besides those of
			// a solution, so that fields of several words are in play.
			p = sparse(r, f, 20+r.IntN(30))
		}
	}
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

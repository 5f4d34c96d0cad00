package bitmask

import (
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
)

// TestKernels checks that every kernel walks the same tree and counts the same solutions, with any
// number of threads.
func TestKernels(t *testing.T) {
	for _, family := range []*nqueens.Family{family.Queens, family.Superqueens} {
		for n := 1; n <= 14; n++ {
			p := bare(family, n)
			known, _ := p.Known()
			nodes := int64(-1)
			for name, k := range kernels(n) {
				for _, threads := range []int{1, 2, 64} {
					o := counted(countInside(newBoard(p), new(turns.Flag), threads, k))
					if o.Status != nqueens.Solved || o.Count.Cmp(known.Count) != 0 {
						t.Errorf("%v, %s, %d threads: %v, not %v", p, name, threads, o.Count, known.Count)
					}
					if nodes >= 0 && o.Stats["nodes"] != nodes {
						t.Errorf("%v, %s, %d threads: %d nodes, and before %d", p, name, threads, o.Stats["nodes"], nodes)
					}
					nodes = o.Stats["nodes"]
					if n == 14 {
						break // it takes long enough
					}
				}
			}
		}
	}
}

// TestOrbitsOfRings checks that the representative rings, with their weights, account for all
// rings, and that no two of them are images of each other.
func TestOrbitsOfRings(t *testing.T) {
	for n := 1; n <= 12; n++ {
		b := newBoard(bare(family.Queens, n))
		weights := uint64(0)
		seen := map[string]bool{}
		b.rings(func(r ring, weight uint64) bool {
			weights += weight
			var squares nqueens.Solution
			for side := range 4 {
				squares = append(squares, nqueens.Placement{Square: r.square(n, side)})
			}
			squares.Sort()
			squares = slices.Compact(squares)
			orbit := squares.Orbit(n)
			if seen[orbit[0].String()] || uint64(len(orbit)) != weight {
				t.Errorf("%d: ring %v, weight %d: an orbit of %d, seen before: %v", n, squares, weight, len(orbit), seen[orbit[0].String()])
			}
			seen[orbit[0].String()] = true
			return true
		})
		b.symmetries = []nqueens.Symmetry{nqueens.Identity}
		all := uint64(0)
		b.rings(func(ring, uint64) bool {
			all++
			return true
		})
		if weights != all {
			t.Errorf("%d: orbits of %d rings; there are %d", n, weights, all)
		}
	}
}

// TestRingsUnderSubgroups checks that the count is the same with a subgroup of the symmetries.
func TestRingsUnderSubgroups(t *testing.T) {
	corner := nqueens.Square{File: 1, Rank: 2}
	for _, group := range [][]nqueens.Symmetry{
		{nqueens.Identity},
		{nqueens.Identity, nqueens.MirrorFiles},
		{nqueens.Identity, nqueens.HalfTurn},
		{nqueens.Identity, nqueens.Transpose},
		{nqueens.Identity, nqueens.QuarterTurn, nqueens.HalfTurn, nqueens.QuarterTurnBack},
		{nqueens.Identity, nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.HalfTurn},
		nqueens.Symmetries(),
	} {
		p := bare(family.Queens, 10)
		for _, g := range group {
			p.Blocked = append(p.Blocked, g.Apply(nqueens.NByN(10), corner))
		}
		b := newBoard(p)
		if len(b.symmetries) < len(group) {
			t.Errorf("%v: symmetries %v, not %v", p, b.symmetries, group)
		}
		want := countFewest(p, 1)
		got := counted(countInside(b, new(turns.Flag), 1, newPortable))
		if got.Count.Cmp(want.Count) != 0 {
			t.Errorf("%v: %v inside rings, %v by the explorer", p, got.Count, want.Count)
		}
	}
}

// TestKernelsAllocateOnce checks that counting thousands of rings allocates no more memory than the
// first ones.
func TestKernelsAllocateOnce(t *testing.T) {
	for name, newKernel := range kernels(12) {
		b := newBoard(bare(family.Queens, 12))
		if allocs := testing.AllocsPerRun(5, func() { countInside(b, new(turns.Flag), 1, newKernel) }); allocs > 60 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}

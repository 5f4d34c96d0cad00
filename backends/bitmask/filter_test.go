package bitmask

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestFilter checks that the squares that filtering closes are in no solution, and that there is
// none if it reports so.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 94))
	closed, impossible, inBlocks := 0, 0, 0
	for i := range 900 {
		p := restricted(r, familytest.Permuting()[i%4], 3+r.IntN(5))
		whole := newBoard(p).region()
		left, blocks, why := whole.filter()
		solutions := permutations(p)
		if why != "" {
			if impossible++; len(solutions) > 0 {
				t.Fatalf("%v: %s, but there is %s", p, why, solutions[0])
			}
			continue
		}
		if len(left.lines) != len(whole.lines) {
			t.Fatalf("%v: %d lines of %d", p, len(left.lines), len(whole.lines))
		}
		all := strings.Fields(strings.Join(solutions, " "))
		for _, s := range whole.open {
			if !slices.Contains(left.open, s) {
				if closed++; slices.Contains(all, s.String()) {
					t.Fatalf("%v: %v is closed, but in a solution of %v", p, s, solutions)
				}
			}
		}
		if len(blocks) > 0 {
			inBlocks++
			checkRegions(t, left, blocks)
		}
	}
	if closed < 200 || impossible < 60 || inBlocks < 20 {
		t.Errorf("only %d squares were closed, %d boards impossible, %d in blocks", closed, impossible, inBlocks)
	}
}

// checkRegions checks that each block has all open squares of its lines and no square of another block.
func checkRegions(t *testing.T, whole region, blocks []region) {
	t.Helper()
	for i, b := range blocks {
		if i > 0 && len(b.lines) < len(blocks[i-1].lines) {
			t.Fatalf("a block of %d lines stands after one of %d", len(b.lines), len(blocks[i-1].lines))
		}
		for _, s := range whole.open {
			onRank, onFile := slices.Contains(b.lines, line{0, s.Rank}), slices.Contains(b.lines, line{1, s.File})
			if onRank != onFile || onRank != slices.Contains(b.open, s) {
				t.Fatalf("%v: rank in the block %v, file %v, square %v", s, onRank, onFile, slices.Contains(b.open, s))
			}
		}
	}
}

// TestCrowd checks that a board is refuted at once if some ranks share too few files, and that the note names
// them. A search rank by rank would not end on this board.
func TestCrowd(t *testing.T) {
	p := bare(family.Queens, 60)
	for rank := 20; rank < 32; rank++ {
		for file := range 60 {
			if file < 30 || file > 40 {
				p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
			}
		}
	}
	o := run(p, nqueens.FindFirst, nil)
	if want := "12 ranks (21–32) share 11 files (ae–ao)"; o.Status != nqueens.Unsatisfiable || o.Note != want {
		t.Errorf("%v: %q after %v, not %q", o.Status, o.Note, o.Stats, want)
	}
	turned := p
	turned.Blocked = nil
	for _, s := range p.Blocked {
		turned.Blocked = append(turned.Blocked, nqueens.Square{File: s.Rank, Rank: s.File})
	}
	if o := run(turned, nqueens.CountAll, nil); o.Count.Cmp(nqueens.NewCount(0)) != 0 || !strings.Contains(o.Note, "share") {
		t.Errorf("turned: %v, %q", o.Count, o.Note)
	}
}

// TestCorner checks that a small board without a solution in the corner of a large one is searched
// first.
func TestCorner(t *testing.T) {
	named := 0
	for seed := range uint64(6) {
		made, err := instance.Recipe{Kind: instance.Corner, N: 48, Size: 10, Least: 10}.Make(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		o := Backend{}.Run(context.Background(), nqueens.Request{Problem: made, Task: nqueens.FindFirst, Threads: 1}, nil)
		if o.Status != nqueens.Unsatisfiable {
			t.Errorf("seed %d: %v", seed, o.Status)
		}
		if o.Note == "the block of 10 ranks (1–10) and 10 files (a–j) cannot be filled, whatever stands elsewhere" {
			named++
		}
	}
	if named < 4 {
		t.Errorf("the corner was named in %d of 6", named)
	}
}

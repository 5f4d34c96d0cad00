package bitmask

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// divided returns a random board with regions, some blocked squares and perhaps a given piece.
func divided(t *testing.T, r *rand.Rand, n, stars int) nqueens.Problem {
	t.Helper()
	p := nqueens.Problem{Family: family.Regions, N: n}
	if stars > 1 {
		if err := p.SetParameter("stars", stars); err != nil {
			t.Fatal(err)
		}
	}
	if r.IntN(3) > 0 {
		p.Regions = familytest.RandomRegions(r, n)
	}
	square := func() nqueens.Square { return nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)} }
	if r.IntN(2) == 0 {
		p.Given = []nqueens.Square{square()}
	}
	if s := square(); len(p.Given) == 0 || s != p.Given[0] {
		p.Blocked = []nqueens.Square{s}
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// searched returns the number of solutions by the search alone.
func searched(p nqueens.Problem) uint64 {
	s, state := newDivided(p, p.Division())
	s.pause = func() bool { return true }
	if s.lay(state, p.Given) {
		s.search(*state)
	}
	return s.found
}

// TestRows compares the count row by row with the search, and with few states kept at a time.
func TestRows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	solvable := map[int]int{}
	for i := range 150 {
		stars := 1 + i%3
		p := divided(t, r, []int{4 + i%4, 8 + i%2, 11}[stars-1], stars)
		want := searched(p)
		for _, most := range []int{1 << 18, 3} {
			c := newRowCounter(p, p.Division())
			c.most = most
			for range c.steps() {
			}
			if c.stopped || c.total != (wideCount{low: want}) {
				t.Fatalf("%v: %v solutions row by row with %d states, %d by the search", p, c.total, most, want)
			}
		}
		if want > 0 {
			solvable[stars]++
		}
	}
	for stars := 1; stars <= 2; stars++ {
		if solvable[stars] < 10 {
			t.Errorf("with %d stars only %d boards have a solution", stars, solvable[stars])
		}
	}
}

// TestThreeStars counts boards with three pieces in each line. Each rank is a region.
func TestThreeStars(t *testing.T) {
	t.Parallel()
	p := nqueens.Problem{Family: family.Regions, N: 12}
	if err := p.SetParameter("stars", 3); err != nil {
		t.Fatal(err)
	}
	c := newRowCounter(p, p.Division())
	for range c.steps() {
	}
	if want := searched(p); c.total != (wideCount{low: want}) || want == 0 {
		t.Errorf("%v solutions row by row, %d by the search", c.total, want)
	}
}

// TestWideCounts checks numbers of more than 64 bits, and that numbers of more than 128 bits are
// no answers.
func TestWideCounts(t *testing.T) {
	t.Parallel()
	p := nqueens.Problem{Family: family.Regions, N: 6} // 90 solutions
	c := newRowCounter(p, p.Division())
	c.pause = func() bool { return true }
	c.fill(0, []ways{{number: wideCount{high: 1 << 40, low: 1}}})
	want := new(big.Int).Lsh(big.NewInt(90), 104)
	want.Add(want, big.NewInt(90))
	if got := c.total.count().Big(); got.Cmp(want) != 0 || c.overflow {
		t.Errorf("%v, not %v", got, want)
	}
	c.fill(0, []ways{{number: wideCount{high: 1 << 62}}})
	if !c.overflow || !c.stopped {
		t.Error("a sum of more than 128 bits is counted")
	}
}

// TestManySolutions counts boards on which the search alone would take seconds. A002464 has their
// numbers of solutions.
func TestManySolutions(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]uint64{11: 5296790, 13: 831283558} {
		p := nqueens.Problem{Family: family.Regions, N: n}
		s, state := newDivided(p, p.Division())
		if got := countDivided(p, s, *state, new(turns.Flag)); got.found != want || got.stopped {
			t.Errorf("%v: %d, not %d", p, got.found, want)
		}
	}
}

// TestStopped checks that a stopped count has the solutions found so far and is not complete.
func TestStopped(t *testing.T) {
	t.Parallel()
	p := nqueens.Problem{Family: family.Regions, N: 12}
	s, state := newDivided(p, p.Division())
	stop := new(turns.Flag)
	stop.Raise()
	if got := countDivided(p, s, *state, stop); !got.stopped || got.found == 0 || got.found >= 63779034 {
		t.Errorf("%+v", got)
	}
}

package instance

import (
	"testing"

	"nqueens"
	"nqueens/internal/matching"
)

// What a structure promises: so many bridges each way, rows that share too few columns,
// and after a turn the same board turned.
func TestStructured(t *testing.T) {
	const n, side, least = 20, 6, 5
	make := func(seed uint64, size int, s Structure) nqueens.Problem {
		t.Helper()
		p, err := Recipe{Kind: Structured, N: n, Size: size, Least: least, Structure: s}.Make(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for seed := range uint64(10) {
		for bridges := range 9 {
			up, across := 0, 0
			for i, closed := range make(seed, side, Structure{Bridges: bridges}).Closed() {
				switch row, column := i/n, i%n; {
				case closed:
				case row < side && column >= side:
					across++
				case row >= side && column < side:
					up++
				}
			}
			if up != bridges || across != bridges {
				t.Fatalf("seed %d: %d and %d bridges, not %d", seed, up, across, bridges)
			}
		}
		for _, s := range []Structure{{}, {Hall: 5}, {Hall: 5, Permuted: true}, {Permuted: true, Turns: 2}} {
			p := make(seed, 0, s)
			var edges []matching.Edge
			rows := [n]int{}
			for i, closed := range p.Closed() {
				if !closed {
					edges = append(edges, matching.Edge{Left: i / n, Right: i % n})
					rows[i/n]++
				}
			}
			f := matching.Filter(n, n, edges)
			if crowded := !f.Perfect(); s.Hall > 0 && !crowded {
				t.Errorf("seed %d, %+v: a perfect matching", seed, s)
			}
			for row, open := range rows {
				if s.Hall == 0 && open != least && s.Turns%2 == 0 {
					t.Errorf("seed %d, %+v: row %d has %d open squares", seed, s, row, open)
				}
			}
		}
		straight, turned := make(seed, side, Structure{Bridges: 1}), make(seed, side, Structure{Bridges: 1, Turns: 1})
		is := map[nqueens.Square]bool{}
		for _, s := range turned.Blocked {
			is[s] = true
		}
		for _, s := range straight.Blocked {
			if to := (nqueens.Square{File: n - 1 - s.Rank, Rank: s.File}); !is[to] || len(is) != len(straight.Blocked) {
				t.Fatalf("seed %d: %v is not blocked, to which %v turns", seed, to, s)
			}
		}
	}
}

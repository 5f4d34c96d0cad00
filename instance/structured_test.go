package instance

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/internal/matching"
)

// TestStructured checks the number of bridges each way, that rows share too few columns, and that a
// turn rotates the board.
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

// Impossible structures are rejected with the possible range.
func TestStructuredRefuses(t *testing.T) {
	for _, test := range []struct {
		size int
		s    Structure
		pub  bool
		want string
	}{
		{6, Structure{Bridges: 84}, false, ""},
		{6, Structure{Bridges: 85}, false, "85 bridges: a corner of 6 squares a side on a board of 20 can have 0 to 84"},
		{6, Structure{Bridges: -1}, false, "-1 bridges: "},
		{0, Structure{Bridges: 1}, false, "1 bridge: a corner of 0 squares a side on a board of 20 can have 0 to 0"},
		{6, Structure{Hall: 14}, false, ""},
		{6, Structure{Hall: 2}, false, ""},
		{6, Structure{Hall: 1}, false, "1 row with one column less: there can be 2 to 14, or 0 for none"},
		{6, Structure{Hall: 15}, false, "15 rows "},
		{0, Structure{Hall: 20}, false, ""},
		{6, Structure{Turns: 3}, false, ""},
		{6, Structure{Turns: 4}, false, "4 quarter turns: there can be 0 to 3"},
		{6, Structure{Turns: -1}, false, "-1 quarter turns"},
		{6, Structure{}, true, "instances of the kind structured are not published"},
		{21, Structure{}, false, "21"}, // as for a corner alone
	} {
		err := Recipe{Kind: Structured, N: 20, Size: test.size, Structure: test.s, Published: test.pub}.checkStructured()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d, %+v: %v, want %q", test.size, test.s, err, test.want)
		}
	}
	for want, s := range map[string]Structure{"b0": {}, "b2-h5-permuted-turn1": {Bridges: 2, Hall: 5, Permuted: true, Turns: 1}, "b1-turn3": {Bridges: 1, Turns: 3}} {
		if got := s.text(); got != want {
			t.Errorf("%+v is called %q, want %q", s, got, want)
		}
	}
}

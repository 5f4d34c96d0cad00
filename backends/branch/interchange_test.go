package branch

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// TestInterchange checks the number of solutions that one solution represents by permuting digits, and that
// counting with it gives the number of listed solutions.
func TestInterchange(t *testing.T) {
	for text, ways := range map[string]string{ // number of solutions that one solution represents at the root
		"latin-queens(1)":                    "1",
		"latin-queens(4)":                    "24",
		"latin-queens(5)":                    "120",
		"latin-queens(2, extra=2)":           "12",
		"latin-queens(3, extra=2)":           "60",
		"latin-queens(4, extra=1)":           "120",
		"latin-queens(5, given=2@a1)":        "1",
		"latin-queens(5, blocked=c3)":        "120",
		"latin-queens(3, pieces=7, extra=1)": "1",
		"disjoint-queens(5)":                 "1",
		"queens(6)":                          "1",
		"peaceable(4)":                       "1",
	} {
		p, m := modelOf(t, text)
		if _, got := newSystem(m).interchange(m); got.count().String() != ways {
			t.Errorf("%v: one solution stands for %v, not %s", p, got.count(), ways)
		}
		all := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(nqueens.Solution) bool { return true })
		count := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		if all.Count == nil || count.Count == nil || all.Count.Cmp(count.Count) != 0 {
			t.Errorf("%v: %v listed and %v counted", p, all.Count, count.Count)
		}
		first := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		if none := all.Count.String() == "0"; none != (first.Status == nqueens.Unsatisfiable) || !none && p.Check(first.Solution) != nil {
			t.Errorf("%v: %v of %v, %v", p, first.Status, all.Count, first.Solution)
		}
	}
}

// TestMagicByInterchange checks published counts of magic squares. Each half of the problem has digits of its
// own.
func TestMagicByInterchange(t *testing.T) {
	for _, p := range []nqueens.Problem{{Family: family.Magic, N: 5}, {Family: family.Magic, N: 7}} {
		known, ok := p.Known()
		if o := (Backend{}).Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil); !ok || o.Count == nil || o.Count.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, not %v", p, o.Count, known.Count)
		}
	}
}

// TestInterchangeableModels checks that models whose digits may be permuted, or all but one of
// them, have the solutions that brute force finds.
func TestInterchangeableModels(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 13))
	used := 0
	for range 3000 {
		m := interchangeable(random)
		if chosen, _ := newSystem(m).interchange(m); len(chosen) > 0 {
			used++
		}
		solutions := modeltest.BruteForce(m)
		r := run{ctx: t.Context(), model: m, stop: new(turns.Flag), cacheBytes: 1 << 16}
		if _, err := r.search(nil, false, nil); err != nil || r.latest.count().Cmp(nqueens.NewCount(uint64(len(solutions)))) != 0 {
			t.Fatalf("%+v: %v solutions, want %d: %v", m, r.latest.count(), len(solutions), err)
		}
		first := false
		if _, err := r.search(nil, false, func(chosen []int32, _ []int) bool {
			is := make([]bool, len(m.Placements))
			for _, p := range chosen {
				is[p] = true
			}
			if _, first = m.Holds(func(i int) bool { return is[i] }); !first {
				t.Fatalf("%+v: %v is no solution", m, chosen)
			}
			return false
		}); err != nil || first != (len(solutions) > 0) {
			t.Fatalf("%+v: a solution of %d is found: %v, %v", m, len(solutions), first, err)
		}
	}
	if used < 300 {
		t.Errorf("of only %d models digits can be put in order", used)
	}
}

// interchangeable returns a random model of two or three digits on up to four squares, most of
// these with exactly one, with the same constraints on each digit, or on all but one.
func interchangeable(random *rand.Rand) *nqueens.Model {
	squares, kinds := 2+random.IntN(3), 2+random.IntN(2)
	m := &nqueens.Model{}
	for square := range squares {
		cell := nqueens.Line{Min: min(1, random.IntN(6)), Max: 1}
		for kind := range kinds {
			cell.Placements = append(cell.Placements, len(m.Placements))
			m.Placements = append(m.Placements, nqueens.Placement{Square: nqueens.Square{File: square}, Kind: byte('1' + kind)})
		}
		m.Lines = append(m.Lines, cell)
	}
	for range 1 + random.IntN(3) {
		some, line := random.Perm(squares)[:2+random.IntN(squares-1)], nqueens.Line{Max: 1 + random.IntN(5)/4}
		if random.IntN(5) == 0 {
			line.Min = 1
		}
		for kind := range kinds {
			line.Placements = nil
			for _, square := range some {
				line.Placements = append(line.Placements, square*kinds+kind)
			}
			if random.IntN(30) > 0 {
				m.Lines = append(m.Lines, line)
			}
		}
	}
	for range random.IntN(3) { // two squares do not have the same digit, or do not have different ones, or are not both filled
		two, which := random.Perm(squares)[:2], random.IntN(3)
		for i := range kinds {
			for j := range kinds {
				if which == 2 || (i == j) == (which == 0) {
					m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.NotChosen(two[0]*kinds + i), nqueens.NotChosen(two[1]*kinds + j)}})
				}
			}
		}
	}
	return m
}

package cover

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nqueens"
)

func TestKnownCounts(t *testing.T) {
	largest := map[string]int{"queens": 10, "torus": 11, "rooks": 7, "superqueens": 11}
	for _, family := range nqueens.Families() {
		for n := 1; n <= largest[family.Name]; n++ {
			p := nqueens.Problem{Family: family, N: n}
			known, ok := p.Known()
			if !ok {
				t.Fatalf("%v: nothing is published", p)
			}
			found := uint64(0)
			for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
				out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: task}, func(s nqueens.Solution) bool {
					found++
					if err := p.Check(s); err != nil {
						t.Fatalf("%v: %v: %v", p, s, err)
					}
					return true
				})
				if out.Status != nqueens.Solved || out.Count.Cmp(known.Count) != 0 {
					t.Errorf("%v, %s: %s %v, and %s says %v", p, task, out.Status, out.Count, known.Source, known.Count)
				}
			}
			if nqueens.NewCount(found).Cmp(known.Count) != 0 {
				t.Errorf("%v: %d solutions were shown, and there are %v", p, found, known.Count)
			}
		}
	}
}

// TestFreePlacements solves a model in which placements may be chosen or not:
// its exact cover has slack options, which are no squares.
func TestFreePlacements(t *testing.T) {
	family := &nqueens.Family{
		Name:    "corners",
		Piece:   'C',
		Attacks: func(int, nqueens.Square, nqueens.Square) bool { return false },
		Pieces:  func(int) int { return 1 },
		Model: func(n int) *nqueens.Model {
			return &nqueens.Model{
				Placements: []nqueens.Square{{File: 0, Rank: 0}, {File: n - 1, Rank: 0}},
				Lines:      []nqueens.Line{{Name: "both", Max: 1, Placements: []int{0, 1}}},
			}
		},
	}
	r := nqueens.Request{Problem: nqueens.Problem{Family: family, N: 3}, Task: nqueens.FindAll}
	got := map[string]bool{}
	out := Backend{}.Run(t.Context(), r, func(s nqueens.Solution) bool {
		got[s.String()] = true
		return true
	})
	if out.Count.String() != "3" || !got[""] || !got["a1"] || !got["c1"] {
		t.Errorf("%v solutions %v, want none, a1 and c1", out.Count, got)
	}
}

func TestStops(t *testing.T) {
	p := nqueens.Problem{Family: nqueens.Queens, N: 16}
	for _, task := range nqueens.Tasks()[1:] {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		out := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, func(nqueens.Solution) bool { return true })
		cancel()
		if out.Status != nqueens.Timeout || out.Count != nil || out.Partial == nil {
			t.Errorf("%s: %s, count %v, partial %v", task, out.Status, out.Count, out.Partial)
		}
	}
	out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(nqueens.Solution) bool { return false })
	if out.Status != nqueens.Cancelled || out.Partial.String() != "1" {
		t.Errorf("after one solution: %s %v", out.Status, out.Partial)
	}
}

// A board that is large to write is given up in time, too.
func TestStopsWhileWriting(t *testing.T) {
	p := nqueens.Problem{Family: nqueens.Superqueens, N: 300}
	for _, task := range nqueens.Tasks() {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		out := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, nil)
		cancel()
		if out.Status != nqueens.Timeout || out.Partial == nil || out.Phases.Encode != 0 {
			t.Errorf("%s: %+v, want to be stopped while writing", task, out)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, n := range []int{10, 12, 14} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: n}, Task: nqueens.CountAll}
			for b.Loop() {
				Backend{}.Run(b.Context(), r, nil)
			}
		})
	}
}

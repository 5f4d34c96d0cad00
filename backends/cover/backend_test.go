package cover

import (
	"cmp"
	"context"
	"fmt"
	"nqueens/internal/familytest"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
	"nqueens/instance"
)

func TestKnownCounts(t *testing.T) {
	largest := map[string]int{"queens": 10, "torus": 11, "rooks": 7, "superqueens": 11}
	for _, family := range familytest.Permuting() {
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

// TestMirror checks that half of a board is searched if a line with one piece is its own mirror
// image, and all of it if there is none, as for the digits of a square.
func TestMirror(t *testing.T) {
	for text, want := range map[string]string{
		"queens(8)": "92", "queens(9)": "352", "queens(9, blocked=e1)": "298", "latin-queens(5)": "240", "latin-queens(3, extra=2)": "240",
		"latin-queens(4, extra=2)": "145440", "magic(5, given=a1+j1)": "1152",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		nodes := map[string]int64{}
		for _, variant := range []string{"", "mirror"} {
			out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: variant}, nil)
			if out.Status != nqueens.Solved || out.Count.String() != want {
				t.Errorf("%s by dlx/%s: %s %v, not %s", text, variant, out.Status, out.Count, want)
			}
			nodes[variant] = out.Stats["nodes"]
		}
		if saved := nodes["mirror"] < nodes[""]*2/3; saved != (p.Family == family.Queens || text == "latin-queens(5)") {
			t.Errorf("%s: %d nodes with its mirror image, %d without", text, nodes[""], nodes["mirror"])
		}
	}
}

// TestFreePlacements solves a model in which placements may be chosen or not: its exact cover has
// slack options, which are not squares.
func TestFreePlacements(t *testing.T) {
	family := &nqueens.Family{
		Name:    "corners",
		Piece:   'C',
		Attacks: func(nqueens.Board, nqueens.Square, nqueens.Square) bool { return false },
		Pieces:  func(nqueens.Problem) int { return 1 },
		Build: func(p nqueens.Problem) *nqueens.Model {
			return &nqueens.Model{
				Placements: []nqueens.Placement{nqueens.On(0, 0), nqueens.On(p.N-1, 0)},
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
	p := nqueens.Problem{Family: family.Queens, N: 16}
	for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
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

// TestStopsWhileWriting checks that a board whose cover takes long to build is abandoned in time,
// too.
func TestStopsWhileWriting(t *testing.T) {
	p := nqueens.Problem{Family: family.Superqueens, N: 300}
	for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		out := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, nil)
		cancel()
		if out.Status != nqueens.Timeout || out.Partial == nil || out.Phases.Encode != 0 {
			t.Errorf("%s: %+v, want to be stopped while writing", task, out)
		}
	}
}

// TestVariants compares the variants with each other, with and without threads, on boards with and
// without a mirror image.
func TestVariants(t *testing.T) {
	squares := func(text string) []nqueens.Square {
		s, err := nqueens.ParseSquares(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, p := range []nqueens.Problem{
		{Family: family.Queens, N: 1},
		{Family: family.Queens, N: 3},
		{Family: family.Queens, N: 8},
		{Family: family.Queens, N: 9},
		{Family: family.Torus, N: 7},
		{Family: family.Rooks, N: 5},
		{Family: family.Queens, N: 9, Blocked: squares("a1+i1+e5")},
		{Family: family.Queens, N: 8, Blocked: squares("a1")},
		{Family: family.Queens, N: 8, Given: squares("c1")},
		{Family: family.Queens, N: 9, Given: squares("e5")},
	} {
		var want nqueens.Fingerprint
		var count *nqueens.Count
		for _, variant := range variantNames() {
			for _, threads := range []int{1, 3} {
				r := nqueens.Request{Problem: p, Task: nqueens.FindAll, Encoding: variant, Threads: threads}
				var got nqueens.Fingerprint
				out := Backend{}.Run(t.Context(), r, func(s nqueens.Solution) bool {
					s = append(nqueens.Solution(nil), s...)
					s.Sort()
					if err := p.Check(s); err != nil {
						t.Fatalf("%v, %s: %v: %v", p, variant, s, err)
					}
					got.Add(s)
					return true
				})
				if count == nil {
					count, want = out.Count, got
				}
				r.Task = nqueens.CountAll
				counted := Backend{}.Run(t.Context(), r, nil)
				if got != want || out.Count.Cmp(count) != 0 || counted.Count.Cmp(count) != 0 {
					t.Errorf("%v, %s, %d threads: %v shown and %v counted, want %v, or others", p, variant, threads, out.Count, counted.Count, count)
				}
				r.Task = nqueens.FindFirst
				first := Backend{}.Run(t.Context(), r, nil)
				if (first.Status == nqueens.Solved) != (count.String() != "0") || first.Status == nqueens.Solved && p.Check(first.Solution) != nil {
					t.Errorf("%v, %s, %d threads: first is %s %v", p, variant, threads, first.Status, first.Solution)
				}
			}
		}
	}
}

// TestVariantStatistics checks the characteristic statistics of each variant.
func TestVariantStatistics(t *testing.T) {
	type stats struct{ nodes, updates int64 }
	for variant, want := range map[string]stats{
		"":        {nodes: 11578},
		"bits":    {nodes: 11578},
		"dancing": {11578, 198264}, // Knuth's, in organ-pipe order
		"natural": {16448, 310367}, // Knuth's, in natural order
		"degree":  {9826, 0},
		"mirror":  {nodes: 5748},
	} {
		r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll, Encoding: variant}
		out := Backend{}.Run(t.Context(), r, nil)
		if out.Count.String() != "724" || out.Stats["nodes"] != want.nodes || want.updates > 0 && out.Stats["updates"] != want.updates {
			t.Errorf("%s: %v solutions, %v, want %+v", variant, out.Count, out.Stats, want)
		}
		_, some := out.Stats["updates"]
		if dances := variant == "dancing" || variant == "natural" || variant == "degree"; some != dances {
			t.Errorf("%s: updates in %v", variant, out.Stats)
		}
	}
	err := Backend{}.Supports(nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Encoding: "pairwise"})
	if err == nil {
		t.Error("a variant that does not exist is accepted")
	}
}

func BenchmarkCount(b *testing.B) {
	for _, variant := range variantNames() {
		for _, n := range []int{10, 12, 14} {
			b.Run(fmt.Sprint(variant, "/", n), func(b *testing.B) {
				r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Encoding: variant}
				for b.Loop() {
					Backend{}.Run(b.Context(), r, nil)
				}
			})
		}
	}
}

// TestComponents checks boards with a small separate corner that has no solution: the corner is
// searched first, because a search of the whole board would be lost in the rest.
func TestComponents(t *testing.T) {
	for seed := range uint64(3) {
		p, err := instance.Recipe{Kind: instance.Corner, N: 48, Size: 10, Least: 10}.Make(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
			out := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, nil)
			if out.Status != nqueens.Unsatisfiable && !(out.Status == nqueens.Solved && out.Count.String() == "0") {
				t.Errorf("%v, %v: %v %v, and it has no solution", p, task, out.Status, out.Reason)
			}
		}
		cancel()
	}
}

// TestNodesOfThreads checks that the nodes are the same for any number of threads, also if
// components are searched for one solution each.
func TestNodesOfThreads(t *testing.T) {
	// Twelve ranks and files are open; each of the others has two open squares.
	const open = 12
	p := nqueens.Problem{Family: family.Queens, N: open + 14}
	for _, s := range p.Board().Squares() {
		away := (s.File - s.Rank*5%14 + 28) % 14
		if (s.Rank < open) != (s.File < open) || s.Rank >= open && away != 0 && away != 3 {
			p.Blocked = append(p.Blocked, s)
		}
	}
	for _, variant := range []string{"bits", "dancing"} {
		alone := int64(0)
		for _, threads := range []int{1, 2, 2, 4, 4} {
			out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: variant, Threads: threads}, nil)
			if alone = cmp.Or(alone, out.Stats["nodes"]); !out.Status.Answered() || out.Stats["nodes"] != alone {
				t.Errorf("%s, %d threads: %s, %d nodes and not %d", variant, threads, out.Status, out.Stats["nodes"], alone)
			}
		}
	}
}

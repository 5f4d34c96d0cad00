package bitmask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestWorkersAgree checks that every worker walks the same tree as the explorer and finds the same
// solutions.
func TestWorkersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 200 {
		f := familytest.Permuting()[r.IntN(4)]
		p := restricted(r, f, 4+r.IntN(5))
		for range 2 {
			b := newBoard(p)
			packed := b.region().pack()
			var want []string
			e := newExplorer(packed, new(turns.Flag), func(s nqueens.Solution) bool {
				want = append(want, sorted(s))
				return true
			})
			e.run()
			slices.Sort(want)
			for _, b.portable = range []bool{true, false} {
				var got []string
				f := newFrontier(new(turns.Flag), func(s nqueens.Solution) bool {
					got = append(got, sorted(s))
					return true
				})
				f.run(b.region().pack())
				slices.Sort(got)
				if f.nodes != e.nodes || !slices.Equal(got, want) {
					t.Fatalf("%v, portable %v: %d nodes and %d solutions; the explorer has %d and %d", p, b.portable, f.nodes, len(got), e.nodes, len(want))
				}
			}
			// Again with a wide board with a few open squares besides those of a solution, so that
			// several words have fields. Rooks would have too many solutions.
			p = sparse(r, familytest.Permuting()[[]int{0, 1, 3}[r.IntN(3)]], 20+r.IntN(30))
		}
	}
}

// TestWorkersStepAlike checks that each step of every worker gives the same options, in the same
// order, and the same boards as the worker in plain Go.
func TestWorkersStepAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 12))
	tried := map[int]int{}
	for range 60 {
		packed := newBoard(planted(r, family.Queens, 12+r.IntN(50), 4+4*r.Float64())).region().pack()
		words := len(packed.guards)
		list := workersFor(words)
		boards := packed.full()
		for i, g := range packed.guards {
			boards[i] |= g
		}
		const full = 40
		scratch := aligned(scratchWords(words))
		for pieces := 0; pieces < packed.n && len(boards) > 0; pieces++ {
			count := min(len(boards)/words, 100)
			boards = boards[(len(boards)/words-count)*words:]
			var want, wantOut string
			var next []uint64
			for i, w := range list {
				options := make([]option, full+widestField)
				out := aligned((full + widestField + 1) * words)
				left, made := w.choose(packed, &boards[0], count, &options[0], full, &scratch[0])
				alive := w.place(packed, &boards[0], &options[0], made, &out[0])
				got, gotOut := fmt.Sprint(left, options[:made]), fmt.Sprint(out[:alive*words])
				if i == 0 {
					want, wantOut, next = got, gotOut, out[:alive*words]
				} else if tried[words]++; got != want || gotOut != wantOut {
					t.Fatalf("worker %d, %d words, %d pieces:\n%s\n%s\nshould be\n%s\n%s", i, words, pieces, got, gotOut, want, wantOut)
				}
			}
			boards = next
		}
	}
	for _, words := range []int{8, 12, 16} {
		if len(workersFor(words)) > 1 && tried[words] < 30 {
			t.Errorf("%v steps: too few to tell", tried)
		}
	}
}

func sorted(s nqueens.Solution) string {
	s = slices.Clone(s)
	s.Sort()
	return s.String()
}

// sparse returns a random problem with about five open squares a rank.
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

// TestThreadsShareTheTree checks that threads share a tree of any shape without losing or repeating
// a part of it.
func TestThreadsShareTheTree(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 64))
	for range 30 {
		p := sparse(r, family.Queens, 20+r.IntN(30))
		want := countFewest(p, 1)
		for _, threads := range []int{2, 3, 16} {
			got := countFewest(p, threads)
			if got.Count.Cmp(want.Count) != 0 || got.Stats["nodes"] != want.Stats["nodes"] {
				t.Errorf("%v with %d threads: %v in %d nodes; with one %v in %d", p, threads,
					got.Count, got.Stats["nodes"], want.Count, want.Stats["nodes"])
			}
			first := New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst, Threads: threads}, nil)
			if solvable := want.Count.String() != "0"; (first.Status == nqueens.Solved) != solvable || solvable && p.Check(first.Solution) != nil {
				t.Errorf("%v with %d threads: %v, but there are %v solutions", p, threads, first.Status, want.Count)
			}
		}
	}
}

// TestPackedAgain checks that a large search tree has the same nodes and solutions if the board is packed
// into fewer words below the top of the tree.
func TestPackedAgain(t *testing.T) {
	r := instance.NewRandom(12)
	anew := 0
	for range 3 {
		maximal, err := instance.RandomDiagonals(r, 20, 4)
		if err != nil {
			t.Fatal(err)
		}
		p, err := instance.FirstDiagonals(maximal, 20)
		if err != nil {
			t.Fatal(err)
		}
		packed := newBoard(p).region().pack()
		e := newExplorer(packed, new(turns.Flag), nil)
		e.run()
		f := newFrontier(new(turns.Flag), nil)
		f.run(packed)
		if f.nodes != e.nodes || f.found != e.found {
			t.Errorf("%v: %d solutions in %d nodes, the explorer has %d in %d", p, f.found, f.nodes, e.found, e.nodes)
		}
		if len(f.smaller.attacks) > 0 { // the top was packed again
			anew++
		}
		for _, threads := range []int{2, 7} {
			o := countFewest(p, threads)
			if o.Stats["nodes"] != int64(e.nodes) || o.Count.Cmp(nqueens.NewCount(e.found)) != 0 {
				t.Errorf("%v with %d threads: %v solutions in %d nodes; the explorer has %d in %d", p, threads, o.Count, o.Stats["nodes"], e.found, e.nodes)
			}
		}
	}
	if anew == 0 {
		t.Error("nothing was packed anew")
	}
}

// TestManyWords checks every worker on boards of every number of words that it supports, and on larger ones.
// The trees have at least 1000 nodes. Once boards are kept at every level, even where the frontier would stop
// growing early.
func TestManyWords(t *testing.T) {
	r := rand.New(rand.NewPCG(280, 3))
	tried := map[int]int{}
	for _, test := range []struct {
		n    int
		open float64
	}{{66, 4.5}, {70, 4.5}, {80, 4}, {100, 4}, {120, 4}, {120, 4.5}, {160, 4}, {180, 4}} {
		for range 4 {
			p := planted(r, family.Queens, test.n, test.open)
			region, _, err := reduce(p)
			if err != nil {
				t.Fatal(err)
			}
			packed := region.pack()
			e := newExplorer(packed, new(turns.Flag), nil)
			e.patience = 100000
			if e.run(); e.nodes < 1000 || e.nodes >= e.patience {
				continue
			}
			tried[min(36, len(packed.guards))]++
			for i := range 4 {
				f := newFrontier(new(turns.Flag), nil)
				region.portable = i%2 == 1
				if i/2 == 1 {
					f.worth = 0 // keep the boards of all levels
					seen := 0
					f.visit = func(s nqueens.Solution) bool {
						if seen++; seen%20 == 1 { // checking a solution is slow with many blocked squares
							s.Sort()
							if err := p.Check(s); err != nil {
								t.Fatalf("%d words, %d: %v", len(packed.guards), i, err)
							}
						}
						return true
					}
				}
				f.run(region.pack())
				if f.nodes != e.nodes || f.found != e.found {
					t.Errorf("%d words, %d: %d solutions in %d nodes, the explorer has %d in %d", len(packed.guards), i, f.found, f.nodes, e.found, e.nodes)
				}
			}
		}
	}
	for want := 16; want <= 36; want += 4 {
		if tried[want] == 0 {
			t.Errorf("no board of %d words was tried: %v", want, tried)
		}
	}
}

// countFewest counts with frontiers.
func countFewest(p nqueens.Problem, threads int) nqueens.Outcome {
	return counted(newBoard(p).search(new(turns.Flag), threads).answer(nqueens.CountAll, nil))
}

// counted returns the outcome of a search that counted.
func counted(t tally) nqueens.Outcome {
	return t.outcome(context.Background(), nqueens.CountAll, answer.To(nqueens.CountAll, nil))
}

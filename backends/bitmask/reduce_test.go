package bitmask

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/cover"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestReduced checks that the reduced region has the solutions of the whole board.
func TestReduced(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 2550))
	solvable := 0
	for i := range 120 {
		p := restricted(r, familytest.Permuting()[i%4], 2+r.IntN(6))
		want := permutations(p)
		search := func(threads int) *search { return reducedSearch(p, i%8 < 4, new(turns.Flag), threads) }
		var got []string
		for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll} {
			solutions := answer.To(task, func(s nqueens.Solution) bool {
				got = append(got, sorted(s))
				return true
			})
			o := search(1+i%3).answer(task, solutions).outcome(context.Background(), task, solutions)
			switch {
			case task != nqueens.FindFirst && o.Count.Cmp(nqueens.NewCount(uint64(len(want)))) != 0:
				t.Errorf("%v: %s %v, not %d", p, task, o.Count, len(want))
			case task == nqueens.FindFirst && (o.Status == nqueens.Solved) != (len(want) > 0):
				t.Errorf("%v: %v, but there are %d solutions", p, o.Status, len(want))
			case o.Solution != nil && p.Check(o.Solution) != nil:
				t.Errorf("%v: %v: %v", p, o.Solution, p.Check(o.Solution))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%v: visited %v, not %v", p, got, want)
		}
		if len(want) > 0 {
			solvable++
		}
	}
	if solvable < 30 { // with fewer, the checks above would show little
		t.Errorf("only %d problems had solutions", solvable)
	}
}

// TestSparseLargeBoards checks that boards of more than 64 squares a side on which little is open
// have the solutions that dancing links find.
func TestSparseLargeBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 7))
	for _, test := range []struct {
		family *nqueens.Family
		n      int
		open   float64 // squares a rank besides those of a solution
	}{
		{family.Queens, 65, 3}, {family.Queens, 72, 3.5}, {family.Queens, 100, 4}, {family.Queens, 120, 4}, {family.Queens, 280, 2},
		{family.Superqueens, 70, 3}, {family.Torus, 67, 4}, {family.Rooks, 66, 0.6},
	} {
		p := planted(r, test.family, test.n, test.open)
		want := cover.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		got := run(p, nqueens.CountAll, nil)
		if got.Status != nqueens.Solved || got.Count.Cmp(want.Count) != 0 {
			t.Errorf("%s(%d): %v %v, dancing links %v", p.Family.Name, p.N, got.Status, got.Count, want.Count)
		}
		portable := New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: portableVariant}, nil)
		if portable.Count.Cmp(want.Count) != 0 || portable.Stats["nodes"] != got.Stats["nodes"] {
			t.Errorf("%s(%d): portable %v in %d nodes, otherwise %v in %d", p.Family.Name, p.N,
				portable.Count, portable.Stats["nodes"], got.Count, got.Stats["nodes"])
		}
		for _, threads := range []int{1, 2} {
			o := New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.FindFirst, Threads: threads}, nil)
			if solvable := want.Count.String() != "0"; (o.Status == nqueens.Solved) != solvable || solvable && p.Check(o.Solution) != nil {
				t.Errorf("%s(%d): %v %v", p.Family.Name, p.N, o.Status, p.Check(o.Solution))
			}
		}
	}
}

// planted returns a random problem of a family. The open squares are the squares of one placement, in which
// each piece is two ranks above the piece of the previous file, and on average open other squares on each
// rank. The placement solves the problem for queens, not for superqueens, and not on the torus if n is even.
func planted(r *rand.Rand, f *nqueens.Family, n int, open float64) nqueens.Problem {
	p := bare(f, n)
	rankOf := func(file int) int {
		if n%2 == 0 {
			return (2*file + 1) % (n + 1)
		}
		return 2 * file % n
	}
	for rank := range n {
		for file := range n {
			if rankOf(file) != rank && r.Float64()*float64(n) >= open {
				p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
			}
		}
	}
	return p
}

// TestTranslatedBoards checks that a board of hundreds of squares a side that encodes a few queens
// and excluded diagonals has the same solutions as the small board.
func TestTranslatedBoards(t *testing.T) {
	r := instance.NewRandom(13)
	for _, n := range []int{6, 8, 10} {
		maximal, err := instance.RandomDiagonals(r, n, 3)
		if err != nil {
			t.Fatal(err)
		}
		p, err := instance.FirstDiagonals(maximal, n/3)
		if err != nil {
			t.Fatal(err)
		}
		translation, err := instance.ToCompletion(p)
		if err != nil {
			t.Fatal(err)
		}
		want := enumerate(t, p)
		var got []string
		o := run(translation.Completion, nqueens.FindAll, func(s nqueens.Solution) bool {
			s = slices.Clone(s)
			s.Sort()
			if err := translation.Completion.Check(s); err != nil {
				t.Errorf("%v: %v", p, err)
			}
			got = append(got, sorted(translation.Reduced(s)))
			return true
		})
		slices.Sort(got)
		if o.Status != nqueens.Solved || !slices.Equal(got, want) {
			t.Errorf("%v on %d squares a side: %v %v, not %v", p, translation.Completion.N, o.Status, got, want)
		}
		if first := run(translation.Completion, nqueens.FindFirst, nil); len(want) > 0 && translation.Completion.Check(first.Solution) != nil {
			t.Errorf("%v: %v", p, first.Status)
		}
	}
}

func TestLargeBoardsWithoutSolution(t *testing.T) {
	square := func(file, rank int) nqueens.Square { return nqueens.Square{File: file, Rank: rank} }
	full := bare(family.Queens, 70)
	for i := range 70 {
		full.Given = append(full.Given, square(i, (2*i+1)%71))
	}
	for _, test := range []struct {
		name   string
		change func(*nqueens.Problem)
		count  string
	}{
		{"all given", func(*nqueens.Problem) {}, "1"},
		{"given twice", func(p *nqueens.Problem) { p.Given = append(p.Given, p.Given[0]) }, "1"},
		{"a given blocked", func(p *nqueens.Problem) { p.Blocked = p.Given[3:4] }, "0"},
		{"a given excluded", func(p *nqueens.Problem) { p.Excluded = []nqueens.Diagonal{{Sum: true, Value: 1}} }, "0"},
		{"givens attack", func(p *nqueens.Problem) { p.Given[0] = square(0, 69) }, "0"},
		{"the last one's square blocked", func(p *nqueens.Problem) {
			p.Blocked, p.Given = p.Given[69:], p.Given[:69]
		}, "0"},
		{"one left", func(p *nqueens.Problem) { p.Given = p.Given[1:] }, "1"},
	} {
		p := full
		p.Given = slices.Clone(full.Given)
		test.change(&p)
		if o := run(p, nqueens.CountAll, nil); o.Status != nqueens.Solved || o.Count.String() != test.count {
			t.Errorf("%s: %v %v, not %s", test.name, o.Status, o.Count, test.count)
		}
		o := run(p, nqueens.FindFirst, nil)
		if (o.Status == nqueens.Solved) != (test.count == "1") || o.Solution != nil && p.Check(o.Solution) != nil {
			t.Errorf("%s: %v %v", test.name, o.Status, o.Solution)
		}
	}
}

package bitmask

import (
	"fmt"
	"math/rand/v2"
	"nqueens/backends/internal/turns"
	"nqueens/internal/familytest"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// restricted returns a random problem with a few givens, blocked squares and excluded lines; half
// of these problems are symmetric about the middle between the files.
func restricted(r *rand.Rand, f *nqueens.Family, n int) nqueens.Problem {
	p := bare(f, n)
	square := func() nqueens.Square { return nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)} }
	for range r.IntN(n * n / 3) {
		p.Blocked = append(p.Blocked, square())
	}
	if r.IntN(3) == 0 {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: r.IntN(2*n - 1)}, nqueens.Diagonal{Value: r.IntN(2*n-1) - n + 1})
	}
	if r.IntN(2) == 0 {
		mirror := func(squares []nqueens.Square) {
			for _, s := range squares {
				p.Blocked = append(p.Blocked, nqueens.MirrorFiles.Apply(nqueens.NByN(n), s))
			}
		}
		mirror(p.Blocked)
		for _, d := range slices.Clone(p.Excluded) {
			value := n - 1 - d.Value
			p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: !d.Sum, Value: value})
		}
		if n%2 == 1 && r.IntN(3) == 0 {
			p.Given = append(p.Given, nqueens.Square{File: n / 2, Rank: r.IntN(n)})
		}
		return p
	}
	for range max(0, r.IntN(5)-2) {
		p.Given = append(p.Given, square())
	}
	return p
}

// permutations returns the solutions among all ways to put a piece on each rank and each file, as
// sorted text.
func permutations(p nqueens.Problem) []string {
	var found []string
	s := make(nqueens.Solution, p.N)
	var put func(file int, used uint)
	put = func(file int, used uint) {
		if file == p.N {
			if p.Check(s) == nil {
				found = append(found, s.String())
			}
			return
		}
		for rank := range p.N {
			if used>>rank&1 == 0 {
				s[file] = nqueens.On(file, rank)
				put(file+1, used|1<<rank)
			}
		}
	}
	put(0, 0)
	slices.Sort(found)
	return found
}

func TestRestrictedAgainstPermutations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1850))
	mirrored, solvable := 0, 0
	for range 60 {
		for _, f := range familytest.Permuting() {
			p := restricted(r, f, 2+r.IntN(6))
			want := permutations(p)
			if got := enumerate(t, p); !slices.Equal(got, want) {
				t.Errorf("%v: visited %v, want %v", p, got, want)
			}
			b := newBoard(p)
			for name, search := range searches(f, p.N) {
				if o := search(p); o.Count.String() != fmt.Sprint(len(want)) {
					t.Errorf("%v: counted %v by %s, want %d", p, o.Count, name, len(want))
				}
			}
			if o := run(p, nqueens.CountAll, nil); o.Count.String() != fmt.Sprint(len(want)) {
				t.Errorf("%v: the answer to count is %v, want %d", p, o.Count, len(want))
			}
			o := run(p, nqueens.FindFirst, nil)
			if (o.Status == nqueens.Solved) != (len(want) > 0) || (o.Status == nqueens.Unsatisfiable) != (len(want) == 0) {
				t.Errorf("%v: first is %v, but there are %d", p, o.Status, len(want))
			}
			if len(want) > 0 && !slices.Contains(want, o.Solution.String()) {
				t.Errorf("%v: first is %v", p, o.Solution)
			}
			if len(want) > 0 {
				solvable++
				if b.mirrored {
					mirrored++
				}
			}
		}
	}
	// With fewer, the checks above would show little.
	if solvable < 60 || mirrored < 20 {
		t.Errorf("only %d problems had solutions, %d of them symmetric", solvable, mirrored)
	}
}

// searches returns all methods of this package to count solutions of a family, by name.
func searches(f *nqueens.Family, n int) map[string]func(nqueens.Problem) nqueens.Outcome {
	list := map[string]func(nqueens.Problem) nqueens.Outcome{}
	for _, threads := range []int{1, 3} {
		list[fmt.Sprintf("fewest squares, %d threads", threads)] = func(p nqueens.Problem) nqueens.Outcome {
			return countFewest(p, threads)
		}
		of, err := pieceOf(bare(f, n))
		if err != nil || of.place == nil && !of.rings {
			continue
		}
		if !of.rings {
			list[fmt.Sprintf("rank by rank, %d threads", threads)] = func(p nqueens.Problem) nqueens.Outcome {
				return counted(newBoard(p).count(new(turns.Flag), threads))
			}
			continue
		}
		for name, k := range kernels(n) {
			list[fmt.Sprintf("inside rings, %s, %d threads", name, threads)] = func(p nqueens.Problem) nqueens.Outcome {
				return counted(countInside(newBoard(p), new(turns.Flag), threads, k))
			}
		}
	}
	return list
}

// TestSearchesAgreeOnWideBoards uses boards that are wider than lanes and half words.
func TestSearchesAgreeOnWideBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 64))
	for _, test := range []struct {
		family   *nqueens.Family
		n, given int
	}{
		{family.Queens, 17, 5}, {family.Queens, 18, 5}, {family.Queens, 31, 17}, {family.Queens, 32, 18}, {family.Rooks, 32, 25},
		{family.Superqueens, 31, 12}, {family.Superqueens, 32, 13}, {family.Torus, 31, 14},
	} {
		p := bare(test.family, test.n)
		solution := run(p, nqueens.FindFirst, nil).Solution
		for _, i := range r.Perm(p.N)[:test.given] {
			p.Given = append(p.Given, solution[i].Square)
		}
		explored := countFewest(p, 1)
		for name, search := range searches(test.family, p.N) {
			if counted := search(p); counted.Count.Cmp(explored.Count) != 0 || counted.Count.String() == "0" {
				t.Errorf("%v: %s %v, explorer %v", p, name, counted.Count, explored.Count)
			}
		}
	}
}

// TestCountOnBoardsTooWideForTheCounter uses a board with 34 of 40 rooks given, so that the other
// six may stand in any order.
func TestCountOnBoardsTooWideForTheCounter(t *testing.T) {
	p := bare(family.Rooks, 40)
	for i := range 34 {
		p.Given = append(p.Given, nqueens.Square{File: i, Rank: i})
	}
	if o := run(p, nqueens.CountAll, nil); o.Status != nqueens.Solved || o.Count.String() != "720" {
		t.Errorf("%v ways to add six rooks, not 720", o.Count)
	}
}

func TestNothingFits(t *testing.T) {
	all := func(n int) (squares []nqueens.Square) {
		for i := range n * n {
			squares = append(squares, nqueens.Square{File: i % n, Rank: i / n})
		}
		return squares
	}
	for _, p := range []nqueens.Problem{
		{Family: family.Queens, N: 1, Blocked: all(1)},
		{Family: family.Queens, N: 8, Blocked: all(8)},
		{Family: family.Queens, N: 8, Given: all(2)},
		{Family: family.Queens, N: 8, Given: all(1), Blocked: all(1)},
		{Family: family.Rooks, N: 40, Blocked: all(40)},
	} {
		if o := run(p, nqueens.CountAll, nil); o.Status != nqueens.Solved || o.Count.String() != "0" {
			t.Errorf("%v: count %v %v", p, o.Status, o.Count)
		}
		if o := run(p, nqueens.FindFirst, nil); o.Status != nqueens.Unsatisfiable {
			t.Errorf("%v: first %v", p, o.Status)
		}
		if got := enumerate(t, p); len(got) != 0 {
			t.Errorf("%v: visited %v", p, got)
		}
	}
	one := nqueens.Problem{Family: family.Queens, N: 1, Given: all(1)}
	if o := run(one, nqueens.CountAll, nil); o.Count.String() != "1" {
		t.Errorf("%v: count %v", one, o.Count)
	}
}

package orbit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/cover"
	"nqueens/family"
)

// restricted returns a random problem with a few givens, blocked squares and excluded lines; half
// of these problems are invariant under reversing the files. Most givens are from a solution, if
// there is one.
func restricted(r *rand.Rand, g nqueens.Symmetry, n int) nqueens.Problem {
	p := bare(n, g)
	square := func() nqueens.Square { return nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)} }
	for range r.IntN(n) {
		p.Blocked = append(p.Blocked, square())
	}
	if r.IntN(3) == 0 {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: r.IntN(2*n - 1)}, nqueens.Diagonal{Value: r.IntN(2*n-1) - n + 1})
	}
	if r.IntN(2) == 0 {
		for _, s := range slices.Clone(p.Blocked) {
			p.Blocked = append(p.Blocked, nqueens.MirrorFiles.Apply(nqueens.NByN(n), s))
		}
		for _, d := range slices.Clone(p.Excluded) {
			p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: !d.Sum, Value: n - 1 - d.Value})
		}
		return p
	}
	if r.IntN(8) == 0 {
		p.Given = append(p.Given, square())
	}
	if first := run(p, nqueens.FindFirst, nil).Solution; first != nil {
		for range r.IntN(4) {
			p.Given = append(p.Given, first[r.IntN(n)].Square)
		}
	}
	return p
}

// filtered returns the solutions that have the symmetry, filtered from all solutions, as sorted
// text.
func filtered(t *testing.T, p nqueens.Problem) []string {
	t.Helper()
	var found []string
	request := nqueens.Request{Problem: p.SymmetricUnder(nqueens.Identity), Task: nqueens.FindAll}
	o := bitmask.New().Run(t.Context(), request, func(s nqueens.Solution) bool {
		if s.Has(nqueens.NByN(p.N), p.Symmetric) {
			s = slices.Clone(s)
			s.Sort()
			found = append(found, s.String())
		}
		return true
	})
	if o.Status != nqueens.Solved {
		t.Fatalf("%v by bitmask: %v", p, o.Status)
	}
	slices.Sort(found)
	return found
}

func TestBareAgainstFilteringAllSolutions(t *testing.T) {
	for _, g := range symmetries() {
		for n := 1; n <= 9; n++ {
			p := bare(n, g)
			if got, want := enumerate(t, p), filtered(t, p); !slices.Equal(got, want) {
				t.Errorf("%v: %v, want %v", p, got, want)
			}
		}
	}
}

func TestRestrictedAgainstFilteringAllSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1850))
	solvable := 0
	for range 400 {
		for _, g := range symmetries() {
			p := restricted(r, g, 1+r.IntN(8))
			want := filtered(t, p)
			if got := enumerate(t, p); !slices.Equal(got, want) {
				t.Errorf("%v: %v, want %v", p, got, want)
			}
			checkCount(t, p, nqueens.NewCount(uint64(len(want))), "filtering")
			if len(want) > 0 {
				solvable++
			}
		}
	}
	if solvable < 300 { // with fewer, the checks above would show little
		t.Errorf("only %d problems had solutions", solvable)
	}
}

func TestRestrictedAgainstExactCover(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1850))
	solvable, mirrored, given := 0, 0, 0
	for range 100 {
		for _, g := range []nqueens.Symmetry{nqueens.HalfTurn, nqueens.QuarterTurn, nqueens.QuarterTurnBack} {
			n := 9 + r.IntN(5)
			if g != nqueens.HalfTurn {
				n = []int{12, 13, 16, 17}[r.IntN(4)]
			}
			p := restricted(r, g, n)
			o := cover.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
			checkCount(t, p, o.Count, "dlx")
			if seen := uint64(len(enumerate(t, p))); o.Count.Cmp(nqueens.NewCount(seen)) != 0 {
				t.Errorf("%v: %d solutions; dlx has %v", p, seen, o.Count)
			}
			first := run(p, nqueens.FindFirst, nil)
			none := o.Count.String() == "0"
			if (first.Status == nqueens.Unsatisfiable) != none || !none && p.Check(first.Solution) != nil {
				t.Errorf("%v: first is %v %v; dlx counts %v", p, first.Status, first.Solution, o.Count)
			}
			if !none {
				solvable++
				if len(p.Given) > 0 {
					given++
				}
				if newBoard(p).mirrored {
					mirrored++
				}
			}
		}
	}
	if solvable < 60 || mirrored < 15 || given < 30 { // with fewer, the checks above would show little
		t.Errorf("%d problems had solutions, %d of them symmetric, %d with givens", solvable, mirrored, given)
	}
}

// TestBlockedLine checks boards with a blocked line. Without noticing that line, the search would not end.
func TestBlockedLine(t *testing.T) {
	for _, n := range []int{30, 32, 64} {
		for _, line := range []int{0, 7, n - 1} {
			for _, g := range []nqueens.Symmetry{nqueens.HalfTurn, nqueens.QuarterTurn} {
				rank, file := bare(n, g), bare(n, g)
				for i := range n {
					rank.Blocked = append(rank.Blocked, nqueens.Square{File: i, Rank: line})
					file.Blocked = append(file.Blocked, nqueens.Square{File: line, Rank: i})
				}
				for _, p := range []nqueens.Problem{rank, file} {
					o := run(p, nqueens.CountAll, nil)
					if o.Count.String() != "0" || o.Stats["nodes"] != 0 {
						t.Errorf("%v: %v in %d nodes", p, o.Count, o.Stats["nodes"])
					}
				}
			}
		}
	}
}

// TestCentralSquare checks that boards with an odd number of squares a side need the central
// square.
func TestCentralSquare(t *testing.T) {
	for text, want := range map[string]string{
		"queens(1, symmetric=transpose)":                            "1",
		"queens(1, blocked=a1, symmetric=transpose)":                "0",
		"queens(1, given=a1, symmetric=quarter-turn)":               "1",
		"queens(13, given=g7, symmetric=quarter-turn)":              "8",
		"queens(13, blocked=g7, symmetric=quarter-turn)":            "0",
		"queens(13, given=g7+g7, symmetric=half-turn)":              "136",
		"queens(13, excluded=diff:0, symmetric=half-turn)":          "0",
		"queens(13, given=g8, symmetric=half-turn)":                 "0",
		"queens(12, given=a1, symmetric=half-turn)":                 "0",
		"queens(12, given=c1+j12, blocked=c1, symmetric=half-turn)": "0",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := run(p, nqueens.CountAll, nil).Count; got.String() != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

package family_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// dominations are the families of domination.go, with the steps of each piece over the board. A
// slider repeats a step until it meets another piece.
var dominations = []struct {
	family          *nqueens.Family
	steps           []nqueens.Square
	slides          bool
	total, peaceful bool
	best            []int // number of pieces for n = 1..5
}{
	{family.Domination, append(straight, oblique...), true, false, false, []int{1, 1, 1, 2, 3}},
	{family.IndependentDomination, append(straight, oblique...), true, false, true, []int{1, 1, 1, 3, 3}},
	{family.TotalDomination, append(straight, oblique...), true, true, false, []int{0, 2, 2, 2, 3}},
	{family.TorusDomination, append(straight, oblique...), true, false, false, []int{1, 1, 1, 2, 3}},
	{family.KingDomination, append(straight, oblique...), false, false, false, []int{1, 1, 1, 4, 4}},
	{family.RookDomination, straight, true, false, false, []int{1, 2, 3, 4, 5}},
	{family.BishopDomination, oblique, true, false, false, []int{1, 2, 3, 4, 5}},
	{family.KnightDomination, []nqueens.Square{{File: 1, Rank: 2}, {File: 2, Rank: 1}, {File: -1, Rank: 2}, {File: -2, Rank: 1}, {File: 1, Rank: -2}, {File: 2, Rank: -1}, {File: -1, Rank: -2}, {File: -2, Rank: -1}}, false, false, false, []int{1, 4, 4, 4, 5}},
}

var (
	straight = []nqueens.Square{{File: 0, Rank: 1}, {File: 1, Rank: 0}, {File: 0, Rank: -1}, {File: -1, Rank: 0}}
	oblique  = []nqueens.Square{{File: 1, Rank: 1}, {File: 1, Rank: -1}, {File: -1, Rank: 1}, {File: -1, Rank: -1}}
)

// TestDominationBlocked compares Check with pieces that move square by square and stop at the first
// other piece: pieces in between must make no difference.
func TestDominationBlocked(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 5))
	for _, d := range dominations {
		right := 0
		for range 3000 {
			p := nqueens.Problem{Family: d.family, N: 1 + random.IntN(6)}
			if d.family.Rectangles {
				p.Files = 1 + random.IntN(6)
			}
			board := p.Board()
			var s nqueens.Solution
			for _, i := range random.Perm(board.Size())[:random.IntN(min(board.Size(), 9)+1)] {
				s = append(s, nqueens.Placement{Square: board.Squares()[i]})
			}
			attacked := map[nqueens.Square]bool{}
			for _, from := range s.Squares() {
				for _, step := range d.steps {
					at := from
					for {
						at = nqueens.Square{File: at.File + step.File, Rank: at.Rank + step.Rank}
						if d.family == family.TorusDomination {
							at = nqueens.Square{File: (at.File + p.N) % p.N, Rank: (at.Rank + p.N) % p.N}
						}
						if !board.Contains(at) || at == from {
							break
						}
						attacked[at] = true
						if !d.slides || slices.Contains(s.Squares(), at) {
							break
						}
					}
				}
			}
			want := true
			for _, at := range board.Squares() {
				stands := slices.Contains(s.Squares(), at)
				want = want && (attacked[at] || stands && !d.total) && !(attacked[at] && stands && d.peaceful)
			}
			if want {
				right++
			}
			if err := p.Check(s); (err == nil) != want {
				t.Fatalf("%v: %v: %v, by moving the pieces %v", p, s, err, want)
			}
		}
		if right < 20 { // otherwise this test would be weak
			t.Errorf("%s: %d solutions", d.family.Name, right)
		}
	}
}

// TestDominationModel compares the clauses with Check on random sets of pieces, on boards too large
// for a test of all sets.
func TestDominationModel(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, d := range dominations {
		right := 0
		for range 300 {
			p := nqueens.Problem{Family: d.family, N: 4 + random.IntN(4)}
			if d.family.Rectangles {
				p.Files = 4 + random.IntN(4)
			}
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			var s nqueens.Solution
			free := func(at nqueens.Placement) bool {
				q := p
				q.Given = append(s.Squares(), at.Square)
				_, _, attacks := q.GivenConflict()
				return !attacks && !slices.Contains(s, at)
			}
			for range random.IntN(40) {
				if at := m.Placements[random.IntN(len(m.Placements))]; free(at) {
					s = append(s, at)
				}
			}
			broken, holds := m.Holds(func(i int) bool { return slices.Contains(s, m.Placements[i]) })
			if err := p.Check(s); (err == nil) != holds {
				t.Fatalf("%v: %v: %v, and of the model %q", p, s, err, broken)
			}
			if holds {
				right++
			}
		}
		if right < 20 || right > 280 { // otherwise this test would be weak
			t.Errorf("%s: %d of 300 are solutions", d.family.Name, right)
		}
	}
}

// TestDominationFewest tries sets of pieces in order of their size, from none.
func TestDominationFewest(t *testing.T) {
	for _, d := range dominations {
		for i, want := range d.best {
			p := nqueens.Problem{Family: d.family, N: i + 1}
			squares := nqueens.Placed(p.Board().Squares())
			var covers func(from, pieces int, s nqueens.Solution) bool
			covers = func(from, pieces int, s nqueens.Solution) bool {
				if pieces == 0 {
					return p.Check(s) == nil
				}
				for j := from; j+pieces <= len(squares); j++ {
					if covers(j+1, pieces-1, append(s, squares[j])) {
						return true
					}
				}
				return false
			}
			best := 0
			for best <= len(squares) && !covers(0, best, nil) {
				best++
			}
			if best > len(squares) {
				best = 0
			}
			if best != want {
				t.Errorf("%v: %d pieces, want %d", p, best, want)
			}
			if known, ok := p.KnownOptimum(); ok && fmt.Sprint(known.Count) != fmt.Sprint(want) {
				t.Errorf("%v: %d pieces, %s says %v", p, want, known.Source, known.Count)
			}
		}
	}
}

func TestDominationContradiction(t *testing.T) {
	if known, ok := (nqueens.Problem{Family: family.Domination, N: 16}).Known(); ok {
		t.Errorf("%v, of which the OEIS says two things", known)
	}
	if known, ok := (nqueens.Problem{Family: family.Domination, N: 17}).Known(); !ok || known.Count.String() != "124" {
		t.Errorf("n = 17: %v", known)
	}
}

func TestDominationTooLarge(t *testing.T) {
	if err := (nqueens.Problem{Family: family.KingDomination, N: 129}).Validate(); fmt.Sprint(err) != "129 squares a side: the family king-domination is for up to 128" {
		t.Error(err)
	}
}

package propagate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// The filtered model has the same solutions as the whole one, and so has the board with closed
// squares.
func TestFiltered(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 1994))
	fewer, refuted := 0, 0
	for i := range 600 {
		p := nqueens.Problem{Family: []*nqueens.Family{family.Queens, family.Rooks, family.Torus}[i%3], N: 6 + r.IntN(3)}
		// Some ranks have squares on as many files only, or on fewer.
		ranks := 2 + r.IntN(p.N-3)
		files := ranks - r.IntN(2)
		permuted := r.Perm(p.N)
		for _, s := range p.Board().Squares() {
			if r.IntN(5) == 0 || permuted[s.Rank] < ranks && permuted[(s.File+i)%p.N] >= files {
				p.Blocked = append(p.Blocked, s)
			}
		}
		if r.IntN(3) == 0 {
			p.Given = []nqueens.Square{{File: r.IntN(p.N), Rank: r.IntN(p.N)}}
		}
		reduced, err := Reduced(p)
		if err != nil {
			t.Fatal(err)
		}
		filtered, err := Filtered(p)
		if err != nil {
			t.Fatal(err)
		}
		closed, err := Closed(p)
		if err != nil {
			t.Fatal(err)
		}
		board, err := Reduced(closed)
		if err != nil {
			t.Fatal(err)
		}
		want := solutions(reduced)
		if got := solutions(filtered); !slices.Equal(got, want) {
			t.Fatalf("%v: filtered %v, not %v", p, got, want)
		}
		if got := solutions(board); !slices.Equal(got, want) {
			t.Fatalf("%v: closed %v, not %v", p, got, want)
		}
		if len(filtered.Placements) < len(reduced.Placements) {
			if fewer++; len(filtered.Clauses) > 0 && strings.Contains(filtered.Clauses[0].Name, "share") {
				refuted++
			}
		}
	}
	if fewer < 50 || refuted < 20 {
		t.Errorf("only %d models lost placements, %d all of them", fewer, refuted)
	}
}

// solutions returns the solutions of a small model as text, in order.
func solutions(m *nqueens.Model) (all []string) {
	var walk func(p *Propagation)
	walk = func(p *Propagation) {
		next := slices.IndexFunc(p.value, func(v int8) bool { return v == 0 })
		if next < 0 {
			s := slices.Clone(m.Chosen)
			for i, v := range p.value {
				if v > 0 {
					s = append(s, m.Placements[i])
				}
			}
			solution := nqueens.Solution(s)
			solution.Sort()
			all = append(all, solution.String())
			return
		}
		for _, l := range []nqueens.Literal{nqueens.Chosen(next), nqueens.NotChosen(next)} {
			mark := len(p.Trail)
			if p.Assume(l) {
				walk(p)
			}
			p.Undo(mark)
		}
	}
	if p := Of(m); !p.Refuted {
		walk(p)
	}
	slices.Sort(all)
	return all
}

// A model refuted by Room has no solution, and Room refutes known cases.
func TestRoom(t *testing.T) {
	refuted := 0
	modeltest.ForRandom(t, 5000, func(t *testing.T, _ *rand.Rand, m *nqueens.Model, solutions []uint64) {
		p := Of(m)
		before := p.Refuted
		if why := p.Room(); p.Refuted && len(solutions) > 0 {
			t.Fatalf("%s: there are %d solutions", why, len(solutions))
		}
		if p.Refuted && !before {
			refuted++
		}
	})
	if refuted < 20 {
		t.Errorf("%d refuted: too few to tell", refuted)
	}
	for _, tt := range []struct {
		problem string
		least   int // the largest possible number
		most    int
	}{
		{"queens-3d(11)", 0, 121},
		{"queens-3d(3, dimensions=4)", 0, 27},
		{"queens(5, files=9)", 0, 5},
		{"rooks(8)", 0, 8},
		{"bishops(8)", 0, 14},
		{"bishops(9)", 0, 16},
		{"kings(8)", 0, 16},
		{"kings(9)", 0, 25},
		{"dragon-kings(7)", 0, 7},
		{"king-domination(8)", 9, 64},
		{"king-domination(9, given=a1)", 10, 81},
	} {
		p, err := family.All().Parse(tt.problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{tt.least - 1, tt.least, tt.most, tt.most + 1} {
			if k < 0 || k > p.Room() {
				continue
			}
			m, err := p.WithPieces(*nqueens.Exactly(k)).Model()
			if err != nil {
				t.Fatal(err)
			}
			root := Of(m)
			why := root.Room()
			if root.Refuted != (k < tt.least || k > tt.most) {
				t.Errorf("%v with %d pieces: refuted: %v (%s)", p, k, root.Refuted, why)
			}
		}
	}
}

// TestRoomForFewLines checks that Room does not compare very many lines that allow several placements with the others, because that
// takes time quadratic in their number.
func TestRoomForFewLines(t *testing.T) {
	for _, copies := range []int{1, 400} {
		for _, line := range []nqueens.Line{{Max: 74}, {Max: 2}, {Min: 76, Max: 150}} { // of 75 pairs
			literal := nqueens.Chosen
			if line.Min > 0 {
				literal = nqueens.NotChosen
			}
			m := &nqueens.Model{Placements: make([]nqueens.Placement, 150), Clauses: pairsOf(75, literal)}
			for i := range m.Placements {
				line.Placements = append(line.Placements, i)
			}
			for range copies {
				m.Lines = append(m.Lines, line)
			}
			p := Of(m)
			if p.Room(); p.Refuted != (copies == 1) {
				t.Errorf("%d lines of %d to %d: refuted: %v", copies, line.Min, line.Max, p.Refuted)
			}
		}
	}
}

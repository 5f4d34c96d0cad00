package branch

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/internal/propagate"
)

func TestArmies(t *testing.T) {
	for n := 1; n <= 9; n++ {
		p := nqueens.Problem{Family: nqueens.Peaceable, N: n}
		o := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.Optimise}, nil)
		known, ok := p.KnownOptimum()
		if !ok || o.Optimum == nil || nqueens.NewCount(uint64(*o.Optimum)).Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, optimum %v, not %v", p, o.Status, o.Optimum, known.Count)
			continue
		}
		if err := p.Check(o.Solution); err != nil || p.Counted(o.Solution) != *o.Optimum {
			t.Errorf("%v: %v: %v, %d of each", p, o.Solution, err, p.Counted(o.Solution))
		}
	}
}

// On boards of any shape with closed squares the armies are as large as the search for
// any model finds.
func TestArmiesAgainstSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1999, 59))
	for range 60 {
		p := nqueens.Problem{Family: nqueens.Peaceable, N: 2 + r.IntN(4), Files: 1 + r.IntN(5)}
		for range r.IntN(p.N * p.Files) {
			p.Blocked = append(p.Blocked, nqueens.Square{File: r.IntN(p.Files), Rank: r.IntN(p.N)})
		}
		m, err := propagate.Reduced(p)
		if err != nil {
			t.Fatal(err)
		}
		var stop turns.Flag
		a := armiesOf(m, &stop)
		if a == nil {
			if len(m.Placements) > 0 {
				t.Errorf("%v is not seen to be about armies", p)
			}
			continue
		}
		a.share()
		whole := run{ctx: t.Context(), model: m, stop: &stop, cacheBytes: 1 << 20}
		best, exists, err := whole.optimum(m.Objective.Over, true)
		if err != nil || !exists || a.best != best {
			t.Errorf("%v: %d of each, and %d by the search for any model: %v", p, a.best, best, err)
		}
		var s nqueens.Solution
		for _, i := range a.witness {
			s = append(s, m.Placements[i])
		}
		if err := p.Check(s); err != nil || p.Counted(s) != a.best {
			t.Errorf("%v: %v: %v", p, s, err)
		}
	}
}

// What says anything else is no matter of armies alone.
func TestNoArmies(t *testing.T) {
	peaceable := nqueens.Problem{Family: nqueens.Peaceable, N: 4}
	given, symmetric := peaceable, peaceable.SymmetricUnder(nqueens.HalfTurn)
	given.Given = []nqueens.Square{{}}
	for _, p := range []nqueens.Problem{
		given, symmetric, peaceable.WithPieces(nqueens.Range{Min: 2, Max: 2}),
		{Family: nqueens.QueensKnights, N: 4}, {Family: nqueens.Bishops, N: 4}, {Family: nqueens.Queens, N: 4},
	} {
		if m, err := p.Model(); err != nil || armiesOf(m, new(turns.Flag)) != nil {
			t.Errorf("%v: taken for armies (%v)", p, err)
		}
	}
	for change, m := range map[string]func(m *nqueens.Model){
		"a clause less": func(m *nqueens.Model) { m.Clauses = m.Clauses[1:] },
		"a clause more": func(m *nqueens.Model) {
			m.Clauses = append(m.Clauses, m.Clauses[0], nqueens.Clause{Literals: []nqueens.Literal{-1, -2}})
		},
		"one sum":         func(m *nqueens.Model) { m.Sums = m.Sums[:1] },
		"another least":   func(m *nqueens.Model) { m.Sums[0].Min++ },
		"another weight":  func(m *nqueens.Model) { m.Sums[1].Terms[0].Weight = 2 },
		"another goal":    func(m *nqueens.Model) { m.Objective.Over = m.Objective.Over[1:] },
		"the fewest":      func(m *nqueens.Model) { m.Objective.Goal = nqueens.Fewest },
		"a line":          func(m *nqueens.Model) { m.Lines = append(m.Lines, nqueens.Line{Max: 1, Placements: []int{0, 5}}) },
		"the other goal":  func(m *nqueens.Model) { m.Objective.Over = append([]int{16}, m.Objective.Over[1:]...) },
		"one army's sums": func(m *nqueens.Model) { m.Sums[1] = m.Sums[0] },
	} {
		model, err := peaceable.Model()
		if err != nil || armiesOf(model, new(turns.Flag)) == nil {
			t.Fatalf("%v: no armies (%v)", peaceable, err)
		}
		if m(model); armiesOf(model, new(turns.Flag)) != nil {
			t.Errorf("with %s: taken for armies", change)
		}
	}
}

package branch

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/propagate"
)

func TestArmies(t *testing.T) {
	for n := 1; n <= 11; n++ {
		p := nqueens.Problem{Family: family.Peaceable, N: n}
		o := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.Optimise}, nil)
		known, ok := p.KnownOptimum()
		if !ok || o.Optimum == nil || nqueens.NewCount(uint64(*o.Optimum)).Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, optimum %v, not %v", p, o.Status, o.Optimum, known.Count)
			continue
		}
		if err := p.Check(o.Solution); err != nil || p.Counted(o.Solution) != *o.Optimum {
			t.Errorf("%v: %v: %v, %d of each", p, o.Solution, err, p.Counted(o.Solution))
		}
		if n == 9 && o.Stats["nodes"] > 20000 {
			t.Errorf("%v: %d nodes: the weights cut nothing off", p, o.Stats["nodes"])
		}
	}
}

// TestArmiesAgainstSearch checks, on boards of any shape with closed squares, that the armies are
// as large as the general search finds.
func TestArmiesAgainstSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1999, 59))
	for range 60 {
		p := nqueens.Problem{Family: family.Peaceable, N: 2 + r.IntN(4), Files: 1 + r.IntN(5)}
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
		line := asGood(m.Objective.Over, true, best)
		if _, err := whole.search(&line, false, nil); err != nil {
			t.Fatal(err)
		}
		shown, distinct := 0, map[string]bool{}
		a.every(best, func(chosen []int32) bool {
			var s nqueens.Solution
			for _, i := range chosen {
				s = append(s, m.Placements[i])
			}
			s.Sort()
			if err := p.Check(s); err != nil || p.Counted(s) != best {
				t.Fatalf("%v: %v: %v", p, s, err)
			}
			shown++
			distinct[s.String()] = true
			return true
		})
		counted := a.every(best, nil)
		if want := whole.latest; counted.count().Cmp(want.count()) != 0 || nqueens.NewCount(uint64(shown)).Cmp(want.count()) != 0 || len(distinct) != shown {
			t.Errorf("%v: %v solutions, %d shown, %d of them distinct, and %v by the search for any model", p, counted.count(), shown, len(distinct), want.count())
		}
	}
}

// TestArmiesAgainstTryingAll checks the number of largest armies against a search that tries every first
// army. The boards have any shape, some with few open squares far apart.
func TestArmiesAgainstTryingAll(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1999))
	for i := range 200 {
		p := nqueens.Problem{Family: family.Peaceable, N: 1 + r.IntN(6), Files: 1 + r.IntN(6)}
		sparse := 1 + i%2
		if i == 0 { // more lines than a word has bits
			p.N, p.Files, sparse = 12, 11, 10
		}
		var open []nqueens.Square
		for _, s := range p.Board().Squares() {
			if len(open) < 14 && r.IntN(sparse) == 0 {
				open = append(open, s)
			} else {
				p.Blocked = append(p.Blocked, s)
			}
		}
		reach := make([]uint64, len(open)) // for each open square the open squares on its lines, including itself
		for j, s := range open {
			for k, o := range open {
				if queen(s.File-o.File, s.Rank-o.Rank) {
					reach[j] |= 1 << k
				}
			}
		}
		best, ways := 0, uint64(0)
		for first := range uint64(1) << len(open) {
			left, size := 0, bits.OnesCount64(first)
			for _, lines := range reach {
				if lines&first == 0 {
					left++
				}
			}
			if size > best && left >= size {
				best, ways = size, 0
			}
			if size == best {
				ways += new(big.Int).Binomial(int64(left), int64(size)).Uint64()
			}
		}
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
			o := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: task}, func(nqueens.Solution) bool { return true })
			if o.Count == nil || o.Count.Cmp(nqueens.NewCount(ways)) != 0 || o.Optimum == nil || *o.Optimum != best {
				t.Fatalf("%s of %v: %v %v ways, %v of each, and by trying all %d of %d", task, p, o.Status, o.Count, o.Optimum, ways, best)
			}
		}
	}
}

// TestArmiesAreStopped checks that a listing of armies ends soon after it is stopped, at any point.
func TestArmiesAreStopped(t *testing.T) {
	_, m := modelOf(t, "peaceable(8)")
	var stop turns.Flag
	a, shown := armiesOf(m, &stop), 0
	a.every(3, func([]int32) bool {
		stop.Raise()
		shown++
		return true
	})
	if shown == 0 || shown > 1<<10 || !a.stopped {
		t.Errorf("%d are shown after the flag", shown)
	}
}

// TestArmiesAreCounted checks counts on whole boards, where only one of each set of symmetric
// assignments is searched.
func TestArmiesAreCounted(t *testing.T) {
	for _, p := range []nqueens.Problem{{N: 1}, {N: 2}, {N: 6}, {N: 7}, {N: 8}, {N: 9}, {N: 4, Files: 6}, {N: 7, Files: 5}} {
		p.Family = family.Peaceable
		shown := uint64(0)
		all := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(nqueens.Solution) bool { shown++; return true })
		count := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		if all.Count.Cmp(count.Count) != 0 || all.Count.Cmp(nqueens.NewCount(shown)) != 0 || *all.Optimum != *count.Optimum {
			t.Errorf("%v: %d are shown, %v listed, %v counted", p, shown, all.Count, count.Count)
		}
		if known, ok := p.Known(); ok && known.Count.Cmp(count.Count) != 0 {
			t.Errorf("%v: %v, not %v", p, count.Count, known.Count)
		}
	}
}

// TestNoArmies checks that models with other constraints are not treated as armies.
func TestNoArmies(t *testing.T) {
	peaceable := nqueens.Problem{Family: family.Peaceable, N: 4}
	given, symmetric := peaceable, peaceable.SymmetricUnder(nqueens.HalfTurn)
	given.Given = []nqueens.Square{{}}
	for _, p := range []nqueens.Problem{
		given, symmetric, peaceable.WithPieces(nqueens.Range{Min: 2, Max: 2}),
		{Family: family.QueensKnights, N: 4}, {Family: family.Bishops, N: 4}, {Family: family.Queens, N: 4},
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

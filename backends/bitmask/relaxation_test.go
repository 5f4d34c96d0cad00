package bitmask

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestRelaxer checks that the relaxation, used at once and without limits, changes no answer, and
// that the squares it removes are in no solution.
func TestRelaxer(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 47))
	refuted, removed, restarted, divided := 0, 0, 0, 0
	for i := range 600 {
		p := restricted(r, familytest.Permuting()[i%4], 4+r.IntN(6))
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			plain := search{stop: new(turns.Flag), threads: 1}
			plain.explore(whole.pack(), nil, nil)
			s := search{stop: new(turns.Flag), threads: 1 + i%2}
			x := newRelaxer(whole, s.stop)
			x.cost, x.large = 0, 0
			x.due.Store(0)
			s.exploreRelaxed(x, whole.pack(), func(found nqueens.Solution) bool {
				if err := p.Check(found); err != nil {
					t.Errorf("%v: %v", p, err)
				}
				return false
			})
			if (plain.found > 0) != (s.found > 0) {
				t.Fatalf("%v: %d solutions, and with the relaxation %d: %q after %+v", p, plain.found, s.found, s.why, s.relaxStats)
			}
			removed += int(s.relaxStats.removed)
			switch {
			case x.why != "":
				refuted++
			case x.over.Load():
				restarted++
				left := search{stop: new(turns.Flag), threads: 1}
				for _, part := range x.parts {
					left.explore(part.pack(), nil, nil)
				}
				if divided += len(x.parts) / 2; left.found != plain.found {
					t.Fatalf("%v: %d solutions, and without %d squares %d", p, plain.found, x.relaxStats.removed, left.found)
				}
			}
		}
	}
	if refuted < 20 || removed < 100 || restarted < 20 || divided < 20 {
		t.Errorf("only %d boards were refuted, %d squares removed, %d searches begun again, %d divided", refuted, removed, restarted, divided)
	}
}

// TestRefuted checks that a board is refuted after some search, and that the outcome says how.
func TestRefuted(t *testing.T) {
	p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: 22, Size: 20}.Make(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	o := run(p, nqueens.FindFirst, nil)
	if o.Status != nqueens.Unsatisfiable || o.Note != "the linear relaxation has no solution" || o.By != "linear" {
		t.Errorf("%s by %q: %q", o.Status, o.By, o.Note)
	}
	if _, probed := o.Stats["probes"]; !probed || o.Stats["nodes"] > 1_000_000 || o.Stats["pivots"] == 0 {
		t.Errorf("stats %v", o.Stats)
	}
}

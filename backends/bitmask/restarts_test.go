package bitmask

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

func excludedDiagonals(t *testing.T, n, size int, seed uint64) nqueens.Problem {
	t.Helper()
	p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: size, Least: 4}.Make(t.Context(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRestart checks that, in any order of the squares, a solution of the problem is found if brute
// force finds one.
func TestRestart(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 14))
	solved, unsolved := 0, 0
	for i := range 600 {
		p := restricted(r, familytest.Permuting()[i%4], 4+r.IntN(4))
		found := false
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			anew := whole.restart(1_000_000, new(turns.Flag), func(s nqueens.Solution) bool {
				if err := p.Check(s); err != nil {
					t.Errorf("%v: %v", p, err)
				}
				found = true
				return false
			})
			if anew.relaxStats.restarts != 1 {
				t.Errorf("%v: %d searches where one is everywhere", p, anew.relaxStats.restarts)
			}
		}
		if want := len(permutations(p)) > 0; found != want {
			t.Fatalf("%v: found %v, and it has a solution %v", p, found, want)
		}
		if found {
			solved++
		} else {
			unsolved++
		}
	}
	if solved < 50 || unsolved < 50 {
		t.Errorf("only %d boards with a solution and %d without", solved, unsolved)
	}
}

// TestRestartEnds checks that restarts end at their limit of nodes and make as many searches as the Luby
// sequence gives. Repeated calls and the portable code give the same result, and the region stays unchanged.
func TestRestartEnds(t *testing.T) {
	r := newBoard(excludedDiagonals(t, 26, 25, 6)).region()
	before := slices.Clone(r.open)
	const nodes = 3*restartNodes + restartNodes/2 // the blocks of the sequence are 1, 1 and 2; half of the last one is used
	for _, r.portable = range []bool{false, true, false} {
		anew := r.restart(nodes, new(turns.Flag), func(nqueens.Solution) bool { t.Error("a solution of a board without"); return false })
		if anew.found != 0 || anew.stopped || anew.relaxStats.restarts != 3 || anew.nodes < nodes || anew.nodes > nodes+nodes/100 {
			t.Errorf("portable %v: %+v", r.portable, anew)
		}
		if again := r.restart(nodes, new(turns.Flag), nil); again != anew {
			t.Errorf("portable %v: %+v after %+v", r.portable, again, anew)
		}
	}
	if !slices.Equal(r.open, before) {
		t.Error("the squares of the region are in another order")
	}
	stop := new(turns.Flag)
	stop.Raise()
	if anew := r.restart(nodes, stop, nil); !anew.stopped || anew.nodes > nodes/100 {
		t.Errorf("stopped before: %+v", anew)
	}
	stop = new(turns.Flag)
	go stop.Raise()
	if anew := r.restart(1<<62, stop, nil); !anew.stopped {
		t.Errorf("stopped: %+v", anew)
	}
}

// TestFoundByRestart checks that a solution found by a restart ends the search, also of other threads,
// and that all nodes are counted. The search in its first order finds none among 10¹¹ nodes.
func TestFoundByRestart(t *testing.T) {
	p := excludedDiagonals(t, 30, 29, 14)
	var nodes uint64
	for _, threads := range []int{1, 1, 3} {
		s := newBoard(p).search(new(turns.Flag), threads)
		r := s.regions[0]
		x := newRelaxer(r, s.stop)
		x.cost = 1000
		x.due.Store(x.cost)
		visited := 0
		s.exploreRelaxed(x, r.pack(), func(found nqueens.Solution) bool {
			if err := p.Check(found); err != nil {
				t.Error(err)
			}
			visited++
			return false
		})
		if visited != 1 || !s.stopped || s.nodes < x.restartTally.nodes {
			t.Errorf("%d threads: %d solutions, %+v, of which %+v anew", threads, visited, s.tally, x.restartTally)
		}
		if threads > 1 {
			continue // one of them may find a solution before
		}
		if s.relaxStats.restarts < 1 || s.relaxStats.probes != atOnce || s.relaxStats.removed > 0 || s.nodes < x.restartTally.nodes+probing*1000 {
			t.Errorf("%+v, of which %+v anew", s.tally, x.restartTally)
		}
		if nodes > 0 && s.nodes != nodes {
			t.Errorf("%d nodes after %d", s.nodes, nodes)
		}
		nodes = s.nodes
	}
}

// TestProbedFirst checks that the node limit of restarts is computed from the tree that is left after
// probing. Here probing refutes the board after a few rounds.
func TestProbedFirst(t *testing.T) {
	s := newBoard(excludedDiagonals(t, 22, 20, 9)).search(new(turns.Flag), 1)
	r := s.regions[0]
	x := newRelaxer(r, s.stop)
	x.cost = 100
	x.due.Store(x.cost)
	s.exploreRelaxed(x, r.pack(), func(nqueens.Solution) bool { t.Error("a solution of a board without"); return false })
	if s.found > 0 || s.stopped || s.relaxStats.removed == 0 || s.by != "linear" {
		t.Errorf("%+v", s.tally)
	}
	whole := r.pack().estimate(descents, 1, s.stop)
	if x.restartTally.relaxStats.restarts > 1 || x.restartTally.nodes > share(whole)/2 {
		t.Errorf("%+v of some %.0f nodes", x.restartTally, whole)
	}
}

func TestShare(t *testing.T) {
	for left, want := range map[float64]uint64{-1e9: 0, 0: 0, 199: 0, 1e9: 5_000_000, 1e40: 1 << 62, math.Inf(1): 1 << 62} {
		if got := share(left); got != want {
			t.Errorf("%d of %g left, want %d", got, left, want)
		}
	}
}

package orbit

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

func bare(n int, g nqueens.Symmetry) nqueens.Problem {
	return nqueens.Problem{Family: family.Queens, N: n, Symmetric: g}
}

func run(p nqueens.Problem, task nqueens.Task, visit func(nqueens.Solution) bool) nqueens.Outcome {
	return Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: task}, visit)
}

// symmetries returns all symmetries except the identity.
func symmetries() []nqueens.Symmetry { return nqueens.Symmetries()[1:] }

// enumerate returns the solutions that the task all visits, as sorted text. It fails the test if
// one is wrong, comes twice or is not counted.
func enumerate(t *testing.T, p nqueens.Problem) []string {
	t.Helper()
	var seen []string
	o := run(p, nqueens.FindAll, func(s nqueens.Solution) bool {
		if err := p.Check(s); err != nil {
			t.Errorf("%v: visited %v: %v", p, s, err)
		}
		s = slices.Clone(s)
		s.Sort()
		seen = append(seen, s.String())
		return true
	})
	slices.Sort(seen)
	if o.Status != nqueens.Solved || o.Count.Cmp(nqueens.NewCount(uint64(len(seen)))) != 0 {
		t.Errorf("%v: status %v, count %v after %d visits", p, o.Status, o.Count, len(seen))
	}
	if distinct := slices.Compact(slices.Clone(seen)); len(distinct) != len(seen) {
		t.Errorf("%v: %d visits, %d different solutions", p, len(seen), len(distinct))
	}
	return seen
}

// checkCount compares the results of all ways to count.
func checkCount(t *testing.T, p nqueens.Problem, want *nqueens.Count, source string) {
	t.Helper()
	if o := run(p, nqueens.CountAll, nil); o.Status != nqueens.Solved || o.Count.Cmp(want) != 0 {
		t.Errorf("counting %v: %v %v; %s has %v", p, o.Status, o.Count, source, want)
	}
	b := newBoard(p)
	if b.unsolvable {
		return
	}
	e := explorer{board: b, stop: new(atomic.Bool)}
	e.run()
	if nqueens.NewCount(e.found).Cmp(want) != 0 {
		t.Errorf("exploring %v: %v; %s has %v", p, e.found, source, want)
	}
	if b.turn == nqueens.HalfTurn && b.n <= maxCounterSize {
		c := newCounter(b, new(atomic.Bool))
		c.run()
		if nqueens.NewCount(c.found).Cmp(want) != 0 {
			t.Errorf("file by file %v: %v; %s has %v", p, c.found, source, want)
		}
	}
}

// checkKnown compares the counts for 1 to n squares a side with the published ones, A032522 for
// half turns and A033148 for quarter turns.
func checkKnown(t *testing.T, g nqueens.Symmetry, from, to int) {
	for n := from; n <= to; n++ {
		p := bare(n, g)
		known, ok := p.Known()
		if !ok {
			t.Fatalf("%v has no known count", p)
		}
		start := time.Now()
		checkCount(t, p, known.Count, known.Source)
		t.Logf("%v: %v in %v", p, known.Count, time.Since(start))
	}
}

func TestKnownCounts(t *testing.T) {
	checkKnown(t, nqueens.HalfTurn, 1, 19)
	checkKnown(t, nqueens.QuarterTurn, 1, 33)
	checkKnown(t, nqueens.QuarterTurnBack, 1, 33)
}

func TestAllIsEverySolution(t *testing.T) {
	for _, g := range symmetries() {
		largest := 15
		if g == nqueens.QuarterTurn || g == nqueens.QuarterTurnBack {
			largest = 25
		}
		for n := 1; n <= largest; n++ {
			p := bare(n, g)
			known, ok := p.Known()
			seen := nqueens.NewCount(uint64(len(enumerate(t, p))))
			if ok && seen.Cmp(known.Count) != 0 {
				t.Errorf("%v: %v solutions; %s has %v", p, seen, known.Source, known.Count)
			}
		}
	}
}

func TestFirst(t *testing.T) {
	for _, g := range symmetries() {
		for n := 1; n <= MaxSize; n++ {
			p := bare(n, g)
			exists := n == 1
			switch g {
			case nqueens.HalfTurn:
				exists = n == 1 || n > 3
			case nqueens.QuarterTurn, nqueens.QuarterTurnBack:
				exists = n%4 < 2 && n != 8 && n != 9
			}
			o := run(p, nqueens.FindFirst, nil)
			switch {
			case !exists:
				if o.Status != nqueens.Unsatisfiable || o.Solution != nil {
					t.Errorf("%v: %v %v, but there is none", p, o.Status, o.Solution)
				}
			case o.Status != nqueens.Solved:
				t.Errorf("%v: %v", p, o.Status)
			case p.Check(o.Solution) != nil:
				t.Errorf("%v: %v: %v", p, o.Solution, p.Check(o.Solution))
			case !slices.IsSortedFunc(o.Solution, func(a, b nqueens.Placement) int { return a.Square.File - b.Square.File }):
				t.Errorf("%v: %v is not in file order", p, o.Solution)
			}
			if o.Stats["nodes"] > 1000 {
				t.Errorf("%v: the search went astray for %d nodes", p, o.Stats["nodes"])
			}
		}
	}
}

// TestCancellation cancels searches that would each run for minutes at least.
func TestCancellation(t *testing.T) {
	for _, p := range []nqueens.Problem{bare(32, nqueens.HalfTurn), bare(64, nqueens.HalfTurn), bare(64, nqueens.QuarterTurn)} {
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			o := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, func(nqueens.Solution) bool { return true })
			cancel()
			if o.Status != nqueens.Timeout || o.Count != nil || o.Partial == nil {
				t.Errorf("%v, %s: %+v", p, task, o)
			}
		}
		visits := 0
		o := run(p, nqueens.FindAll, func(nqueens.Solution) bool { visits++; return visits < 3 })
		if o.Status != nqueens.Cancelled || visits != 3 || o.Partial.String() != "3" {
			t.Errorf("%v: %v after %d visits, partial %v", p, o.Status, visits, o.Partial)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := Backend{}.Run(ctx, nqueens.Request{Problem: bare(64, nqueens.HalfTurn), Task: nqueens.CountAll}, nil)
	if o.Status != nqueens.Cancelled {
		t.Errorf("cancelled before: %v", o.Status)
	}
}

func TestSupports(t *testing.T) {
	copied := *family.Queens
	copied.Name, copied.Rule = "cousins", nqueens.TorusRule()
	half := func(f *nqueens.Family, n int) nqueens.Problem {
		return nqueens.Problem{Family: f, N: n, Symmetric: nqueens.HalfTurn}
	}
	for _, test := range []struct {
		request nqueens.Request
		want    string
	}{
		{nqueens.Request{Problem: bare(64, nqueens.Transpose), Task: nqueens.FindFirst}, ""},
		{nqueens.Request{Problem: bare(65, nqueens.HalfTurn), Task: nqueens.FindFirst},
			"orbit stores half of the diagonals in one word: boards of up to 64 squares a side, not 65"},
		{nqueens.Request{Problem: bare(8, nqueens.Identity), Task: nqueens.CountAll},
			"orbit searches only for symmetric solutions, but the problem has no symmetry (such as symmetric=half-turn)"},
		{nqueens.Request{Problem: half(family.Torus, 5), Task: nqueens.CountAll},
			"orbit takes only the family queens, not torus (dlx takes every family)"},
		{nqueens.Request{Problem: half(&copied, 8), Task: nqueens.CountAll},
			"orbit takes only the family queens, not cousins (dlx takes every family)"},
		{nqueens.Request{Problem: half(nil, 8), Task: nqueens.CountAll}, "the problem has no family"},
		{nqueens.Request{Problem: bare(0, nqueens.HalfTurn), Task: nqueens.CountAll},
			"a board has at least one square a side, not 0"},
		{nqueens.Request{Problem: bare(8, nqueens.HalfTurn), Task: "guess"},
			`orbit does not do the task "guess" (it does first, count, all)`},
		{nqueens.Request{Problem: bare(8, nqueens.HalfTurn), Task: nqueens.CountAll, Encoding: "pairwise"},
			`orbit takes no encoding, so "pairwise" has no meaning for it`},
	} {
		got := ""
		if err := (Backend{}).Supports(test.request); err != nil {
			got = err.Error()
		}
		o := Backend{}.Run(context.Background(), test.request, nil)
		if got != test.want || (o.Status == nqueens.Unsupported) != (test.want != "") || o.Reason != test.want {
			t.Errorf("%q, then %v %q; want %q", got, o.Status, o.Reason, test.want)
		}
	}
}

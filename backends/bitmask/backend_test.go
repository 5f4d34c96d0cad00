package bitmask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"nqueens/internal/familytest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

// TestMain makes garbage collection less frequent: thousands of small problems produce much
// garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func bare(f *nqueens.Family, n int) nqueens.Problem { return nqueens.Problem{Family: f, N: n} }

func run(p nqueens.Problem, task nqueens.Task, visit func(nqueens.Solution) bool) nqueens.Outcome {
	return New().Run(context.Background(), nqueens.Request{Problem: p, Task: task}, visit)
}

func TestKnownCounts(t *testing.T) {
	largest := map[*nqueens.Family]struct{ count, all int }{
		family.Queens:      {13, 10},
		family.Torus:       {15, 13},
		family.Rooks:       {9, 7},
		family.Superqueens: {14, 12},
	}
	for _, f := range familytest.Permuting() {
		for n := 1; n <= largest[f].count; n++ {
			p := bare(f, n)
			known, ok := p.Known()
			if !ok {
				t.Fatalf("%v has no known count", p)
			}
			o := run(p, nqueens.CountAll, nil)
			if o.Status != nqueens.Solved || o.Count.Cmp(known.Count) != 0 {
				t.Errorf("counting %v: %v %v; %s has %v", p, o.Status, o.Count, known.Source, known.Count)
			}
			if n > largest[f].all {
				continue
			}
			seen := enumerate(t, p)
			if nqueens.NewCount(uint64(len(seen))).Cmp(known.Count) != 0 {
				t.Errorf("enumerating %v: %d solutions; %s has %v", p, len(seen), known.Source, known.Count)
			}
		}
	}
}

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

func TestFirst(t *testing.T) {
	var problems []nqueens.Problem
	for n := 1; n <= MaxSize; n++ {
		problems = append(problems, bare(family.Queens, n), bare(family.Rooks, n))
	}
	for n := 1; n <= 30; n++ {
		problems = append(problems, bare(family.Superqueens, n))
	}
	for n := 1; n <= 17; n++ {
		problems = append(problems, bare(family.Torus, n))
	}
	for _, p := range problems {
		o := run(p, nqueens.FindFirst, nil)
		known, ok := p.Known()
		switch unsatisfiable := ok && known.Count.Cmp(nqueens.NewCount(0)) == 0; {
		case unsatisfiable:
			if o.Status != nqueens.Unsatisfiable || o.Solution != nil {
				t.Errorf("%v: %v %v, but there is none (%s)", p, o.Status, o.Solution, known.Source)
			}
		case o.Status != nqueens.Solved:
			t.Errorf("%v: %v", p, o.Status)
		case p.Check(o.Solution) != nil:
			t.Errorf("%v: %v: %v", p, o.Solution, p.Check(o.Solution))
		case !slices.IsSortedFunc(o.Solution, func(a, b nqueens.Placement) int { return a.Square.File - b.Square.File }):
			t.Errorf("%v: %v is not in file order", p, o.Solution)
		}
	}
}

func TestThreadsCountTheSame(t *testing.T) {
	for _, p := range []nqueens.Problem{
		bare(family.Queens, 1), bare(family.Queens, 2), bare(family.Queens, 4), bare(family.Queens, 11),
		bare(family.Queens, 12), bare(family.Torus, 13), bare(family.Rooks, 8), bare(family.Superqueens, 13),
		{Family: family.Queens, N: 12, Blocked: []nqueens.Square{{File: 3, Rank: 5}}},
	} {
		want := run(p, nqueens.CountAll, nil)
		for _, threads := range []int{2, 3, 64} {
			got := New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: threads}, nil)
			if got.Count.Cmp(want.Count) != 0 || got.Stats["nodes"] != want.Stats["nodes"] {
				t.Errorf("%v with %d threads: %v in %d nodes; with one %v in %d", p, threads,
					got.Count, got.Stats["nodes"], want.Count, want.Stats["nodes"])
			}
		}
	}
}

// TestCancellation cancels searches that would each run for days.
func TestCancellation(t *testing.T) {
	endless := []nqueens.Request{
		{Problem: bare(family.Queens, 24), Task: nqueens.CountAll},
		{Problem: bare(family.Queens, 24), Task: nqueens.CountAll, Threads: 2},
		{Problem: bare(family.Queens, 32), Task: nqueens.CountAll, Threads: 2},
		{Problem: bare(family.Queens, 40), Task: nqueens.CountAll},
		{Problem: bare(family.Rooks, 20), Task: nqueens.CountAll},
		{Problem: bare(family.Torus, 29), Task: nqueens.CountAll},
		{Problem: bare(family.Superqueens, 24), Task: nqueens.CountAll},
		{Problem: bare(family.Queens, 24), Task: nqueens.FindAll},
		{Problem: bare(family.Torus, 36), Task: nqueens.FindFirst},
		{Problem: bare(family.Torus, 36), Task: nqueens.FindFirst, Threads: 2},
		{Problem: planted(rand.New(rand.NewPCG(1, 1)), family.Queens, 200, 12), Task: nqueens.CountAll, Threads: 2},
	}
	for _, r := range endless {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		o := New().Run(ctx, r, func(nqueens.Solution) bool { return true })
		cancel()
		if o.Status != nqueens.Timeout || o.Count != nil || o.Solution != nil || o.Partial == nil {
			t.Errorf("%v %s at its deadline: %+v", r.Problem, r.Task, o)
		}
		ctx, cancel = context.WithCancel(context.Background())
		cancel()
		if o := New().Run(ctx, r, func(nqueens.Solution) bool { return true }); o.Status != nqueens.Cancelled {
			t.Errorf("%v %s, cancelled: %v", r.Problem, r.Task, o.Status)
		}
	}
}

func TestVisitStopsTheRun(t *testing.T) {
	for _, last := range []int{1, 5, 92} {
		visits := 0
		o := run(bare(family.Queens, 8), nqueens.FindAll, func(nqueens.Solution) bool {
			visits++
			return visits < last
		})
		if visits != last || o.Status != nqueens.Cancelled || o.Count != nil || o.Partial.String() != fmt.Sprint(last) {
			t.Errorf("stopped at visit %d: %d visits, %+v", last, visits, o)
		}
	}
}

func TestSupports(t *testing.T) {
	another := *family.Queens
	another.Rule = &nqueens.Rule{Leaps: []nqueens.Leap{{Name: "knight", Files: 1, Ranks: 2}}}
	mine := &nqueens.Family{Name: "mine", Rule: nqueens.QueenRule()}
	queens := bare(family.Queens, 8)
	for _, test := range []struct {
		name    string
		request nqueens.Request
		ok      bool
	}{
		{"queens", nqueens.Request{Problem: queens, Task: nqueens.CountAll}, true},
		{"largest", nqueens.Request{Problem: bare(family.Queens, 64), Task: nqueens.FindFirst}, true},
		{"too large", nqueens.Request{Problem: bare(family.Queens, 65), Task: nqueens.FindFirst}, false},
		{"too large for a list of ranks", nqueens.Request{Problem: bare(family.Queens, 1e12), Task: nqueens.CountAll}, false},
		{"large and sparse", nqueens.Request{Problem: planted(rand.New(rand.NewPCG(1, 1)), family.Queens, 80, 2), Task: nqueens.CountAll}, true},
		{"large with a long line", nqueens.Request{Problem: planted(rand.New(rand.NewPCG(1, 1)), family.Queens, 80, 70), Task: nqueens.CountAll}, false},
		{"large with too many squares", nqueens.Request{Problem: planted(rand.New(rand.NewPCG(1, 1)), family.Queens, 500, 40), Task: nqueens.CountAll}, false},
		{"no board", nqueens.Request{Problem: bare(family.Queens, 0), Task: nqueens.CountAll}, false},
		{"off the board", nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4,
			Given: []nqueens.Square{{File: 4, Rank: 0}}}, Task: nqueens.CountAll}, false},
		{"another family", nqueens.Request{Problem: bare(&another, 8), Task: nqueens.CountAll}, false},
		{"queens by another name", nqueens.Request{Problem: bare(mine, 8), Task: nqueens.CountAll}, true},
		{"no family", nqueens.Request{Problem: nqueens.Problem{N: 8}, Task: nqueens.CountAll}, false},
		{"encoding", nqueens.Request{Problem: queens, Task: nqueens.CountAll, Encoding: "pairwise"}, false},
		{"task", nqueens.Request{Problem: queens, Task: "guess"}, false},
	} {
		err := New().Supports(test.request)
		o := New().Run(context.Background(), test.request, nil)
		if (err == nil) != test.ok || (o.Status == nqueens.Unsupported) == test.ok {
			t.Errorf("%s: %v, then %v", test.name, err, o.Status)
		}
	}
	dragons := nqueens.Request{Problem: bare(family.DragonKings, 8), Task: nqueens.CountAll}
	if err := New().Supports(dragons); err == nil || !strings.HasSuffix(err.Error(), "the family dragon-kings requires the most pieces") {
		t.Error(err)
	}
}

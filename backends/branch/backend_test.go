package branch

import (
	"context"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

// modelOf parses a problem and returns it with its model.
func modelOf(t *testing.T, text string) (nqueens.Problem, *nqueens.Model) {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

// TestObjectives checks that best solutions and their number, for each task, are the published
// ones.
func TestObjectives(t *testing.T) {
	for _, c := range []struct {
		family *nqueens.Family
		n      int
		best   int
		count  string
	}{
		{family.Kings, 7, 16, "1"}, {family.Kings, 10, 25, "32572756"}, {family.Bishops, 8, 14, "256"},
		{family.Knights, 8, 32, "2"}, {family.Knights, 5, 13, "1"}, {family.DragonKings, 8, 8, "5242"}, {family.DragonKings, 3, 2, "10"},
	} {
		p := nqueens.Problem{Family: c.family, N: c.n}
		for _, task := range nqueens.Tasks() {
			if task == nqueens.FindAll && c.n == 10 {
				continue
			}
			seen := uint64(0)
			out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: task}, func(s nqueens.Solution) bool {
				seen++
				if len(s) != c.best || p.Check(s) != nil {
					t.Fatalf("%v: %v: %v", p, s, p.Check(s))
				}
				return true
			})
			switch {
			case out.Status != nqueens.Solved || out.Optimum == nil || *out.Optimum != c.best:
				t.Errorf("%v, %s: %+v, want %d", p, task, out, c.best)
			case task.FindsOne() && (len(out.Solution) != c.best || p.Check(out.Solution) != nil):
				t.Errorf("%v, %s: %v", p, task, out.Solution)
			case !task.FindsOne() && out.Count.String() != c.count:
				t.Errorf("%v, %s: %v, want %s", p, task, out.Count, c.count)
			case task == nqueens.FindAll && out.Count.Cmp(nqueens.NewCount(seen)) != 0:
				t.Errorf("%v: %d solutions are shown of %v", p, seen, out.Count)
			}
		}
	}
}

func TestStops(t *testing.T) {
	for _, r := range []nqueens.Request{
		{Problem: nqueens.Problem{Family: family.Queens, N: 24}, Task: nqueens.CountAll},
		{Problem: nqueens.Problem{Family: family.Queens, N: 24}, Task: nqueens.FindAll},
		{Problem: nqueens.Problem{Family: family.Superqueens, N: 100}, Task: nqueens.CountAll},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		out := Backend{}.Run(ctx, r, func(nqueens.Solution) bool { return true })
		cancel()
		if out.Status != nqueens.Timeout || out.Count != nil || out.Partial == nil {
			t.Errorf("%v, %s: %+v", r.Problem, r.Task, out)
		}
	}
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 16}, Task: nqueens.FindAll}
	if out := (Backend{}).Run(t.Context(), r, func(nqueens.Solution) bool { return false }); out.Status != nqueens.Cancelled || out.Partial.String() != "1" {
		t.Errorf("after one solution: %+v", out)
	}
}

// TestPiecesAndPawns checks that the search uses a fact: pieces and pawns alternate along a line. Without it
// the last problem takes 144609 nodes.
func TestPiecesAndPawns(t *testing.T) {
	for pawns := 2; pawns <= 4; pawns++ {
		p := nqueens.Problem{Family: family.DragonKingsPawns, N: pawns + 6, Parameters: map[string]int{"pawns": pawns}}
		out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		if out.Status != nqueens.Solved || p.Check(out.Solution) != nil || out.Stats["nodes"] > 1000 {
			t.Errorf("%v: %+v", p, out)
		}
	}
	// Several pawns can be on one line. The backends allsat and gini count the same without the redundant
	// clauses.
	wide := nqueens.Problem{Family: family.DragonKingsPawns, N: 7, Files: 5, Parameters: map[string]int{"pawns": 2}}
	if out := (Backend{}).Run(t.Context(), nqueens.Request{Problem: wide, Task: nqueens.CountAll}, nil); out.Count.String() != "1276" {
		t.Errorf("%v: %+v, want 1276", wide, out)
	}
}

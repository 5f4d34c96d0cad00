package regions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, r := range []Request{{N: 5, Seed: 1}, {N: 8, Seed: 2}, {N: 9, Seed: 3, Level: Easy}, {N: 8, Seed: 4, Level: Medium}, {N: 7, Seed: 5, Level: Hard}, {N: 9, Stars: 2, Seed: 1}, {N: 11, Stars: 2, Seed: 1}} {
		p, err := Generate(t.Context(), r)
		if err != nil {
			t.Errorf("%+v: %v", r, err)
			continue
		}
		found, err := solutions(t.Context(), p, 2)
		if err != nil || len(found) != 1 {
			t.Errorf("%+v: %v has %d solutions, %v", r, p, len(found), err)
		}
		for i := range p.Board().Size() {
			if !connected(p.Board(), p.Regions.BySquare(), i) {
				t.Fatalf("%v has a region in parts", p)
			}
		}
		if r.Level != AnyLevel && LevelOf(p) != r.Level {
			t.Errorf("%+v: level %v", r, LevelOf(p))
		}
		again, err := Generate(t.Context(), r)
		if err != nil || again.String() != p.String() {
			t.Errorf("%+v makes %v and then %v", r, p, again)
		}
	}
	for _, r := range []Request{{N: 3}, {N: 17}, {N: 7, Stars: 2}, {N: 8, Stars: 4}} {
		if _, err := Generate(t.Context(), r); err == nil {
			t.Errorf("%+v makes a puzzle", r)
		}
	}
}

// TestSolve checks that each deduction of the human solver agrees with all solutions of the board. Random
// boards, which may have several solutions or none, are included.
func TestSolve(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	rules := map[string]int{}
	for k := range 300 {
		p := nqueens.Problem{Family: family.Regions, N: 4 + k%3, Regions: familytest.RandomRegions(random, 4+k%3)}
		if k%3 == 0 {
			var err error
			if p, err = Generate(t.Context(), Request{N: 5 + k%4, Seed: uint64(k)}); err != nil {
				t.Fatal(err)
			}
		}
		found, err := solutions(t.Context(), p, 1000)
		if err != nil {
			t.Fatal(err)
		}
		steps, solved := Solve(p)
		for _, s := range steps {
			rules[fmt.Sprintf("%s %v", s.Rule, s.Level)]++
			if len(s.Queens)+len(s.Removed) == 0 && len(found) > 0 {
				t.Errorf("%v has %d solutions: %s", p, len(found), s.Text)
			}
			for _, f := range found {
				for _, q := range s.Queens {
					if !slices.Contains(f.Squares(), q) {
						t.Errorf("%v: %s, and %v is a solution", p, s.Text, f)
					}
				}
				for _, q := range s.Removed {
					if slices.Contains(f.Squares(), q) {
						t.Errorf("%v: %s, and %v is a solution", p, s.Text, f)
					}
				}
			}
		}
		if solved && len(found) != 1 {
			t.Errorf("%v has %d solutions, and a person finds one", p, len(found))
		}
	}
	for _, rule := range []string{"single easy", "confined easy", "touch easy", "group medium", "contradiction hard"} {
		if rules[rule] == 0 {
			t.Errorf("no step by the rule %s: %v", rule, rules)
		}
	}
}

func TestRepair(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	repaired := 0
	for k := range 12 {
		n := 5 + k%3
		p := nqueens.Problem{Family: family.Regions, N: n}
		s, ok := scatter(random, p)
		region, grown := grow(random, p, s)
		if !ok || !grown {
			continue
		}
		var err error
		if p.Regions, err = nqueens.RegionsBySquare(p.Board(), region); err != nil {
			t.Fatal(err)
		}
		q, changes, err := Repair(t.Context(), p)
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		found, err := solutions(t.Context(), q, 2)
		if err != nil || len(found) != 1 {
			t.Errorf("%v, repaired as %v, has %d solutions, %v", p, q, len(found), err)
		}
		if len(changes) > 0 {
			repaired++
		}
		least, err := LeastChanges(t.Context(), p)
		if err != nil || least > len(changes) || least == 0 && len(changes) > 0 {
			t.Errorf("%v: at least %d changes, %v, and %d are enough", p, least, err, len(changes))
		}
		before, now := p.Regions.BySquare(), q.Regions.BySquare()
		for _, c := range changes {
			if before[p.Board().Index(c.Square)] == c.To || now[p.Board().Index(c.Square)] < 0 {
				t.Errorf("%v: %+v changes nothing", p, c)
			}
		}
	}
	if repaired == 0 {
		t.Error("no board was repaired")
	}
}

// TestLeastChanges checks the bound for boards on which each rank is a region. With 4
// ranks there are 2 solutions, with 5 there are 14.
func TestLeastChanges(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{5: 4, 4: 1} {
		if got, err := LeastChanges(t.Context(), nqueens.Problem{Family: family.Regions, N: n}); err != nil || got != want {
			t.Errorf("%d ranks: %d, %v, not %d", n, got, err, want)
		}
	}
}

// TestHit checks the smallest number of squares that are in all sets but one.
func TestHit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sets [][]int
		want int
	}{
		{nil, 0},
		{[][]int{{1, 2}}, 0},
		{[][]int{{1, 2}, {3, 4}}, 1},
		{[][]int{{1, 2}, {3, 4}, {3, 5}}, 1},
		{[][]int{{1, 2}, {3, 4}, {5, 6}}, 2},
		{[][]int{{1, 2}, {2, 3}, {1, 3}, {4, 5}, {6, 7}}, 3},
	} {
		got := 0
		for !hit(c.sets, got) {
			got++
		}
		if got != c.want {
			t.Errorf("%v: %d, not %d", c.sets, got, c.want)
		}
	}
}

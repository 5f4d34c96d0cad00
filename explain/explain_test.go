package explain_test

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/explain"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestConflicts compares random problems of every family with brute force, and each conflict with
// other engines.
func TestConflicts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	conflicts, solvable := 0, 0
	for _, f := range family.All() {
		if f.Objective != nqueens.NoGoal {
			continue
		}
		for range 12 {
			p := familytest.RandomProblem(random, f, 3+random.IntN(2))
			if familytest.BruteForceSide(f, 4) < p.N || p.Validate() != nil {
				continue
			}
			found := len(familytest.BruteForce(p))
			s, err := explain.NewSystem(p)
			if err != nil {
				t.Fatal(err)
			}
			set, size, err := s.Conflict(t.Context())
			if errors.Is(err, explain.ErrSolvable) {
				if found == 0 {
					t.Errorf("%v has no solution, and no conflict was found", p)
				}
				solvable++
				continue
			}
			if err != nil || size == explain.Reduced || found > 0 {
				t.Errorf("%v has %d solutions: %s, size %v, %v", p, found, s.Words(set), size, err)
				continue
			}
			conflicts++
			by, needed, err := s.Check(t.Context(), backends.All(), set, true)
			if err != nil || needed != len(set) || by == "" {
				t.Errorf("%v: %s: checked by %q, %d of %d are needed, %v", p, s.Words(set), by, needed, len(set), err)
			}
		}
	}
	if conflicts < 20 || solvable < 5 {
		t.Errorf("%d conflicts and %d problems with solutions: too few", conflicts, solvable)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"queens(8, given=a1+b2)":              "a1 and b2 attack each other",
		"queens(8, given=a1+e3+g4+h7)":        "with a1, e3, g4 and h7 no queen fits on rank 2",
		"queens(4, given=a1, blocked=a1)":     "the given a1 stands on the blocked square a1",
		"rooks(3, blocked=a1+b1+a2+b2)":       "2 ranks share 1 file: ranks 1 and 2 have open squares only on file c",
		"queens(4, blocked=a2+b2+c2+d2)":      "no queen fits on rank 2, because of the blocked squares a2, b2, c2 and d2",
		"bishops(3, pieces=9)":                "9 bishops do not fit on the board",
		"domination(4, pieces=1)":             "1 queen cannot fulfil all conditions",
		"queens(6, given=a1+c4)":              "with a1 and c4, files b and e cannot both have a queen",
		"queens(3)":                           " cannot all have a queen",
		"regions(4, map=aabb/aabb/ccdd/ccdd)": "of regions",
	} {
		p := familytest.Parse(t, name)
		s, err := explain.NewSystem(p)
		if err != nil {
			t.Fatal(err)
		}
		set, _, err := s.Conflict(t.Context())
		if errors.Is(err, explain.ErrSolvable) && want == "of regions" {
			continue
		}
		if err != nil || !strings.Contains(s.Words(set), want) {
			t.Errorf("%s: %q, %v, want %q", name, s.Words(set), err, want)
		}
	}
}

// TestSentences compares the sentences of conflicts about kinds of pieces, attacked squares, digits and
// regions.
func TestSentences(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"total-domination(4, pieces=1)":                         {"b1 must be attacked by a queen"},
		"total-domination(1, pieces=1)":                         {"a rule cannot be fulfilled: a1 must be attacked by a queen"},
		"domination(4, pieces=1)":                               {"has a queen or is attacked by one"},
		"queens-pawns(2, pieces=0, blocked=a1+a2+b1+b2)":        {"1 pawn does not fit on the board", "there is at least 1 pawn"},
		"fewest-pawns(2, pieces=0)":                             {"3 queens do not fit on the board", "there are at least 3 queens"},
		"queens(8, given=a1+b2)":                                {"on diagonal a1–h8", "diagonal a1–h8 has at most 1 queen"},
		"queens(4, given=a3, excluded=diff:-1)":                 {"the excluded diagonal a2–c4", "diagonal a2–c4 is excluded"},
		"queens-3d(3, pieces=8)":                                {"line a1–c1 has at most 1 queen"},
		"peaceable(2, pieces=1)":                                {"1 piece of each kind does not fit on the board", "a white queen on"},
		"queens-knights(3, pieces=1)":                           {"1 piece of each kind does not fit on the board"},
		"magic(4)":                                              {"cannot all have a 4", "4 stands at most once on file e", "4 stands at most once on diagonal e4–h1", "on rank 1 of the right half"},
		"regions(4, map=abcd/abcd/abcd/aadd, blocked=c2+c3+c4)": {"in region "},
	} {
		s, err := explain.NewSystem(familytest.Parse(t, name))
		if err != nil {
			t.Fatal(err)
		}
		set, _, err := s.Conflict(t.Context())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := s.Words(set) + "\n"
		for _, k := range s.Ordered(set) {
			text += s.Sentence(k) + "\n"
		}
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in %s", name, part, text)
			}
		}
	}
}

func TestEmptyClause(t *testing.T) {
	t.Parallel()
	p, err := encode.ReadProblem(family.Queens, "f.cnf", strings.NewReader("p cnf 1 1\n0\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := explain.NewSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := s.Conflict(t.Context())
	if err != nil || len(set) != 1 || s.Words(set) != "clause 1 is empty" || s.Sentence(set[0]) != "clause 1: empty" {
		t.Errorf("%v, %q, %v", set, s.Words(set), err)
	}
}

// TestSmallest compares the size of conflicts with the smallest of all contradictory subsets, and
// requires that some are smaller than a set from which nothing can be left out.
func TestSmallest(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(38, 4))
	proven := 0
	for proven < 60 {
		const variables, clauses = 4, 16
		m := &nqueens.Model{}
		for i := range variables {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
		}
		var masks [clauses]uint16 // the assignments that fulfil each clause
		for k := range clauses {
			var c nqueens.Clause
			for _, i := range random.Perm(variables)[:2] {
				l := nqueens.Chosen(i)
				if random.IntN(2) == 0 {
					l = -l
				}
				c.Literals = append(c.Literals, l)
				for a := range 1 << variables {
					if (a>>i&1 == 1) == l.Positive() {
						masks[k] |= 1 << a
					}
				}
			}
			m.Clauses = append(m.Clauses, c)
		}
		best := clauses + 1
		for subset := range 1 << clauses {
			left := ^uint16(0)
			for k, mask := range masks {
				if subset>>k&1 == 1 {
					left &= mask
				}
			}
			if left == 0 {
				best = min(best, bits.OnesCount(uint(subset)))
			}
		}
		s, err := explain.NewSystem(nqueens.NewFormula(nqueens.Formula{Name: "random"}, m))
		if err != nil {
			t.Fatal(err)
		}
		set, size, err := s.Conflict(t.Context())
		switch {
		case errors.Is(err, explain.ErrSolvable) && best > clauses:
		case err != nil || size != explain.Smallest || len(set) != best:
			t.Errorf("%d statements, size %v, %v; the smallest set has %d", len(set), size, err, best)
			proven++
		default:
			proven++
		}
	}
}

// TestCheckFindsErrors checks that a set that is not contradictory, or not minimal, is refused.
func TestCheckFindsErrors(t *testing.T) {
	t.Parallel()
	s, err := explain.NewSystem(familytest.Parse(t, "queens(6, given=a1+b2)"))
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := s.Conflict(t.Context())
	if err != nil || len(set) != 3 {
		t.Fatalf("%v, %v", set, err)
	}
	more := 0
	for slices.Contains(set, more) {
		more++
	}
	for _, wrong := range [][]int{set[1:], append(slices.Clone(set), more)} {
		if _, _, err := s.Check(t.Context(), backends.All(), wrong, true); !errors.Is(err, explain.ErrWrong) {
			t.Errorf("%v is accepted: %v", wrong, err)
		}
	}
}

func TestFormula(t *testing.T) {
	t.Parallel()
	text := "p cnf 4 7\n3 4 0\n1 2 0\n-1 3 0\n-1 -3 0\n-2 4 0\n-2 -4 0\n1 4 0\n"
	p, err := encode.ReadProblem(family.Queens, "f.cnf", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := explain.NewSystem(p)
	if err != nil {
		t.Fatal(err)
	}
	set, size, err := s.Conflict(t.Context())
	if err != nil || size != explain.Smallest || s.Words(set) != "these 5 clauses contradict each other: clause 2, clause 3, clause 4, clause 5 and clause 6" {
		t.Errorf("%s, %v", s.Words(set), err)
	}
	if n, err := s.Second(t.Context(), set); err != nil || n != 5 {
		t.Errorf("gophersat needs %d, %v", n, err)
	}
	if _, err := s.Second(t.Context(), append(slices.Clone(set), 0)); !errors.Is(err, explain.ErrWrong) {
		t.Errorf("a clause too many is accepted: %v", err)
	}
}

// TestSurvey compares the counts with brute force, and what a SAT solver finds with the counts.
func TestSurvey(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"queens(6)", "queens(7, given=a1)", "regions(5)", "kings(2, pieces=1)", "queens(6, given=a2+b4)"} {
		p := familytest.Parse(t, name)
		s, err := explain.NewSystem(p)
		if err != nil {
			t.Fatal(err)
		}
		counter, err := backends.Named(backends.All(), "dlx")
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Survey(t.Context(), counter)
		if err != nil || !v.Complete {
			t.Fatal(v, err)
		}
		counts := map[nqueens.Placement]int{}
		found := familytest.BruteForce(p)
		for _, solution := range found {
			for _, at := range solution {
				counts[at]++
			}
		}
		if v.Solutions != len(found) {
			t.Errorf("%s: %d solutions, %d by brute force", name, v.Solutions, len(found))
		}
		for at, n := range v.Counts {
			if counts[at] != n || (n == len(found)) != slices.Contains(v.All, at) {
				t.Errorf("%s: %v is in %d of %d, all %v", name, at, n, counts[at], v.All)
			}
		}
		stopped, err := s.Survey(t.Context(), stops{})
		if err != nil || stopped.Complete || len(stopped.All) != len(v.All) || len(stopped.None) != len(v.None) {
			t.Errorf("%s: by a SAT solver %d in all and %d in none, %v; want %d and %d", name, len(stopped.All), len(stopped.None), err, len(v.All), len(v.None))
		}
	}
}

// stops is a backend that gives up.
type stops struct{ backends.Backend }

func (stops) Describe() nqueens.Description { return nqueens.Description{Name: "stops"} }
func (stops) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Timeout, "given up")
}

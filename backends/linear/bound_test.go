package linear

import (
	"testing"

	"nqueens/backends/internal/relax"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/propagate"
)

// searchOf returns the search of a problem, before it runs.
func searchOf(t *testing.T, text string) *search {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := propagate.Filtered(p)
	if err != nil {
		t.Fatal(err)
	}
	return newSearch(m, relax.Merge(encode.PBFromModel(m)).PB, func() bool { return false })
}

// TestRootBound checks that the root's bound is never better than the optimum, and not worse than
// choosing all pieces or none.
func TestRootBound(t *testing.T) {
	tight := 0
	for _, text := range []string{"domination(6)", "domination(8)", "domination(8, given=d4)", "independent-domination(7)", "kings(7)", "bishops(6)", "knights(5)", "bishops(5, given=c3)"} {
		s := searchOf(t, text)
		if !s.run() || s.chosen == nil || s.bound == nil {
			t.Fatalf("%s: best %v, bound %v", text, s.chosen, s.bound)
		}
		if s.model.Objective.Goal.Better(s.value, *s.bound) || *s.bound <= 0 || *s.bound >= len(s.model.Objective.Over) {
			t.Errorf("%s: the best is %d of %d, and the bound says %d", text, s.value, len(s.model.Objective.Over), *s.bound)
		}
		if *s.bound == s.value {
			tight++
		}
	}
	if tight < 3 {
		t.Errorf("%d bounds are the best itself: too few to tell", tight)
	}
}

// TestNoRootBound checks that a bound that every choice satisfies is not reported.
func TestNoRootBound(t *testing.T) {
	for _, text := range []string{"fewest-pawns(5)", "knights(2)", "rooks(4, blocked=a1)"} {
		s := searchOf(t, text)
		if s.run(); s.bound != nil {
			t.Errorf("%s: %d", text, *s.bound)
		}
	}
}

package reproduce

import (
	"math"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// repaired makes records of min-conflicts whose steps are spread about a mean.
func repaired(t *testing.T, most, runs int, mean func(n int) int64) *made {
	m := &made{t: t, r: minConflicts()}
	for _, n := range repairSizes {
		if n > most {
			continue
		}
		for i := range runs {
			steps := mean(n) + int64(i%5) - 2
			m.records = append(m.records, bench.Record{
				Key: "k", Problem: queens(n), Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "min-conflicts"}, Version: "1", Repetition: i + 1,
				Outcome: nqueens.Outcome{Status: nqueens.Solved, Stats: map[string]int64{"steps": steps}}, Seconds: float64(n) * 1e-6, WallSeconds: 0.1,
			})
		}
	}
	return m
}

func TestMinConflictsPage(t *testing.T) {
	text, _ := repaired(t, 1_000_000, 20, func(n int) int64 { return 40 + int64(math.Log10(float64(n))) }).page(time.Minute)
	golden.Equal(t, "min-conflicts.golden", text)
}

func TestMinConflictsVerdicts(t *testing.T) {
	const pooled = "under 50 steps on average for all n from 1,000 on together"
	const bound, flat = "under 50 steps on average for 1,000,000 queens", "nearly the same number of steps for every large n"
	for _, test := range []struct {
		name       string
		most, runs int
		mean       func(n int) int64
		bound      page.Kind
		flat       page.Kind
	}{
		{"as published", 1_000_000, 20, func(int) int64 { return 45 }, page.SameValue, page.SameShape},
		{"too many", 1_000_000, 20, func(int) int64 { return 60 }, page.Differs, page.SameShape},
		{"growing", 1_000_000, 20, func(n int) int64 { return int64(5 * math.Log10(float64(n))) }, page.SameValue, page.Differs},
		{"too near to say", 1_000_000, 19, func(int) int64 { return 50 }, page.Undecided, page.SameShape},
		{"a single run", 1_000_000, 1, func(int) int64 { return 45 }, page.Undecided, page.Untested},
		{"not so far", 1000, 20, func(int) int64 { return 45 }, page.Untested, page.Untested},
	} {
		_, p := repaired(t, test.most, test.runs, test.mean).page(time.Minute)
		if got := kindOf(t, p, bound); got != test.bound {
			t.Errorf("%s: bound %s, want %s", test.name, got, test.bound)
		}
		if got := kindOf(t, p, pooled); test.most > 1000 && test.runs > 1 && got != test.bound && got != page.SameValue {
			t.Errorf("%s: all together %s, want %s", test.name, got, test.bound)
		}
		if got := kindOf(t, p, flat); got != test.flat {
			t.Errorf("%s: flat %s, want %s", test.name, got, test.flat)
		}
	}
}

// TestFlatUndecided: intervals that would hide twice as many steps say nothing.
func TestFlatUndecided(t *testing.T) {
	few := []sample{{n: 1000, steps: []float64{30, 60}}, {n: 10_000, steps: []float64{35, 70}}}
	if v := repairFlat(few); v.Kind != page.Undecided {
		t.Errorf("%v", v)
	}
}

// TestRepairFails: a run without a solution leaves its size in the table.
func TestRepairFails(t *testing.T) {
	m := repaired(t, 1000, 20, func(int) int64 { return 45 })
	m.records[0].Outcome = nqueens.Fail(nqueens.Timeout, "")
	text, _ := m.page(time.Minute)
	for _, want := range []string{"\n|    10 |   19 |", "\nRuns that ended without a solution, and are not in the means: 1.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestMean: 1 to 5 have the mean 3, the deviation √2.5 and t(0.975, 4) = 2.7764.
func TestMean(t *testing.T) {
	mean, half := sample{steps: []float64{1, 2, 3, 4, 5}}.mean()
	if mean != 3 || math.Abs(half-2.7764*math.Sqrt(2.5/5)) > 1e-3 {
		t.Errorf("%v ± %v", mean, half)
	}
}

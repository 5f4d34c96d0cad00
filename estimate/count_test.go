package estimate

import (
	"context"
	"math"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

func problem(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestExact checks that every solution is counted once if no node has to be dropped, for every kind
// of constraint.
func TestExact(t *testing.T) {
	for text, want := range map[string]string{
		"queens(1)": "1", "queens(3)": "0", "queens(6)": "4", "queens(8)": "92",
		"queens(8, given=a1)": "4", "queens(4, given=a1)": "0",
		"torus(7)": "28", "queens(6, pieces=2)": "340", "rooks(5)": "120", "latin-queens(5)": "240",
		"kings(4, pieces=4)": "79", "domination(4, pieces=4)": "1636", "no-three-in-line(4)": "2",
	} {
		e, err := Count(t.Context(), problem(t, text), Config{Width: 1 << 12})
		if err != nil || !e.Exact || e.Value.String() != want || e.Low != e.Value || e.High != e.Value {
			t.Errorf("%s: %+v (%v), %v; want exactly %s", text, e, e.Value, err, want)
		}
	}
}

// TestCoverage checks over many seeds that about 95 % of the intervals contain the right number,
// and that the estimates are right on average. The numbers are the same on every machine.
func TestCoverage(t *testing.T) {
	const seeds = 300
	for text, width := range map[string]int{
		"queens(8)": 8, "queens(10)": 32, "torus(11)": 16, "queens(11, given=a1, blocked=c4)": 16, "queens(7, pieces=4)": 32,
	} {
		p := problem(t, text)
		whole, err := Count(t.Context(), p, Config{Width: 1 << 20})
		if err != nil || !whole.Exact {
			t.Fatal(text, err)
		}
		held, mean, squares := 0, 0.0, 0.0
		for seed := range uint64(seeds) {
			e, err := Count(t.Context(), p, Config{Seed: seed, Samples: 20, Width: width})
			if err != nil || e.Exact {
				t.Fatal(text, err)
			}
			if e.Low <= whole.Value && whole.Value <= e.High {
				held++
			}
			ratio := math.Exp(float64(e.Value - whole.Value))
			mean, squares = mean+ratio/seeds, squares+ratio*ratio/seeds
		}
		share, deviation := float64(held)/seeds, math.Sqrt((squares-mean*mean)/seeds)
		t.Logf("%s: %.1f %% of the intervals hold it; mean %.4f ± %.4f", text, 100*share, mean, deviation)
		if share < 0.92 || share > 0.98 { // each within 2.4 standard deviations of 95 %
			t.Errorf("%s: %.1f %% of the intervals hold it", text, 100*share)
		}
		if math.Abs(mean-1) > 3*deviation {
			t.Errorf("%s: estimates are %.4f ± %.4f of the number on average", text, mean, deviation)
		}
	}
}

// TestSeeds checks that the samples of a seed are the same with any number of threads.
func TestSeeds(t *testing.T) {
	p := problem(t, "queens(15)")
	c := Config{Seed: 7, Samples: 12, Width: 50}
	one, err := Count(t.Context(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Threads = 3
	if three, err := Count(t.Context(), p, c); err != nil || three != one {
		t.Errorf("%+v, %v; one thread: %+v", three, err, one)
	}
	c.Seed = 8
	if other, err := Count(t.Context(), p, c); err != nil || other.Value == one.Value {
		t.Errorf("seed 8 says the same as seed 7: %+v, %v", other, err)
	}
}

// TestRefused checks that problems which the tree cannot describe are rejected.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"domination(8)":                  "--pieces",
		"queens(8, symmetric=half-turn)": "pairs",
		"queens-pawns(8)":                "",
	} {
		if _, err := Count(t.Context(), problem(t, text), Config{Samples: 5}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Count(ctx, problem(t, "queens(20)"), Config{}); err == nil {
		t.Error("an estimate without a sample")
	}
}

package show_test

import (
	"bytes"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/show"
)

// TestSizes compares the sizes for 8 queens with the published numbers, which the reproduction
// "search-sizes" lists with their sources (results/reproduction/search-sizes).
func TestSizes(t *testing.T) {
	var got []string
	for _, s := range show.Sizes(nqueens.Problem{Family: family.Queens, N: 8}) {
		got = append(got, s.String())
	}
	if got, want := strings.Join(got, " "), "4,426,165,368 16,777,216 40,320 15,720 5,508"; got != want {
		t.Errorf("sizes %s, published %s", got, want)
	}
}

// TestSizesLarge checks that the steps of backtracking are left out where the walk takes long, that a long
// number is rounded, and that the text says so.
func TestSizesLarge(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 20}
	sizes := show.Sizes(p)
	if len(sizes) != 3 {
		t.Fatalf("%d sizes for %v, want 3", len(sizes), p)
	}
	// 400 choose 20 is 2788360983670896737872851072994080; 20! is 2432902008176640000.
	if got := sizes[0].String(); got != "about 2.79 · 10^33" {
		t.Errorf("400 choose 20: %q", got)
	}
	if got := sizes[2].String(); got != "2,432,902,008,176,640,000" {
		t.Errorf("20!: %q", got)
	}
	var text bytes.Buffer
	if err := show.WriteSizes(&text, p); err != nil || !strings.Contains(text.String(), "only for boards up to 10 × 10") {
		t.Errorf("%v, %s", err, &text)
	}
}

// TestNoSizes checks that problems without an empty n × n board of queens have no sizes.
func TestNoSizes(t *testing.T) {
	for name, p := range map[string]nqueens.Problem{
		"given":     {Family: family.Queens, N: 8, Given: []nqueens.Square{{}}},
		"blocked":   {Family: family.Queens, N: 8, Blocked: []nqueens.Square{{}}},
		"oblong":    {Family: family.Queens, N: 8, Files: 9},
		"pieces":    {Family: family.Queens, N: 8, Pieces: nqueens.Exactly(5)},
		"symmetric": {Family: family.Queens, N: 8, Symmetric: nqueens.HalfTurn},
		"torus":     {Family: family.Torus, N: 7},
		"best":      {Family: family.Domination, N: 8},
		"huge":      {Family: family.Queens, N: 1_000_000},
	} {
		var text bytes.Buffer
		if err := show.WriteSizes(&text, p); err != nil || text.Len() > 0 || show.Sizes(p) != nil {
			t.Errorf("%s: %v, %q", name, err, &text)
		}
	}
}

package chart

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/summary"
)

// Whoever else takes part, and in which order, a contender of this program looks
// the same.
func TestSameLookInEveryRun(t *testing.T) {
	list := func(names ...string) (cells []*summary.Cell) {
		for _, name := range names {
			cells = append(cells, cell(name, 4, nqueens.Solved, 0.1))
		}
		return cells
	}
	alone := newLineup(list("gini/product"), Options{}).looks["gini/product"]
	for _, others := range [][]string{
		{"bitmask", "gini/product"}, {"gini/product", "allsat/pairwise", "a-solver"},
		{"gini/product", "gini/ladder", "gini/binary", "gini/network", "a", "b", "c", "d", "e", "clasp/aspif"}, // one line for gini
	} {
		if got := newLineup(list(others...), Options{}).looks["gini/product"]; !reflect.DeepEqual(got, alone) {
			t.Errorf("gini/product looks other among %q", others)
		}
	}
	for i, b := range backends.All() {
		if name := b.Describe().Name; !slices.Contains(ours, name) {
			t.Errorf("%d: %s has no place in the list of looks: add it at the end", i, name)
		}
	}
}

// The look of a backend that is not in the list, nor its encoding, is not another when the lists grow.
func TestLookOfOthers(t *testing.T) {
	defer func(a, b []string) { ours, encodings = a, b }(ours, encodings)
	c := backends.Contender{Backend: "a-solver", Encoding: "its-own"}
	before := styleOf(c)
	ours, encodings = append(slices.Clone(ours), "new"), append(slices.Clone(encodings), "new", "newer")
	if after := styleOf(c); after != before {
		t.Errorf("%v becomes %v", before, after)
	}
	if most := max(len(ours), len(encodings)); most > otherBackends {
		t.Errorf("%d names in a list", most)
	}
}

// No two contenders of a chart look the same, whatever they are called; a
// foreign name keeps its colour.
func TestLooksDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []backends.Contender
		for i := range rapid.IntRange(1, 40).Draw(t, "many") {
			all = append(all, backends.Contender{
				Backend:  rapid.OneOf(rapid.SampledFrom(ours), rapid.StringMatching("[a-z]{1,3}")).Draw(t, fmt.Sprint("backend", i)),
				Encoding: rapid.SampledFrom([]string{"", "pairwise", "product", "asp", "opb"}).Draw(t, fmt.Sprint("encoding", i)),
				Threads:  rapid.SampledFrom([]int{0, 2, 6}).Draw(t, fmt.Sprint("threads", i)),
			})
		}
		seen := map[string]string{}
		for name, l := range looksOf(all) {
			key := fmt.Sprint(l)
			if other, ok := seen[key]; ok {
				t.Errorf("%s and %s look the same", name, other)
			}
			seen[key] = name
		}
		for _, c := range all {
			if l := looksOf(all)[c.String()]; l.color != colors[styleOf(c).color] {
				t.Errorf("%s has lost its colour", c)
			}
		}
	})
}

// The colours stand out from the page and, of ten, no two are alike to eyes without
// red or green cones (Machado, Oliveira and Fernandes, 2009).
func TestColoursForEveryEye(t *testing.T) {
	eyes := map[string][3][3]float64{
		"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"no red":    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"no green":  {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	}
	for eye, m := range eyes {
		for i, a := range colors {
			if c := contrast(a, color.White); c < 2 {
				t.Errorf("colour %d: contrast %.2f with the page", i, c)
			}
			for j, b := range colors[:i] {
				sum := 0.0
				for _, row := range m {
					d := row[0]*(float64(a.R)-float64(b.R)) + row[1]*(float64(a.G)-float64(b.G)) + row[2]*(float64(a.B)-float64(b.B))
					sum += d * d
				}
				if math.Sqrt(sum) < 30 {
					t.Errorf("%s: colours %d and %d are %.0f apart", eye, i, j, math.Sqrt(sum))
				}
			}
		}
	}
}

// What the built-in plan draws into one chart differs in colour.
func TestOftenDrawnTogether(t *testing.T) {
	taken := map[int]string{}
	for _, name := range []string{"bitmask", "dlx", "quadrant", "allsat", "gini", "gophersat", "gophersat-pb", "orbit", "min-conflicts", "construct"} {
		color := styleOf(backends.Contender{Backend: name}).color
		if taken[color] != "" {
			t.Errorf("%s has the colour of %s", name, taken[color])
		}
		taken[color] = name
	}
}

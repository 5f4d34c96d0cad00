package chart

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// TestHeatMap checks that the map has a column for each size at which two encodings were run, and
// that these columns alone determine the order of encodings.
func TestHeatMap(t *testing.T) {
	cells := []*summary.Cell{
		cell("gini/ladder", 3, nqueens.Solved, 0.001), // the only encoding at this size
		cell("gini/ladder", 4, nqueens.Solved, 0.02),
		cell("gini/ladder", 5, nqueens.MemoryLimit, 0),
		skipped(cell("gini/ladder", 6, "", 0)),
		skipped(cell("gini/ladder", 7, "", 0)),
		cell("gini/product", 4, nqueens.Solved, 0.002),
		wrong(cell("gini/product", 5, nqueens.Solved, 0.000001)),
		cell("gini/product", 6, nqueens.Solved, 0.2),
		cell("gini/product", 7, nqueens.Solved, 0.4), // the other encoding was skipped
		cell("gini/binary", 2, nqueens.Solved, 0.001),
		cell("gini/binary", 6, nqueens.Crashed, 0),
	}
	m, ok := newHeatMap(cells, clock())
	if !ok || !slices.Equal(m.encodings, []string{"product", "ladder", "binary"}) || !slices.Equal(m.sizes, []int{4, 5, 6}) {
		t.Fatalf("%v %v %v", ok, m.encodings, m.sizes)
	}
	want := [][]string{{"1.0", "wrong", "1.0"}, {"10", "memory", "–"}, {"–", "–", "crashed"}}
	for row, spots := range m.at {
		for column, s := range spots {
			got := s.word
			if got == "" {
				got = table.ShortRatio(s.value / m.best[column])
			}
			if got != want[row][column] {
				t.Errorf("row %d, column %d: %q, want %q", row, column, got, want[row][column])
			}
		}
	}
	if got := m.darkest(); got != 10 {
		t.Errorf("the darkest ratio is %v", got)
	}
}

// TestHeatMapOfThreads checks that times of two threads do not enter the map.
func TestHeatMapOfThreads(t *testing.T) {
	one := []*summary.Cell{cell("dlx/bits", 4, nqueens.Solved, 0.8), cell("dlx/dancing", 4, nqueens.Solved, 1.6)}
	two := []*summary.Cell{cell("dlx/bits", 4, nqueens.Solved, 0.4), cell("dlx/dancing", 4, nqueens.Solved, 0.2)}
	for _, c := range two {
		c.Threads = 2
	}
	m, ok := newHeatMap(fewestThreads(slices.Concat(two, one)), clock())
	if !ok || m.best[0] != 0.8 {
		t.Errorf("%v: the best takes %v", ok, m.best)
	}
}

// TestNoHeatMap checks that encodings without a common size give no map.
func TestNoHeatMap(t *testing.T) {
	apart := []*summary.Cell{
		cell("gini/ladder", 4, nqueens.Solved, 0.02),
		cell("gini/product", 5, nqueens.Solved, 0.02),
		skipped(cell("gini/ladder", 5, "", 0)),
	}
	if figures := Encodings(apart, Options{}); len(figures) != 0 {
		t.Errorf("drew %s", figures[0].Name)
	}
	met := append(apart, cell("gini/ladder", 5, nqueens.Timeout, 0))
	met = slices.DeleteFunc(met, func(c *summary.Cell) bool { return c.Skipped != "" })
	figures := Encodings(met, Options{})
	if len(figures) != 1 {
		t.Fatalf("%d figures", len(figures))
	}
	if strings.Contains(figures[0].Caption, "not run") {
		t.Errorf("the caption explains a dash that is nowhere: %s", figures[0].Caption)
	}
}

// TestShades checks that shades get darker step by step and that numbers on them are readable.
func TestShades(t *testing.T) {
	before := 22.0
	for i := range 101 {
		ground := shade(float64(i) / 100)
		if c := contrast(ground, readable(ground)); c < 4.5 {
			t.Errorf("depth %d %%: contrast %.2f", i, c)
		}
		against := contrast(ground, color.Gray{})
		if against >= before {
			t.Errorf("depth %d %% is not darker than the one before", i)
		}
		before = against
	}
	if shade(0) != (color.NRGBA{R: 255, G: 255, B: 255, A: 255}) || before > 1.8 {
		t.Errorf("shades run from %v to %v", shade(0), shade(1))
	}
}

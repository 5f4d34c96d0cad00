package chart

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/summary"
)

// The best everywhere has rank 1; a time-out ranks last, beside another one; and a
// bar joins those alone that differ by chance.
func TestRanks(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 16; n++ {
		up := 1 + 0.5*float64(n%2) // who of b and c is faster takes turns
		slow := cell("slow", n, nqueens.Timeout, 0)
		cells = append(cells, cell("a", n, nqueens.Solved, 0.001), cell("b", n, nqueens.Solved, 0.1*up), cell("c", n, nqueens.Solved, 0.1*(2.5-up)), slow)
	}
	d := newRankDiagram(races(newLineup(cells, Options{}).series(cells))[0], times)
	for i, want := range []float64{1, 2.5, 2.5, 4} {
		if d.ranks[i] != want {
			t.Errorf("rank %d is %v, want %v", i, d.ranks[i], want)
		}
	}
	if len(d.groups) != 1 || d.groups[0] != [2]float64{2.5, 2.5} || d.list[0].name != "a" || d.list[3].name != "slow" {
		t.Errorf("groups %v", d.groups)
	}
	few := newRankDiagram(races(newLineup(cells, Options{}).series(filter(cells, func(c *summary.Cell) bool { return c.N < 9 })))[0], times)
	if !strings.Contains(d.bars(), "A bar joins") || !strings.Contains(few.bars(), "no bars are drawn") {
		t.Errorf("bars: %q, over five problems %q", d.bars(), few.bars())
	}
	if figures := Ranks(filter(cells, func(c *summary.Cell) bool { return c.N < 8 }), Options{}); len(figures) != 0 {
		t.Error("drew ranks over four problems")
	}
}

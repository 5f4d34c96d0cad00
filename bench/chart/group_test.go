package chart

import (
	"testing"

	"nqueens"
	"nqueens/bench/summary"
)

// TestKinds: what is asked besides a bare board is drawn in a chart of its own.
func TestKinds(t *testing.T) {
	for problem, want := range map[string]string{
		"queens(12)":                      "queens",
		"queens(12, given=a1)":            "queens with givens",
		"queens(12, symmetric=half-turn)": "queens with half-turn symmetry",
		"queens(12, blocked=a2, excluded=sum:7, symmetric=quarter-turn)": "queens with blocked squares, excluded diagonals, quarter-turn symmetry",
	} {
		if got := groupOf(summary.Cell{Problem: problem, Family: "queens", N: 12, Task: nqueens.CountAll}).kind(); got != want {
			t.Errorf("%s: %q, want %q", problem, got, want)
		}
	}
}

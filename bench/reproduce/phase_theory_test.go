package reproduce

import (
	"strings"
	"testing"
	"time"
)

// TestPhaseTheory: the terms of A374013 and Simkin's density stand on a page of
// their own, which runs no instance.
func TestPhaseTheory(t *testing.T) {
	s := session(t, time.Second/2)
	s.Parts = []string{partTheory}
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, result.Page)
	for _, want := range []string{
		"A374013: **same value**: n = 4 to 13", "|  13 |   2 |       2 |", "Simkin's α: **same shape**: 1.9",
		"![Queens that no solution has](blocking-queens.svg)", "where queens stand: **same shape**: at n = 64",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "Every instance") || result.Failed() {
		t.Errorf("instances are on the page, or it failed:\n%s", page)
	}
}

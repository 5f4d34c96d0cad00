package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestBudgetOfSamples checks that the budget bounds the samples. A note has their number, or the
// error if they are too few for an interval; it depends on the machine which of the two comes.
func TestBudgetOfSamples(t *testing.T) {
	var out, errs strings.Builder
	status := execute(t.Context(), []string{"estimate", "count", "14", "--samples", "100000000", "--budget", "300ms", "--cost=false"}, strings.NewReader(""), &out, &errs)
	drawn := -1
	switch status {
	case answered:
		_, err := fmt.Sscanf(errs.String(), "note: %d of 100000000 samples were drawn in 300ms: set a longer --budget for all\n", &drawn)
		if err != nil || drawn < 5 || !strings.HasPrefix(out.String(), "queens(14): about ") {
			t.Errorf("%s%s", out.String(), errs.String())
		}
	case limitHit:
		if _, err := fmt.Sscanf(errs.String(), "nqueens: %d samples were drawn, but an interval needs 5: give more time\n", &drawn); err != nil || drawn >= 5 || out.Len() > 0 {
			t.Errorf("%s%s", out.String(), errs.String())
		}
	default:
		t.Errorf("status %d: %s", status, errs.String())
	}
}

package sat

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// TestLargeBounds checks that gophersat's native constraints refuse bounds that the library does not hold,
// and answer rightly up to the largest.
func TestLargeBounds(t *testing.T) {
	for text, want := range map[string]string{
		"+1073741824 x1 +1 x2 >= 1073741824 ;\n":                      "2", // x1, with or without x2
		"+1073741825 x1 +1 x2 >= 1073741825 ;\n":                      "",
		"-1 x2 +61257458251 x3 +165495735667 ~x1 <= 214989152079 ;\n": "",
		"min: +1073741825 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n":           "",
		// The first of several objectives has a small range, and the second a large one.
		"min: +4611686018427387903 x1 +1 x2 +4611686018427387903 x3 ;\n+1 x1 +1 x2 +1 x3 >= 1 ;\n": "",
		"min: +1073741823 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n":                                        "1",
	} {
		p, err := encode.Reading{Format: encode.OPB}.Problem(family.Queens, "sums.opb", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		o := GophersatPB().Run(t.Context(), r, nil)
		switch {
		case want == "" && (GophersatPB().Supports(r) == nil || o.Status != nqueens.Unsupported):
			t.Errorf("%s: not refused, %+v", text, o)
		case want != "" && (o.Count == nil || o.Count.String() != want):
			t.Errorf("%s: %+v, want %s", text, o, want)
		}
		if err := GophersatCuttingPlanes().Supports(nqueens.Request{Problem: p, Task: nqueens.FindFirst}); (err == nil) != (want != "") {
			t.Errorf("%s: cutting planes: %v", text, err)
		}
		best := nqueens.Request{Problem: p, Task: nqueens.Optimise}
		if err := GophersatMaxSAT().Supports(best); p.Goal() != nqueens.NoGoal && (err == nil) != (want != "") {
			t.Errorf("%s: maxsat: %v", text, err)
		}
	}
}

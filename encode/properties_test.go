package encode

import (
	"strings"
	"testing"
)

// TestProperties compares what the encodings state with a check of small bounds, and the check with
// encodings whose properties are known.
func TestProperties(t *testing.T) {
	for _, e := range Encodings() {
		complete := true
		for _, kind := range Kinds() {
			p := e.Properties(kind, 7, 6, mixedMost+1)
			complete = complete && p.Complete
			if kind.Name == "at most 1" && p.Preserves != e.Determined {
				t.Errorf("%s, at most one: preserves the count %v (%s), but states %v", e.Name, p.Preserves, p.Multiple, e.Determined)
			}
			if p.Preserves == (p.Multiple != "") || p.Complete == (p.Missed != "") {
				t.Errorf("%s, %s: %+v", e.Name, kind.Name, p)
			}
		}
		if complete != e.Complete {
			t.Errorf("%s: propagation is complete %v, but states %v", e.Name, complete, e.Complete)
		}
	}
	kinds := Kinds()
	if p := mustEncoding(t, "binary").Properties(kinds[0], 4, 4); p.Preserves || p.Multiple != "at most 1 of 3: more than 4 models" {
		t.Errorf("binary: %+v", p)
	}
	if p := mustEncoding(t, "modulo-totalizer").Properties(kinds[1], 2, 7); p.Complete || !strings.HasPrefix(p.Missed, "at most ") {
		t.Errorf("modulo-totalizer: %+v", p)
	}
	// A broken encoding: it forgets the last literal.
	broken := mustEncoding(t, "pairwise")
	broken.atMostOne = func(f *CNF, x []int32) { pairwise(f, x[:len(x)-1]) }
	if p := broken.Properties(kinds[0], 4, 4); p.Preserves || p.Complete {
		t.Errorf("broken: %+v", p)
	}
}

package external

import (
	"slices"
	"strings"
	"testing"

	"nqueens/encode"
)

// TestCore checks the failed assumptions of a library: they and the formula have no solution.
func TestCore(t *testing.T) {
	f := encode.NewCNF(4) // 1 and 2 exclude each other
	f.Add(-1, -2)
	s := compiled(t, "")
	satisfiable, core, err := s.Core(t.Context(), f, []int32{3, 1, 2})
	if err != nil || satisfiable || !slices.Contains(core, 1) || !slices.Contains(core, 2) {
		t.Errorf("%v %v %v", satisfiable, core, err)
	}
	if satisfiable, core, err := s.Core(t.Context(), f, []int32{3, 1}); err != nil || !satisfiable || core != nil {
		t.Errorf("%v %v %v", satisfiable, core, err)
	}
	for fault, want := range map[string]string{"CRASHES": "segmentation", "EXITS": "status"} {
		if _, _, err := compiled(t, fault).Core(t.Context(), f, []int32{1, 2}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	other, err := ParseSolver("mine.yaml", []byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	if err := other.FindsCores(); err == nil || !strings.Contains(err.Error(), "ipasir") {
		t.Errorf("a program that is no library: %v", err)
	}
}

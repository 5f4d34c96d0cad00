package plan

import (
	"os"
	"path/filepath"
	"testing"

	"nqueens/backends"
	"nqueens/family"
)

// TestAbsentProgram checks that a program whose folder variable is not set is left out: other contenders of a
// run stay, and a run without any is removed.
func TestAbsentProgram(t *testing.T) {
	const text = `
baseline: plain
external: {plain: "$NQUEENS_TEST_YARDSTICKS/plain {n}"}
runs:
  - {problems: [queens(5)], backends: [plain, bitmask]}
  - {problems: [queens(6)], backends: [plain]}
`
	there := t.TempDir()
	if err := os.WriteFile(filepath.Join(there, "plain"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"", there} {
		t.Setenv("NQUEENS_TEST_YARDSTICKS", folder)
		p, err := Read("plan.yaml", []byte(text), family.All())
		if folder != "" {
			if err != nil || len(p.Absent) > 0 || len(p.External) != 1 || len(p.Sections) != 2 || p.Baseline != "plain" {
				t.Fatalf("%+v, %v", p, err)
			}
			if name, path := p.External[0].Program(); name != "$NQUEENS_TEST_YARDSTICKS/plain" || path != filepath.Join(there, "plain") {
				t.Errorf("the program is %q, %q", name, path)
			}
			continue
		}
		if err != nil || len(p.Absent) != 1 || p.Absent[0] != (Absent{"plain", "NQUEENS_TEST_YARDSTICKS"}) || len(p.Sections) != 1 || p.Baseline != "" {
			t.Fatalf("%+v, %v", p, err)
		}
		e, err := p.Experiment(backends.All())
		if err != nil || len(e.Jobs) != 1 || e.Jobs[0].Backend != "bitmask" {
			t.Errorf("%+v, %v", e.Jobs, err)
		}
	}
}

// TestAbsentBeforeOthers checks that the programs after an absent one take part.
func TestAbsentBeforeOthers(t *testing.T) {
	t.Setenv("NQUEENS_TEST_YARDSTICKS", "")
	p, err := Read(planFolder(t), []byte("external: {absent: '$NQUEENS_TEST_YARDSTICKS/plain {n}', mine: './prog.exe {n}'}\nruns: [{problems: [queens(4)]}]"), family.All())
	if err != nil || len(p.Absent) != 1 || len(p.External) != 1 || p.External[0].Describe().Name != "mine" {
		t.Errorf("%+v, %v", p, err)
	}
}

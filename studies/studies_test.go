package studies_test

import (
	"os"
	"strings"
	"testing"

	"nqueens/bench/plan"
	"nqueens/family"
	"nqueens/studies"
)

// TestStudies: each plan has a title, a source and a budget, and is complete in itself. What it needs of
// published files is in $NQUEENS_INSTANCES.
func TestStudies(t *testing.T) {
	names := studies.Names()
	if len(names) < 4 {
		t.Fatalf("%q", names)
	}
	for _, name := range names {
		text, err := studies.Plan(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "file: published/") {
			t.Errorf("%s is not complete in itself", name)
		}
		p, err := plan.ReadTitle(name+".yaml", []byte(text))
		if err != nil || p.Study.Title == "" || p.Study.Source == "" || p.Budget == 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		if strings.Contains(text, "{folder: $") && os.Getenv("NQUEENS_INSTANCES") == "" {
			continue
		}
		if _, err := plan.Read(name+".yaml", []byte(text), family.All()); err != nil {
			t.Error(err)
		}
	}
	if _, err := studies.Plan("none"); err == nil {
		t.Error("a study that is not there")
	}
}

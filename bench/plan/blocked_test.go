package plan

import (
	"archive/tar"
	"nqueens/backends"
	"nqueens/family"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBlockedPlan checks the plan for the blocked instances with a small archive of the same name.
func TestBlockedPlan(t *testing.T) {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "in/asp/blockedqueens.4.1.param"), "letting n = 4\nletting blocks = [[1,1]]\n")
	t.Setenv("NQUEENS_INSTANCES", folder)
	f, err := os.Create(filepath.Join(folder, "asp-competition-instances.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(f)
	if err := w.AddFS(os.DirFS(filepath.Join(folder, "in"))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../plans/blocked.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Read("../../plans/blocked.yaml", text, family.All())
	if err != nil {
		t.Fatal(err)
	}
	s := plan.Sections[0]
	if len(s.Instances) != 1 || s.Instances[0].Name != "blockedqueens.4.1.param" || s.Limits.Time != time.Minute || plan.Repeat.Max != 1 {
		t.Errorf("%+v", plan)
	}
	for _, name := range s.Backends {
		if _, err := backends.Named(backends.All(), name); err != nil {
			t.Error(err)
		}
	}
	e, err := plan.Experiment(backends.All())
	switch {
	case err != nil && strings.Contains(err.Error(), "is not installed"):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	case len(e.Jobs) != len(s.Backends):
		t.Errorf("%d jobs by %d backends", len(e.Jobs), len(s.Backends))
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

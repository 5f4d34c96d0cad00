package plan

import (
	"os"
	"path/filepath"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// TestWherePrograms checks the folder of each of the plan's programs relative to the current folder, and that
// reading the plan from another folder gives the same plan.
func TestWherePrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"plans/count":     "#!/bin/sh\necho 2\n",
		"plans/mine.yaml": "name: mine\nabout: a script\ninputs:\n  - {format: board, count: './count {input}', counted: '^(\\d+)$'}\n",
		"plans/plan.yaml": "external: {plain: \"./count {n}\"}\nsolvers: [mine.yaml]\nruns: [{problems: [queens(4)], tasks: count, backends: [plain, mine]}]\n",
		"elsewhere/x":     "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	made := func(file string) bench.Experiment {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Read(file, text, family.All())
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.Backends(backends.All())
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.Experiment(all)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e := made("plans/plan.yaml")
	if len(e.External) != 2 || e.External[0].Folder != "plans" || e.External[0].File != "" || e.External[1].File != "plans/mine.yaml" || e.External[1].Folder != "" {
		t.Fatalf("%+v", e.External)
	}
	f, err := bench.OpenFolder("run", e)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	run, err := filepath.Abs("run")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("plans")
	e = made("plan.yaml")
	if e.External[0].Folder != "" || e.External[1].File != "mine.yaml" {
		t.Fatalf("%+v", e.External)
	}
	f, err = bench.OpenFolder(run, e)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

package plan

import (
	"fmt"
	"nqueens/bench"
	"nqueens/family"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// planFolder returns the path of a plan in a folder with a program.
func planFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "prog.exe"), []byte("#!/bin/sh\necho 92\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for file, name := range map[string]string{"solver.yaml": "scripted", "native.yaml": "native"} {
		text := fmt.Sprintf("name: %s\nabout: a script of the test's\nengine: %[1]s\ninputs: [{format: board, answer: squares, first: './prog.exe {input}'}]\n", name)
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "plan.yaml")
}

func TestExternalInPlan(t *testing.T) {
	for _, test := range []struct{ name, plan, want string }{
		{"named",
			"external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(8)], backends: [mine, native]}, {problems: [queens(9)], backends: native}]",
			"queens(8) count mine; queens(8) count native; queens(9) count native"},
		{"named nowhere: it takes part where it can",
			"external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(8), torus(5), 'queens(8, given=a1)'], backends: native, tasks: [first, count]}]",
			"queens(8) first native; queens(8) count native; torus(5) first native; torus(5) count native; " +
				"queens(8, given=a1) first native; queens(8, given=a1) count native; queens(8) count mine"},
		{"not among answers known to be wrong",
			"external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(8)], backends: faulty, expect: disagree}, {problems: [queens(9)], backends: native}]",
			"queens(8) count faulty/pairwise; queens(9) count native; queens(9) count mine"},
		{"named nowhere, where a problem is in several runs",
			"external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(8)], backends: native, threads: [1, 2]}, {problems: [queens(8)], backends: sat, limits: {time: 1s}}]",
			"queens(8) count native; queens(8) count native x2; queens(8) count mine; queens(8) count sat/pairwise"},
		{"one of all",
			"external: {mine: './prog.exe {family} {n}', yours: './prog.exe {n}'}\nruns: [{problems: [torus(5), queens(5)], backends: all}]",
			"torus(5) count native; torus(5) count sat/pairwise; torus(5) count mine; queens(5) count native; queens(5) count sat/pairwise; queens(5) count mine; queens(5) count yours"},
		{"a solver, named nowhere",
			"solvers: solver.yaml\nruns: [{problems: [queens(8), torus(5)], backends: native, tasks: [first, count]}]",
			"queens(8) first native; queens(8) count native; torus(5) first native; torus(5) count native; queens(8) first scripted/board"},
		{"threads",
			"baseline: native x2\nruns: [{problems: [queens(5)], backends: [native, sat], threads: [1, 2], encodings: product}, {problems: [queens(5)], backends: native, threads: 2}]",
			"queens(5) count native; queens(5) count native x2; queens(5) count sat/product; queens(5) count sat/product x2"},
	} {
		p, err := Read(planFolder(t), []byte(test.plan), family.All())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		all, err := p.Backends(fourBackends())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		e, err := p.Experiment(all)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var got []string
		for _, j := range e.Jobs {
			got = append(got, fmt.Sprint(j.Problem, " ", j.Task, " ", j.Contender.String()))
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, strings.Join(got, "; "), test.want)
		}
		var known, want []bench.Program
		for _, x := range e.External {
			known = append(known, bench.Program{Name: x.Name, Command: x.Command, Engine: x.Engine})
		}
		for _, x := range p.External {
			engine := x.Describe().Engine
			if x.Describe().Name != "scripted" {
				engine = "" // the engine of a counting program is unknown
			}
			want = append(want, bench.Program{Name: x.Describe().Name, Command: x.CommandLine(), Engine: engine})
		}
		if !reflect.DeepEqual(known, want) {
			t.Errorf("%s: the experiment knows the programs %v, want %v", test.name, known, want)
		}
	}
}

// TestJoining checks which programs of the plan take part in runs that do not name them.
func TestJoining(t *testing.T) {
	const programs = "external: {mine: './prog.exe {n}', yours: './prog.exe {n} 1'}\nsolvers: solver.yaml\n"
	for runs, want := range map[string]string{
		"[{problems: queens(8), backends: native}, {problems: queens(9), backends: [native, mine]}]": "[yours scripted]",
		"[{problems: queens(8)}]":                                            "[]",
		"[{problems: queens(8), backends: all}]":                             "[]",
		"[{problems: queens(8), backends: [native, mine, yours, scripted]}]": "[]",
	} {
		p, err := Read(planFolder(t), []byte(programs+"runs: "+runs), family.All())
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.Backends(fourBackends())
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.Joining(all)); got != want {
			t.Errorf("%s: %s, want %s", runs, got, want)
		}
		p.Part.Backends = []string{"native"}
		if got := p.Joining(all); got != nil {
			t.Errorf("%s, of native alone: %v", runs, got)
		}
	}
}

func TestPublishedInPlan(t *testing.T) {
	p, err := Read("plan.yaml", []byte(`
baseline: native
published:
  - {name: "a counter, 2013", ratios: {1: 1, 16: 13, 17: 8.5, 18: 0.25}, source: a page}
  - name: another
    family: torus
    source: a paper
    ratios:
      11: 2
runs: [{problems: [queens(5)], backends: native}]
`), family.All())
	if err != nil {
		t.Fatal(err)
	}
	want := []bench.Published{
		{Name: "a counter, 2013", Family: "queens", Ratios: map[int]float64{1: 1, 16: 13, 17: 8.5, 18: 0.25}, Source: "a page"},
		{Name: "another", Family: "torus", Ratios: map[int]float64{11: 2}, Source: "a paper"},
	}
	e, err := p.Experiment(fourBackends())
	if err != nil || !reflect.DeepEqual(e.Published, want) {
		t.Errorf("%+v, %v", e.Published, err)
	}
	// The experiment can be read back from its folder.
	content, err := bench.EncodeExperiment(e)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), bench.ExperimentFile)
	if err := os.WriteFile(file, content, 0o666); err != nil {
		t.Fatal(err)
	}
	if back, err := bench.ReadExperiment(file, family.All()); err != nil || !reflect.DeepEqual(back.Published, want) {
		t.Errorf("%+v, %v", back.Published, err)
	}
}

func TestExternalErrors(t *testing.T) {
	const runs = "\nruns: [{problems: [queens(5)], backends: native}]"
	published := func(text string) string { return "baseline: native\npublished: [{" + text + "}]" + runs }
	for _, test := range []struct{ plan, want string }{
		{"external: ./prog.exe {n}" + runs, `1:11: keys with values expected (name: …), this is a single value`},
		{"external:\n  mine: [a]" + runs, `2:9: a single value expected, this is a list`},
		{"external:\n  mine:" + runs, `2:8: a single value expected, this is nothing`},
		{"external:\n  mine: ./prog.exe" + runs, `2:9: external program mine: command "./prog.exe" does not say where the board's side goes: write {n} there, as in ./prog.exe {n}`},
		{"external:\n  Mine: ./prog.exe {n}" + runs, `2:9: external program name "Mine": write up to 40 small letters, digits, - _ and dots, a letter or digit first`},
		{"external:\n  mine: ./absent {n}" + runs, `2:9: external program mine: there is no program ./absent in FOLDER; if it is to be compiled, compile it first`},
		{"external:\n  mine: ./prog.exe {n}\n  mine: ./prog.exe {n}" + runs, `3:3: duplicate key "mine" (first on line 2)`},
		{"external:\n  native: ./prog.exe {n}" + runs, `2:3: external program "native": there is a backend of that name already; choose another`},
		{"external:\n  mine: ./prog.exe {n}\nruns: [{problems: [torus(5)], backends: native}]", `2:3: external program "mine" has no job in the plan: no run has the task count on bare boards`},
		{"external:\n  mine: ./prog.exe {n}\nruns: [{problems: [torus(5)], backends: mine}]", `3:41: backend mine, task count, torus(5): mine is an external program and counts boards of queens only, since its command has no {family}`},
		{"external:\n  mine: ./prog.exe {n}\nruns: [{problems: [queens(5)], tasks: first, backends: mine}]", `3:56: backend mine, task first, queens(5): mine does not do the task "first" (it does count)`},
		{"solvers: [absent.yaml]" + runs, `1:11: reading the solver's description: stat FOLDER/absent.yaml: no such file or directory`},
		{"solvers: [\n  solver.yaml]" + runs, `2:3: external program "scripted" has no job in the plan: no run has a task and a problem`},
		{"solvers: [native.yaml]" + runs, `1:11: solver "native": there is a backend of that name already; choose another`},
		{"runs: [{problems: [queens(5)], backends: native, threads: 0}]", `1:59: 0 is not between 1 and 1024`},
		{"runs: [{problems: [queens(5)], backends: native, threads: two}]", `1:59: "two" is not a whole number`},
		{"runs: [{problems: [queens(5)], backends: native, threads: [2, 1, 2]}]", `1:66: 2 is named twice`},
		{"baseline: native x2" + runs, `1:11: baseline "native x2" has no job in the plan (did you mean "native"?)`},
		{"published: [{name: x, ratios: {8: 1}, source: y}]" + runs, `1:12: published ratios need a "baseline"`},
		{published("ratios: {8: 1}, source: y"), `2:13: the published figures have no "name"`},
		{published("name: x, source: y"), `2:13: the published figures have no "ratios", as in {16: 13, 17: 8}, and no "rows" or "file" of values`},
		{published("name: x, ratios: {}, source: y"), `2:13: the published figures have no "ratios", as in {16: 13, 17: 8}, and no "rows" or "file" of values`},
		{published("name: x, ratios: {8: 1}"), `2:13: the published figures have no "source"`},
		{published("name: x, ratio: 1"), `2:23: unknown key "ratio" (did you mean "ratios"?)`},
		{published("name: x, ratios: 13"), `2:31: keys with values expected (16: …), this is a single value`},
		{published("name: x, ratios: {8: 0}"), `2:35: "0" is not a ratio; write how many times as fast as the baseline, as in 13 or 0.5`},
		{published("name: x, ratios: {8: fast}"), `2:35: "fast" is not a ratio; write how many times as fast as the baseline, as in 13 or 0.5`},
		{published("name: x, ratios: {0: 3}"), `2:32: board size 0 is not between 1 and 2048`},
		{published("name: x, ratios: {8..9: 3}"), `2:32: board size "8..9" is not a whole number`},
		{published("name: x, ratios: {8: 3, 08: 3}"), `2:38: the ratio at 8 is given twice`},
		{published("name: x, family: quens"), `2:31: no family is called "quens" (did you mean "queens"?)`},
	} {
		file := planFolder(t)
		p, err := Read(file, []byte(test.plan), family.All())
		if err == nil {
			var all = fourBackends()
			if all, err = p.Backends(all); err == nil {
				_, err = p.Experiment(all)
			}
		}
		want := file + ":" + strings.ReplaceAll(test.want, "FOLDER", filepath.Dir(file))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\nerror %v\nwant  %s", test.plan, err, want)
		}
	}
}

// TestDigestOfProgram checks that an experiment shows which solvers' programs are copies of each other.
func TestDigestOfProgram(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"one": "#!/bin/sh\n", "copy": "#!/bin/sh\n", "other": "#!/bin/sh\n# another\n"} {
		solver := fmt.Sprintf("name: %s\nabout: a script\ninputs: [{format: board, answer: squares, first: './%[1]s.exe {input}'}]\n", name)
		for file, text := range map[string]string{name + ".exe": content, name + ".yaml": solver} {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err := Read(filepath.Join(folder, "plan.yaml"), []byte("solvers: [one.yaml, copy.yaml, other.yaml]\nruns: [{problems: queens(8), tasks: first, backends: [one, copy, other]}]"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Backends(nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(all)
	if err != nil {
		t.Fatal(err)
	}
	programs := e.Programs()
	if one := programs["one"].Digest; len(programs) != 3 || one == "" || programs["copy"].Digest != one || programs["other"].Digest == one || programs["other"].Digest == "" {
		t.Errorf("%+v", programs)
	}
}

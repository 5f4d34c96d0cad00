package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/report"
	"nqueens/family"
	"nqueens/internal/shell"
)

// again runs a command line that Commands returned, in this process, and returns its record.
func again(t testing.TB, command string) bench.Record {
	t.Helper()
	words, err := shell.Words(command)
	if err != nil || len(words) == 0 || words[0] != "nqueens" {
		t.Errorf("%s: %v", command, err)
		return bench.Record{}
	}
	var out, errs bytes.Buffer
	p := newProgram(strings.NewReader(""), &out, &errs, backends.All(), family.All())
	p.busy, p.minTime = true, time.Millisecond
	status := p.execute(t.Context(), words[1:])
	var r bench.Record
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Errorf("%s: status %d, %v\n%s%s", command, status, err, &out, &errs)
	}
	return r
}

// answerOf returns a record's answer as text.
func answerOf(r bench.Record) string {
	text := string(r.Status)
	if r.Count != nil {
		text += " " + r.Count.String()
	}
	if r.Optimum != nil {
		text += fmt.Sprintf(" best %d", *r.Optimum)
	}
	if r.Proof.Kind != "" && r.Proof.Kind != bench.Unproved {
		text += " " + string(r.Proof.Kind)
	}
	return text
}

// TestAgain checks that the command which a page offers for a record runs and prints a record of
// the same problem and task with the same answer.
func TestAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	e := bench.Experiment{Seed: 7, External: []bench.Program{
		{Name: "clasp", Command: "clasp --stats --seed={seed} {input}", Engine: "clasp"}, // as plans record it
		{Name: "cadical", Command: "cadical --seed={seed} {input}", Engine: "cadical"},
		{Name: "mine", Command: "sh -c 'echo 92' {n}"},
		{Name: "cli", Command: "./cli {input}", Engine: "cli", File: "cli.yaml"},
	}}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write("it's mine/cli", "#!/bin/sh\necho found 4\n")
	write("it's mine/cli.yaml", "name: cli\nabout: a script\ninputs:\n  - {format: board, count: './cli {input}', counted: '^found (\\d+)$'}\n")
	write("formula 1.cnf", "p cnf 2 1\n1 2 0\n")
	formula, err := family.All().Parse("formula(formula_1.cnf, variables=2, digest=0123456789abcdef)")
	if err != nil {
		t.Fatal(err)
	}
	blocked := "queens(28, blocked=" // too long to be typed
	for i := range 28 {
		for k := range 4 {
			blocked += fmt.Sprintf("%v+", nqueens.Square{File: i, Rank: (i + 7*k) % 28})
		}
	}
	blocked = strings.TrimSuffix(blocked, "+") + ")"
	other := strings.Replace(blocked, "a1+", "", 1)
	by := func(backend string, encoding ...string) backends.Contender {
		return backends.Contender{Backend: backend, Encoding: strings.Join(encoding, "")}
	}
	cases := []struct {
		problem, instance string
		task              nqueens.Task
		by                backends.Contender
		want              string
		change            func(*bench.Job)
	}{
		{problem: "queens(8)", task: nqueens.CountAll, by: by("bitmask"), want: "solved 92"},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("bitmask", "portable"), want: "solved 92"},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("auto"), want: "solved 92"},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("auto", "clasp"), want: "solved 92"},
		{problem: "queens(6)", task: nqueens.FindAll, by: by("gini", "product"), want: "solved 4"},
		{problem: "kings(3)", task: nqueens.CountAll, by: by("gini", "pairwise+totalizer@degree"), want: "solved"},
		{problem: "queens(8, given=a1+c2, blocked=h8, excluded=sum:13+diff:-6)", task: nqueens.FindFirst, by: by("dlx"), want: "unsatisfiable"},
		{problem: "queens(8, symmetric=half-turn)", task: nqueens.CountAll, by: by("orbit"), want: "solved 4"},
		{problem: "queens(6, files=5)", task: nqueens.CountAll, by: by("gini", "ladder"), want: "solved 40"},
		{problem: "queens(6, pieces=3..4)", task: nqueens.CountAll, by: by("branch"), want: "solved 2006"},
		{problem: "queens-pawns(5, pawns=1)", task: nqueens.CountAll, by: by("gini", "pairwise"), want: "solved 0"},
		{problem: "queens-pawns(6, pawns=1, given=P@d3)", task: nqueens.CountAll, by: by("branch"), want: "solved"},
		{problem: "kings(5)", task: nqueens.Optimise, by: by("branch"), want: "solved best 9"},
		{problem: "queens(10)", task: nqueens.CountAll, by: backends.Contender{Backend: "bitmask", Threads: 2}, want: "solved 724"},
		{problem: "torus(8)", task: nqueens.FindFirst, by: by("gophersat", "pairwise"), want: "unsatisfiable checked", change: func(j *bench.Job) { j.Proof, j.Limits.Proof = true, 1<<20 }},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("bitmask"), want: "solved 92", change: func(j *bench.Job) { j.Limits.Memory, j.Limits.CPU = 1<<30+1, time.Hour }},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("clasp", "aspif"), want: "solved 92"},
		{problem: "queens(8)", task: nqueens.FindFirst, by: by("cadical", "pairwise"), want: "solved"},
		{problem: "queens(8)", task: nqueens.CountAll, by: by("mine"), want: "solved 92"},
		{problem: "queens(6)", task: nqueens.CountAll, by: by("cli", "board"), want: "solved 4"},
		{problem: "queens(6, given=a2)", instance: "short.param", task: nqueens.CountAll, by: by("dlx"), want: "solved 1"},
		{problem: blocked, instance: "long one.param", task: nqueens.FindFirst, by: by("dlx"), want: "solved"},
		{problem: blocked, instance: "twice.param", task: nqueens.FindFirst, by: by("bitmask"), want: "solved"},
		{problem: other, instance: "twice.param", task: nqueens.FindFirst, by: by("bitmask"), want: "solved"},
	}
	for _, c := range cases {
		p, err := family.All().Parse(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		job := bench.Job{Problem: p, Instance: c.instance, Task: c.task, Contender: c.by, Limits: bench.Limits{Time: time.Minute, Memory: 1 << 30}}
		if c.change != nil {
			c.change(&job)
		}
		e.Jobs = append(e.Jobs, job)
	}
	e.Jobs = append(e.Jobs, bench.Job{Problem: formula, Instance: "formula 1.cnf", Task: nqueens.CountAll, Contender: by("allsat", "pairwise"), Limits: bench.Limits{Time: time.Minute}})
	// The run starts in another folder than the commands.
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("it's mine")
	formula.Formula.Path = "../formula 1.cnf"
	folder, err := bench.OpenFolder("../a run", e)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	if e, err = bench.ReadExperiment("a run/"+bench.ExperimentFile, family.All()); err != nil {
		t.Fatal(err)
	}
	// The user's own backends appear in the commands with their --solver or --external.
	counter, err := backends.NewCounter("mine", e.External[2].Command, "")
	if err != nil {
		t.Fatal(err)
	}
	solver, err := backends.ReadSolver("it's mine/cli.yaml")
	if err != nil {
		t.Fatal(err)
	}
	commands := report.NewCommands(e, append(backends.All(), counter, solver), "a run", nil)
	for i, job := range e.Jobs {
		want := "solved 3"
		if i < len(cases) {
			want = cases[i].want
		}
		if x := slices.IndexFunc(e.External, func(x bench.Program) bool {
			return (x.Name == job.Backend || x.Name == job.Encoding) && x.File == ""
		}); x >= 0 {
			program, _, _ := strings.Cut(e.External[x].Command, " ")
			if _, err := exec.LookPath(program); err != nil {
				continue
			}
		}
		if job.Threads > runtime.NumCPU() { // it would take fewer
			continue
		}
		command := commands.Of(job)
		if job.Backend == "mine" { // a counter runs where the run began
			rest, in := strings.CutPrefix(command, `(cd 'it'\''s mine' && `)
			if !in {
				t.Errorf("%s", command)
			}
			command = strings.TrimSuffix(rest, ")")
		}
		r := again(t, command)
		got := answerOf(r)
		if !strings.HasPrefix(got, want) || r.Task != job.Task || r.Contender != job.Contender || r.Seed != e.Seed {
			t.Errorf("%s: %s (%s, %+v, seed %d), want %s", command, got, r.Task, r.Contender, r.Seed, want)
		}
		if job.Instance == "" && r.Problem != job.ProblemName() {
			t.Errorf("%s: %s, want %s", command, r.Problem, job.ProblemName())
		}
	}
}

// TestAgainElsewhere checks three kinds of commands: a counter runs in the folder where its command
// was written, another build is called by its file, and a record that this program cannot run has
// no command.
func TestAgainElsewhere(t *testing.T) {
	e := bench.Experiment{Binaries: []string{"old"}, External: []bench.Program{
		{Name: "plain", Command: "./plain {n}", Folder: "my plans"}, {Name: "measured", Command: "measured", Engine: "imported"},
		{Name: "theirs", Command: "./theirs {input}", Engine: "theirs"},
	}}
	environments := []bench.Environment{{Programs: map[string]bench.Executable{"old": {Path: "../old nqueens"}}}}
	commands := report.NewCommands(e, backends.All(), "", environments)
	for backend, want := range map[string]string{
		"bitmask":     "nqueens count queens 8 --backend bitmask --timeout 1s --seed 0 --json",
		"old:bitmask": "'../old nqueens' count queens 8 --backend bitmask --timeout 1s --seed 0 --json",
		"plain":       "(cd 'my plans' && nqueens count queens 8 --backend plain --external 'plain=./plain {n}' --timeout 1s --seed 0 --json)",
		"theirs":      "nqueens count queens 8 --backend theirs --solver theirs.yaml --timeout 1s --seed 0 --json",
		"measured":    "", "nobody": "",
	} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: time.Second}}
		if got := commands.Of(job); got != want {
			t.Errorf("%s: %s", backend, got)
		}
	}
	formula, err := family.All().Parse("formula(a.cnf, variables=2, digest=0123456789abcdef)")
	if err != nil {
		t.Fatal(err)
	}
	if got := commands.Of(bench.Job{Problem: formula, Instance: "a.cnf", Task: nqueens.CountAll, Contender: backends.Contender{Backend: "allsat"}}); got != "" {
		t.Errorf("a formula whose file the run does not record: %s", got)
	}
}

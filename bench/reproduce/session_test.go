package reproduce

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/bench/study"
	"nqueens/family"
)

// TestMachineLine checks that unknown properties are left out, and that a run resumed on another machine says
// so.
func TestMachineLine(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct{ file, content, want string }{
		{"nothing", "", ""},
		{"environment.json", `{"cores":1,"system":"linux/amd64","go":"go1.26"}`, "1 core, linux/amd64, go1.26"},
		{"environment.json", `{"cpu":"A","cores":2,"system":"linux/amd64","go":"go1.26","commit":"f00"}`, "A, 2 cores, linux/amd64, go1.26, commit f00"},
		{"environment-2.json", `{}`, "A, 2 cores, linux/amd64, go1.26, commit f00, and later as in environment-*.json"},
	} {
		if err := os.WriteFile(filepath.Join(dir, step.file), []byte(step.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := study.Machine(dir); got != step.want || err != nil {
			t.Errorf("with %s: %q (%v), want %q", step.file, got, err, step.want)
		}
	}
}

// TestClock checks that a reproduction uses the chosen clock, and that its page says so.
func TestClock(t *testing.T) {
	s := session(t, time.Second)
	s.Clock = func(e bench.Experiment, dir string) (bench.Experiment, error) {
		if filepath.Base(dir) != "tiny" {
			t.Errorf("the folder is %s", dir)
		}
		e.Clock, e.Busy = bench.CPUClock, &bench.Busyness{Share: 0.15, Cores: 2}
		return e, nil
	}
	r := Reproduction{
		Name: "tiny", About: "Five queens",
		experiment: func() bench.Experiment {
			return bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: []bench.Job{{
				Problem: queensProblem(5), Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: time.Minute},
			}}}
		},
		report: func(context.Context, *page.Page, evidence) error { return nil },
	}
	result, err := s.Reproduce(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(result.Page)
	if err != nil {
		t.Fatal(err)
	}
	e, err := bench.ReadExperiment(filepath.Join(s.Dir, "tiny", bench.ExperimentFile), family.All())
	if err != nil || e.Clock != bench.CPUClock || !strings.Contains(string(text), "times are CPU time: the machine was busy when the run began") {
		t.Errorf("clock %q, %v:\n%s", e.Clock, err, text)
	}
}

// Flags for running a reproduction and looking at its page:
//
//	go test ./bench/reproduce -run TestByHand -by-hand DIR -what counts -budget 20s
var (
	byHand = flag.String("by-hand", "", "the folder for TestByHand to write into")
	what   = flag.String("what", "counts", "what TestByHand reproduces")
	budget = flag.Duration("budget", 20*time.Second, "the budget of TestByHand")
)

func TestByHand(t *testing.T) {
	if *byHand == "" {
		t.Skip("without -by-hand there is nothing to look at")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	list, err := Named(All(), *what)
	if err != nil {
		t.Fatal(err)
	}
	s := Session{Runner: run.Runner{Backends: all(), Child: []string{self, "measure-child"}}, Dir: *byHand, Budget: *budget}
	result, err := s.Reproduce(t.Context(), list[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Overall, result.Failures)
}

// TestIndex checks that the index is updated, and that another README.md is left unchanged.
func TestIndex(t *testing.T) {
	for _, c := range []struct {
		before, want string
	}{
		{"", "[counts](counts/README.md)"},
		{indexTitle + "\nnothing yet\n", "[counts](counts/README.md)"},
		{"# My project\n", "# My project\n"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "counts"), 0o777); err != nil {
			t.Fatal(err)
		}
		files := map[string]string{"counts/" + resultFile: `{"name":"counts"}`}
		if c.before != "" {
			files[pageFile] = c.before
		}
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := writeIndex(dir)
		if got, _ := os.ReadFile(filepath.Join(dir, pageFile)); err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("over %q: %q (%v), want %q", c.before, got, err, c.want)
		}
	}
}

// TestAll checks that every function that returns a reproduction is in the list.
func TestAll(t *testing.T) {
	list, err := os.ReadFile("reproduction.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (\w+)\(\) Reproduction \{`).FindAllStringSubmatch(string(source), -1) {
			if !strings.Contains(string(list), "\n\t\t"+m[1]+"(),\n") {
				t.Errorf("%s: %s is a reproduction and no line of All", file, m[1])
			}
		}
	}
}
